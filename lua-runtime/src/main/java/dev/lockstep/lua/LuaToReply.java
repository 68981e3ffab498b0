package dev.lockstep.lua;

import dev.lockstep.command.ErrorKind;
import dev.lockstep.profile.Feature;
import dev.lockstep.profile.Profile;
import dev.lockstep.reply.Reply;
import dev.lockstep.value.Bytes;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Makes the reply to a script of the Lua value that it returned. */
final class LuaToReply {

    private static final Bytes ERR = Bytes.of("err");
    private static final Bytes OK = Bytes.of("ok");
    private static final Bytes DOUBLE = Bytes.of("double");
    private static final Bytes MAP = Bytes.of("map");
    private static final Bytes SET = Bytes.of("set");
    private static final Bytes BIG_NUMBER = Bytes.of("big_number");
    private static final Bytes VERBATIM = Bytes.of("verbatim_string");
    private static final Bytes STRING = Bytes.of("string");
    private static final Bytes FORMAT = Bytes.of("format");

    private static final int FORMAT_LENGTH = 3;

    /**
     * The slots of the stack that Redis gives Lua and that conversion may fill: what is nested too
     * deep for them becomes an error, wherever it stands. An element takes up one slot more than
     * what it is in, and what is in maps and sets several.
     */
    private static final int SLOTS = 7995;

    private static final int ELEMENT_SLOTS = 1;
    private static final int KEY_SLOTS = 4;
    private static final int VALUE_SLOTS = 3;
    private static final int MEMBER_SLOTS = 3;

    private final Profile profile;

    LuaToReply(Profile profile) {
        this.profile = profile;
    }

    /** The reply for {@code value}, returned by a script that has chosen {@code protocol}. */
    Reply reply(@Nullable Object value, int protocol) {
        return reply(value, protocol, 0);
    }

    private Reply reply(@Nullable Object value, int protocol, int slot) {
        if (slot >= SLOTS) {
            return new Reply.Failure(ErrorKind.SCRIPT_REPLY_TOO_DEEP.text(profile));
        }
        if (value instanceof Bytes text) {
            return Reply.bulk(text);
        }
        if (value instanceof Double number) {
            return Reply.of(truncate(number));
        }
        if (value instanceof Boolean flag) {
            if (protocol == 3) {
                return new Reply.Bool(flag);
            }
            return flag ? Reply.ONE : Reply.NIL;
        }
        return value instanceof ScriptTable table ? reply(table, protocol, slot) : Reply.NIL;
    }

    /** C's conversion to a 64-bit integer as x86 does it: what does not fit becomes the lowest. */
    private static long truncate(double number) {
        return number >= -0x1p63 && number < 0x1p63 ? (long) number : Long.MIN_VALUE;
    }

    private Reply reply(ScriptTable table, int protocol, int slot) {
        if (table.get(ERR) instanceof Bytes text) {
            return new Reply.Failure(errorLine(text));
        }
        if (table.get(OK) instanceof Bytes text) {
            return new Reply.Status(oneLine(text.untilNul()));
        }
        if (table.get(DOUBLE) instanceof Double number) {
            return Reply.of(signless(number));
        }
        if (table.get(MAP) instanceof ScriptTable map) {
            return map(map, protocol, slot);
        }
        if (table.get(SET) instanceof ScriptTable set) {
            return set(set, protocol, slot);
        }
        if (profile.has(Feature.SCRIPT_BIG_NUMBERS)) {
            if (table.get(BIG_NUMBER) instanceof Bytes digits) {
                return new Reply.BigNumber(oneLine(digits));
            }
            if (table.get(VERBATIM) instanceof ScriptTable verbatim
                    && verbatim.get(STRING) instanceof Bytes text
                    && verbatim.get(FORMAT) instanceof Bytes format) {
                return new Reply.Verbatim(threeLetters(format), text);
            }
        }
        return array(table, protocol, slot);
    }

    /** Servers that print shortest doubles print no sign of what is not a number. */
    private double signless(double number) {
        return Double.isNaN(number) && profile.has(Feature.SHORTEST_DOUBLES) ? Double.NaN : number;
    }

    private Reply array(ScriptTable table, int protocol, int slot) {
        List<Reply> elements = new ArrayList<>();
        for (int i = 1; ; i++) {
            Object element = table.get(i);
            if (element == null) {
                return Reply.array(elements);
            }
            elements.add(reply(element, protocol, slot + ELEMENT_SLOTS));
        }
    }

    private Reply map(ScriptTable table, int protocol, int slot) {
        List<Reply> entries = new ArrayList<>();
        table.forEachField(
                (key, value) -> {
                    entries.add(reply(key, protocol, slot + KEY_SLOTS));
                    entries.add(reply(value, protocol, slot + VALUE_SLOTS));
                });
        return new Reply.MapOf(entries);
    }

    private Reply set(ScriptTable table, int protocol, int slot) {
        List<Reply> members = new ArrayList<>();
        table.forEachField((key, value) -> members.add(reply(key, protocol, slot + MEMBER_SLOTS)));
        return new Reply.SetOf(members);
    }

    private static String threeLetters(Bytes format) {
        String letters = format.untilNul().latin1();
        return letters.length() > FORMAT_LENGTH ? letters.substring(0, FORMAT_LENGTH) : letters;
    }

    /** As a line of the protocol, what is in {@code text} up to a zero byte and the last line. */
    static Bytes errorLine(Bytes text) {
        Bytes line = text.untilNul();
        int end = line.length();
        while (end > 0 && isLineEnd(line.at(end - 1))) {
            end--;
        }
        return oneLine(line.slice(0, end));
    }

    static boolean isLineEnd(int c) {
        return c == '\r' || c == '\n';
    }

    /** {@code text} with line ends made blanks. */
    private static Bytes oneLine(Bytes text) {
        if (text.indexOf((byte) '\r', 0) < 0 && text.indexOf((byte) '\n', 0) < 0) {
            return text;
        }
        return Bytes.latin1(text.latin1().replace('\r', ' ').replace('\n', ' '));
    }
}
