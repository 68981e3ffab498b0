package dev.lockstep.lua.lib;

import dev.lockstep.lua.vm.Call;
import dev.lockstep.lua.vm.LuaNumber;
import dev.lockstep.lua.vm.LuaTable;
import dev.lockstep.value.Bytes;
import org.jspecify.annotations.Nullable;

/** Writes Lua values as MessagePack, each in the shortest form; what has none becomes nil. */
final class MsgpackEncoder {

    /** Deeper tables become nil. */
    private static final int MAX_NESTING = 16;

    private final Call call;
    private final ByteBuffer out;

    MsgpackEncoder(Call call) {
        this.call = call;
        this.out = new ByteBuffer(call);
    }

    Bytes result() {
        return out.toBytes();
    }

    void encode(@Nullable Object value, int level) {
        call.tick(1);
        if (value instanceof Bytes text) {
            encodeString(text);
        } else if (value instanceof Boolean bool) {
            out.add(bool ? 0xc3 : 0xc2);
        } else if (value instanceof Double number) {
            encodeNumber(number);
        } else if (value instanceof LuaTable table && level < MAX_NESTING) {
            encodeTable(table, level);
        } else {
            out.add(0xc0);
        }
    }

    private void encodeString(Bytes text) {
        int length = text.length();
        if (length < 32) {
            out.add(0xa0 | length);
        } else if (length <= 0xff) {
            out.add(0xd9).add(length);
        } else if (length <= 0xffff) {
            out.add(0xda).addInteger(length, 2, true);
        } else {
            out.add(0xdb).addInteger(length, 4, true);
        }
        out.add(text);
    }

    private void encodeNumber(double number) {
        long integer = LuaNumber.toInteger(number);
        if (integer == number && !(integer == Long.MAX_VALUE)) {
            encodeInteger(integer);
        } else if ((float) number == number) {
            out.add(0xca).addInteger(Float.floatToRawIntBits((float) number), 4, true);
        } else {
            out.add(0xcb).addInteger(Double.doubleToRawLongBits(number), 8, true);
        }
    }

    private void encodeInteger(long n) {
        if (n >= 0) {
            if (n <= 0x7f) {
                out.add((int) n);
            } else if (n <= 0xff) {
                out.add(0xcc).add((int) n);
            } else if (n <= 0xffff) {
                out.add(0xcd).addInteger(n, 2, true);
            } else if (n <= 0xffffffffL) {
                out.add(0xce).addInteger(n, 4, true);
            } else {
                out.add(0xcf).addInteger(n, 8, true);
            }
        } else if (n >= -32) {
            out.add((int) n);
        } else if (n >= Byte.MIN_VALUE) {
            out.add(0xd0).add((int) n);
        } else if (n >= Short.MIN_VALUE) {
            out.add(0xd1).addInteger(n, 2, true);
        } else if (n >= Integer.MIN_VALUE) {
            out.add(0xd2).addInteger(n, 4, true);
        } else {
            out.add(0xd3).addInteger(n, 8, true);
        }
    }

    private void encodeTable(LuaTable table, int level) {
        if (isArray(table)) {
            int length = table.length();
            header(length, 0x90, 0xdc);
            for (int i = 1; i <= length; i++) {
                encode(call.state().index(table, (double) i), level + 1);
            }
            return;
        }
        int[] count = {0};
        table.forEach((key, value) -> count[0]++);
        header(count[0], 0x80, 0xde);
        table.forEach(
                (key, value) -> {
                    encode(key, level + 1);
                    encode(value, level + 1);
                });
    }

    /** Whether the keys are exactly 1 to n; an empty table counts as an array. */
    private static boolean isArray(LuaTable table) {
        double largest = 0;
        int count = 0;
        for (int i = 0; i < table.positions(); i++) {
            if (table.valueAt(i) == null) {
                continue;
            }
            if (!(table.keyAt(i) instanceof Double key) || key <= 0 || key != Math.rint(key)) {
                return false;
            }
            largest = Math.max(largest, key);
            count++;
        }
        return largest == count;
    }

    private void header(int count, int shortForm, int longForm) {
        if (count <= 15) {
            out.add(shortForm | count);
        } else if (count <= 0xffff) {
            out.add(longForm).addInteger(count, 2, true);
        } else {
            out.add(longForm + 1).addInteger(count, 4, true);
        }
    }
}
