package dev.lockstep.lua.corpus;

import dev.lockstep.profile.Feature;
import dev.lockstep.profile.Profile;
import dev.lockstep.reply.Reply;
import dev.lockstep.value.Bytes;
import dev.lockstep.value.Doubles;
import java.util.HexFormat;
import java.util.List;

/**
 * Replies as text, so that a recorded one and ours can be compared and shown: what is on the wire.
 */
final class ReplyText implements Reply.Visitor<String> {

    private final Profile profile;
    private final int protocol;

    private ReplyText(Profile profile, int protocol) {
        this.profile = profile;
        this.protocol = protocol;
    }

    /** What a client that speaks {@code protocol} sees of {@code reply}. */
    static String of(Reply reply, Profile profile, int protocol) {
        return reply.accept(new ReplyText(profile, protocol));
    }

    private static String shown(Bytes text) {
        StringBuilder shown = new StringBuilder();
        for (int i = 0; i < text.length(); i++) {
            int c = text.unsignedAt(i);
            if (c >= ' ' && c < 0x7f && c != '\\') {
                shown.append((char) c);
            } else {
                shown.append("\\x").append(HexFormat.of().toHexDigits((byte) c));
            }
        }
        return shown.toString();
    }

    private boolean isResp3() {
        return protocol == 3;
    }

    private String list(String type, List<Reply> elements) {
        return type + elements.stream().map(element -> element.accept(this)).toList();
    }

    @Override
    public String status(Bytes text) {
        return "status:" + shown(text);
    }

    @Override
    public String failure(Bytes text) {
        return "error:" + shown(text);
    }

    @Override
    public String integer(long value) {
        return "int:" + value;
    }

    @Override
    public String bulk(Bytes value) {
        return "bulk:" + shown(value);
    }

    @Override
    public String dbl(double value) {
        boolean shortest = profile.has(Feature.SHORTEST_DOUBLES);
        return (isResp3() ? "double:" : "bulk:")
                + (shortest ? Doubles.shortest(value) : Doubles.precise(value));
    }

    @Override
    public String bool(boolean value) {
        return isResp3() ? "bool:" + value : "int:" + (value ? 1 : 0);
    }

    @Override
    public String bigNumber(Bytes digits) {
        return (isResp3() ? "bignum:" : "bulk:") + shown(digits);
    }

    @Override
    public String verbatim(String format, Bytes text) {
        return (isResp3() ? "verbatim:" : "bulk:") + shown(text);
    }

    @Override
    public String array(List<Reply> elements) {
        return list("array", elements);
    }

    @Override
    public String set(List<Reply> elements) {
        return list(isResp3() ? "set" : "array", elements);
    }

    @Override
    public String map(List<Reply> keysAndValues) {
        return list(isResp3() ? "map" : "array", keysAndValues);
    }

    @Override
    public String pairs(List<Reply> firstsAndSeconds) {
        return list("array", firstsAndSeconds);
    }

    @Override
    public String push(List<Reply> elements) {
        return list("array", elements);
    }

    @Override
    public String attributed(List<Reply> attributes, Reply reply) {
        return reply.accept(this);
    }

    @Override
    public String sequence(List<Reply> replies) {
        return replies.isEmpty() ? "none" : replies.get(0).accept(this);
    }

    @Override
    public String nil(Reply.Nil kind) {
        return "nil";
    }
}
