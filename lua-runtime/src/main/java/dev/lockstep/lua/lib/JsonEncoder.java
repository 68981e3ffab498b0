package dev.lockstep.lua.lib;

import dev.lockstep.lua.vm.Call;
import dev.lockstep.lua.vm.LuaError;
import dev.lockstep.lua.vm.LuaNumber;
import dev.lockstep.lua.vm.LuaState;
import dev.lockstep.lua.vm.LuaTable;
import dev.lockstep.lua.vm.UserData;
import dev.lockstep.value.Bytes;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/**
 * Writes Lua values as JSON. A table is an array if all its keys are positive integers; an empty
 * one is an object. Objects are in the order of {@code next}.
 */
final class JsonEncoder {

    /** Lua's stack would be full at this depth, whatever the settings say. */
    private static final int MAX_STACK_DEPTH = 7997;

    private static final String HEX = "0123456789abcdef";

    private final Call call;
    private final CjsonLibrary.Settings settings;
    private final ByteBuffer out;
    private final ArrayDeque<Level> levels = new ArrayDeque<>();

    JsonEncoder(Call call, CjsonLibrary.Settings settings) {
        this.call = call;
        this.settings = settings;
        this.out = new ByteBuffer(call);
    }

    /** A table that is being written; its length is that of an array, -1 for an object. */
    private static final class Level {
        final LuaTable table;
        final int length;
        int next;
        boolean first = true;

        Level(LuaTable table, int length) {
            this.table = table;
            this.length = length;
        }
    }

    Bytes encode(@Nullable Object value) {
        append(value);
        while (!levels.isEmpty()) {
            Level level = levels.getLast();
            boolean more = level.length > 0 ? appendElement(level) : appendField(level);
            if (!more) {
                out.add(level.length > 0 ? ']' : '}');
                levels.removeLast();
            }
        }
        return out.toBytes();
    }

    /** Writes a value, of a table only the opening bracket. */
    private void append(@Nullable Object value) {
        call.tick(1);
        if (value instanceof Bytes text) {
            appendString(text);
        } else if (value instanceof Double number) {
            appendNumber(number);
        } else if (value instanceof Boolean bool) {
            out.add(bool ? "true" : "false");
        } else if (value instanceof LuaTable table) {
            open(table);
        } else if (value == null || (value instanceof UserData data && data.isLight())) {
            out.add("null");
        } else {
            throw failure(value, "type not supported");
        }
    }

    private LuaError failure(@Nullable Object value, String reason) {
        return call.error("Cannot serialise " + LuaState.typeName(value) + ": " + reason);
    }

    private void open(LuaTable table) {
        int depth = levels.size() + 1;
        if (depth > settings.encodeMaxDepth || depth > MAX_STACK_DEPTH) {
            throw call.error("Cannot serialise, excessive nesting (" + depth + ")");
        }
        int length = arrayLength(table);
        out.add(length > 0 ? '[' : '{');
        levels.addLast(new Level(table, Math.max(length, -1)));
    }

    /** The largest index if the table is to be an array, else -1. */
    private int arrayLength(LuaTable table) {
        int largest = 0;
        int items = 0;
        for (int i = 0; i < table.positions(); i++) {
            if (table.valueAt(i) == null) {
                continue;
            }
            if (!(table.keyAt(i) instanceof Double key) || key < 1 || key != Math.floor(key)) {
                return -1;
            }
            if (key > largest) {
                largest = LuaNumber.toInt(key); // negative when it is too large, as in C
            }
            items++;
        }
        boolean sparse =
                settings.sparseRatio > 0
                        && largest > (long) items * settings.sparseRatio
                        && largest > settings.sparseSafe;
        if (sparse) {
            if (settings.sparseConvert == 0) {
                throw failure(table, "excessively sparse array");
            }
            return -1;
        }
        return largest;
    }

    private boolean appendElement(Level level) {
        if (level.next == level.length) {
            return false;
        }
        if (level.next > 0) {
            out.add(',');
        }
        level.next++;
        append(level.table.get(level.next));
        return true;
    }

    private boolean appendField(Level level) {
        LuaTable table = level.table;
        while (level.next < table.positions() && table.valueAt(level.next) == null) {
            level.next++;
        }
        if (level.next == table.positions()) {
            return false;
        }
        if (!level.first) {
            out.add(',');
        }
        level.first = false;
        appendKey(table.keyAt(level.next));
        out.add(':');
        append(table.valueAt(level.next++));
        return true;
    }

    private void appendKey(@Nullable Object key) {
        if (key instanceof Double number) {
            out.add('"');
            appendNumber(number);
            out.add('"');
        } else if (key instanceof Bytes text) {
            appendString(text);
        } else {
            throw failure(key, "table key must be a number or string");
        }
    }

    private void appendNumber(double number) {
        if (!Double.isNaN(number) && !Double.isInfinite(number)) {
            int precision = settings.numberPrecision;
            out.add(precision == 14 ? LuaNumber.text(number) : LuaNumber.text(number, precision));
            return;
        }
        switch (settings.encodeInvalidNumbers) {
            case 0 -> throw failure(number, "must not be NaN or Inf");
            case 1 -> {
                if (Double.isNaN(number)) {
                    out.add("nan");
                } else {
                    out.add(number < 0 ? "-inf" : "inf");
                }
            }
            default -> out.add("null");
        }
    }

    private void appendString(Bytes text) {
        out.add('"');
        int from = 0;
        for (int i = 0; i < text.length(); i++) {
            int c = text.unsignedAt(i);
            if (c >= 32 && c != '"' && c != '\\' && c != '/' && c != 127) {
                continue;
            }
            out.add(text, from, i);
            appendEscaped(c);
            from = i + 1;
        }
        out.add(text, from, text.length());
        out.add('"');
    }

    private void appendEscaped(int c) {
        switch (c) {
            case '"', '\\', '/' -> out.add('\\').add(c);
            case '\b' -> out.add("\\b");
            case '\t' -> out.add("\\t");
            case '\n' -> out.add("\\n");
            case '\f' -> out.add("\\f");
            case '\r' -> out.add("\\r");
            default -> out.add("\\u00").add(HEX.charAt(c >> 4)).add(HEX.charAt(c & 0xf));
        }
    }
}
