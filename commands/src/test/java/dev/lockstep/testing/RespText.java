package dev.lockstep.testing;

import dev.lockstep.profile.Feature;
import dev.lockstep.profile.Profile;
import dev.lockstep.reply.Reply;
import dev.lockstep.value.Bytes;
import dev.lockstep.value.Doubles;
import java.util.List;

/** Replies as they are on the wire, a char for each byte: what recordings are compared with. */
public final class RespText implements Reply.Visitor<String> {

    private final int protocol;
    private final Profile profile;

    private RespText(int protocol, Profile profile) {
        this.protocol = protocol;
        this.profile = profile;
    }

    public static String of(Reply reply, int protocol, Profile profile) {
        return reply.accept(new RespText(protocol, profile));
    }

    private boolean isResp3() {
        return protocol == 3;
    }

    private static String line(char type, Object text) {
        return type + text.toString() + "\r\n";
    }

    private String many(char type, char plainType, int count, List<Reply> elements) {
        StringBuilder text = new StringBuilder(line(isResp3() ? type : plainType, count));
        elements.forEach(element -> text.append(element.accept(this)));
        return text.toString();
    }

    @Override
    public String status(Bytes text) {
        return line('+', text.latin1());
    }

    @Override
    public String failure(Bytes text) {
        return line('-', text.latin1());
    }

    @Override
    public String integer(long value) {
        return line(':', value);
    }

    @Override
    public String bulk(Bytes value) {
        return line('$', value.length()) + value.latin1() + "\r\n";
    }

    @Override
    public String dbl(double value) {
        String text =
                profile.has(Feature.SHORTEST_DOUBLES)
                        ? Doubles.shortest(value)
                        : Doubles.precise(value);
        return isResp3() ? line(',', text) : bulk(Bytes.of(text));
    }

    @Override
    public String bool(boolean value) {
        return isResp3() ? line('#', value ? 't' : 'f') : line(':', value ? 1 : 0);
    }

    @Override
    public String bigNumber(Bytes digits) {
        return isResp3() ? line('(', digits.latin1()) : bulk(digits);
    }

    @Override
    public String verbatim(String format, Bytes text) {
        return isResp3()
                ? line('=', text.length() + 4) + format + ":" + text.latin1() + "\r\n"
                : bulk(text);
    }

    @Override
    public String array(List<Reply> elements) {
        return many('*', '*', elements.size(), elements);
    }

    @Override
    public String set(List<Reply> elements) {
        return many('~', '*', elements.size(), elements);
    }

    @Override
    public String map(List<Reply> keysAndValues) {
        int size = keysAndValues.size();
        return many('%', '*', isResp3() ? size / 2 : size, keysAndValues);
    }

    @Override
    public String pairs(List<Reply> firstsAndSeconds) {
        if (!isResp3()) {
            return array(firstsAndSeconds);
        }
        StringBuilder text = new StringBuilder(line('*', firstsAndSeconds.size() / 2));
        for (int i = 0; i < firstsAndSeconds.size(); i += 2) {
            text.append(array(firstsAndSeconds.subList(i, i + 2)));
        }
        return text.toString();
    }

    @Override
    public String push(List<Reply> elements) {
        return many('>', '*', elements.size(), elements);
    }

    @Override
    public String attributed(List<Reply> attributes, Reply reply) {
        String prefix = isResp3() ? many('|', '|', attributes.size() / 2, attributes) : "";
        return prefix + reply.accept(this);
    }

    @Override
    public String sequence(List<Reply> replies) {
        StringBuilder text = new StringBuilder();
        replies.forEach(reply -> text.append(reply.accept(this)));
        return text.toString();
    }

    @Override
    public String nil(Reply.Nil kind) {
        if (isResp3()) {
            return "_\r\n";
        }
        return kind == Reply.Nil.BULK ? "$-1\r\n" : "*-1\r\n";
    }
}
