package dev.lockstep.lua.lib;

import dev.lockstep.lua.vm.Call;
import dev.lockstep.lua.vm.HostFunction;
import dev.lockstep.lua.vm.LuaClosure;
import dev.lockstep.lua.vm.LuaFunction;
import dev.lockstep.lua.vm.LuaState;
import dev.lockstep.lua.vm.LuaTable;
import dev.lockstep.lua.vm.Meta;
import dev.lockstep.value.Bytes;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The library {@code string} (manual 5.4), which is also the metatable of strings. */
public final class StringLibrary implements HostFunction.Library {

    private static final int BYTE = 0;
    private static final int CHAR = 1;
    private static final int DUMP = 2;
    private static final int FIND = 3;
    private static final int FORMAT = 4;
    private static final int GFIND = 5;
    private static final int GMATCH = 6;
    private static final int GSUB = 7;
    private static final int LEN = 8;
    private static final int LOWER = 9;
    private static final int MATCH = 10;
    private static final int REP = 11;
    private static final int REVERSE = 12;
    private static final int SUB = 13;
    private static final int UPPER = 14;

    private static final String[] NAMES = {
        "byte", "char", "dump", "find", "format", "gfind", "gmatch", "gsub", "len", "lower",
        "match", "rep", "reverse", "sub", "upper"
    };

    private static final String SPECIALS = "^$*+?.([%-";

    /** What every binary chunk begins with: no compiler here accepts one, so no more is needed. */
    private static final Bytes BINARY_CHUNK = Bytes.latin1("\033LuaQ\0\1\4\b\4\b\0");

    private static final int MAX_STACK = 8000;

    /** Puts the table {@code string} among the globals of {@code state}. */
    public void open(LuaState state) {
        LuaTable table = Functions.library(state, "string", NAMES, this);
        table.set(Bytes.of("gfind"), table.get(Bytes.of("gmatch")));
        LuaTable metatable = state.newTable(0, 1);
        metatable.set(Meta.INDEX, table);
        state.setStringMetatable(metatable);
    }

    @Override
    public void run(int function, Call call) {
        switch (function) {
            case BYTE -> bytes(call);
            case CHAR -> characters(call);
            case DUMP -> dump(call);
            case FIND -> find(call, true);
            case FORMAT -> StringFormat.format(call);
            case GFIND, GMATCH -> allMatches(call);
            case GSUB -> Substitution.run(call);
            case LEN -> call.push((double) call.string(1).length());
            case LOWER -> call.pushNew(inCase(call.string(1), 'A', 'Z'));
            case MATCH -> find(call, false);
            case REP -> repeat(call);
            case REVERSE -> call.pushNew(reversed(call.string(1)));
            case SUB -> part(call);
            case UPPER -> call.pushNew(inCase(call.string(1), 'a', 'z'));
            default -> throw new IllegalStateException("function " + function);
        }
    }

    /** A position counted from the end if it is negative; 0 if it lies before the start. */
    private static long position(long position, int length) {
        long absolute = position < 0 ? position + length + 1 : position;
        return Math.max(absolute, 0);
    }

    private static void bytes(Call call) {
        Bytes text = call.string(1);
        long from = position(call.integer(2, 1), text.length());
        long to = position(call.integer(3, from), text.length());
        from = Math.max(from, 1);
        to = Math.min(to, text.length());
        if (to - from + 1 > MAX_STACK - call.count()) {
            throw call.error("stack overflow (string slice too long)");
        }
        for (long i = from; i <= to; i++) {
            call.push((double) text.unsignedAt((int) i - 1));
        }
    }

    private static void characters(Call call) {
        byte[] text = new byte[call.count()];
        for (int i = 0; i < text.length; i++) {
            int code = call.intValue(i + 1);
            if (code != (code & 0xff)) {
                throw call.badArgument(i + 1, "invalid value");
            }
            text[i] = (byte) code;
        }
        call.pushNew(Bytes.wrap(text));
    }

    private static void dump(Call call) {
        LuaFunction function = call.functionArgument(1);
        if (!(function instanceof LuaClosure)) {
            throw call.error("unable to dump given function");
        }
        call.push(BINARY_CHUNK);
    }

    private static Bytes inCase(Bytes text, int from, int to) {
        byte[] data = text.toByteArray();
        for (int i = 0; i < data.length; i++) {
            if (data[i] >= from && data[i] <= to) {
                data[i] ^= 0x20;
            }
        }
        return Bytes.wrap(data);
    }

    private static Bytes reversed(Bytes text) {
        byte[] data = new byte[text.length()];
        for (int i = 0; i < data.length; i++) {
            data[i] = text.at(data.length - 1 - i);
        }
        return Bytes.wrap(data);
    }

    private static void repeat(Call call) {
        Bytes text = call.string(1);
        int count = Math.max(call.intValue(2), 0);
        long length = (long) text.length() * count;
        call.state().chargeString(length);
        call.tick(length >> 10);
        byte[] data = new byte[(int) length];
        if (text.length() == 1) {
            Arrays.fill(data, text.at(0));
        } else {
            for (int at = 0; at < data.length; at += text.length()) {
                text.copyTo(0, data, at, text.length());
            }
        }
        call.push(Bytes.wrap(data));
    }

    private static void part(Call call) {
        Bytes text = call.string(1);
        long from = Math.max(position(call.integer(2), text.length()), 1);
        long to = Math.min(position(call.integer(3, -1), text.length()), text.length());
        if (from > to) {
            call.push(Bytes.EMPTY);
        } else {
            call.pushNew(text.slice((int) from - 1, (int) to));
        }
    }

    // ---- searching

    private static void find(Call call, boolean find) {
        Bytes text = call.string(1);
        Bytes pattern = call.string(2);
        long init = position(call.integer(3, 1), text.length()) - 1;
        int from = (int) Math.min(Math.max(init, 0), text.length());
        if (find && (call.truth(4) || isPlain(pattern))) {
            findPlain(call, text, pattern, from);
            return;
        }
        Pattern matcher = new Pattern(call, text, pattern);
        boolean anchored = matcher.isAnchored();
        int last = anchored ? from : text.length();
        for (int at = from; at <= last; at++) {
            int end = matcher.match(at, anchored ? 1 : 0);
            if (end >= 0) {
                if (find) {
                    call.push((double) (at + 1));
                    call.push((double) end);
                    if (matcher.captureCount() == 0) {
                        return;
                    }
                }
                matcher.pushCaptures(at, end);
                return;
            }
        }
        call.push(null);
    }

    private static boolean isPlain(Bytes pattern) {
        for (int i = 0; i < pattern.length() && pattern.at(i) != 0; i++) {
            if (SPECIALS.indexOf(pattern.at(i)) >= 0) {
                return false;
            }
        }
        return true;
    }

    private static void findPlain(Call call, Bytes text, Bytes wanted, int from) {
        int length = wanted.length();
        byte[] data = text.unsafeArray();
        byte[] sought = wanted.unsafeArray();
        if (length == 0) {
            call.push((double) (from + 1));
            call.push((double) from);
            return;
        }
        for (int at = from; at <= data.length - length; at++) {
            at = text.indexOf(sought[0], at);
            if (at < 0 || at > data.length - length) {
                break;
            }
            call.tick(1);
            if (Arrays.equals(data, at, at + length, sought, 0, length)) {
                call.push((double) (at + 1));
                call.push((double) (at + length));
                return;
            }
        }
        call.push(null);
    }

    private static void allMatches(Call call) {
        Bytes text = call.string(1);
        Bytes pattern = call.string(2);
        int[] at = {0};
        call.push(
                call.state()
                        .function("gmatch_iterator", step -> nextMatch(step, text, pattern, at)));
    }

    private static void nextMatch(Call call, Bytes text, Bytes pattern, int[] at) {
        Pattern matcher = new Pattern(call, text, pattern);
        for (int from = at[0]; from <= text.length(); from++) {
            int end = matcher.match(from, 0);
            if (end >= 0) {
                at[0] = end == from ? end + 1 : end;
                matcher.pushCaptures(from, end);
                return;
            }
        }
        at[0] = text.length() + 1;
        call.push((@Nullable Object) null);
    }
}
