package dev.lockstep.lua.lib;

import dev.lockstep.lua.vm.Call;
import dev.lockstep.lua.vm.LuaError;
import dev.lockstep.lua.vm.LuaTable;
import dev.lockstep.value.Bytes;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/**
 * Reads MessagePack. Arrays and maps that are not complete wait on a stack of their own, so that
 * nesting does not use that of Java; its limit is the one that the stack of Lua would set.
 */
final class MsgpackDecoder {

    private static final int MAX_STACK = 8000;

    /** A table that still lacks elements; a map alternates between key and value. */
    private static final class Container {
        final LuaTable table;
        final boolean map;
        long remaining;
        int index;
        boolean hasKey;
        @Nullable Object key;

        Container(LuaTable table, boolean map, long remaining) {
            this.table = table;
            this.map = map;
            this.remaining = remaining;
        }
    }

    private final Call call;
    private final Bytes data;
    private final ArrayDeque<Container> open = new ArrayDeque<>();
    private int at;
    private int values;

    MsgpackDecoder(Call call, Bytes data, int offset) {
        this.call = call;
        this.data = data;
        this.at = offset;
    }

    int position() {
        return at;
    }

    /** Pushes the values up to the end of the data, at most {@code limit}. */
    void decode(int limit) {
        while (at < data.length() && values < limit) {
            if (1 + values + 1 > MAX_STACK) {
                throw call.error(
                        "stack overflow (too many return values at once; "
                                + "use unpack_one or unpack_limit instead.)");
            }
            call.push(decodeValue());
            values++;
        }
    }

    private @Nullable Object decodeValue() {
        while (true) {
            call.tick(1);
            Object value = decodeItem();
            if (value instanceof Container container && container.remaining > 0) {
                if (1 + values + 2 * (open.size() + 1) > MAX_STACK) {
                    String kind = container.map ? "hash" : "array";
                    throw call.error("stack overflow (in function mp_decode_to_lua_" + kind + ")");
                }
                open.push(container);
                continue;
            }
            if (value instanceof Container container) {
                value = container.table;
            }
            while (true) {
                Container container = open.peek();
                if (container == null) {
                    return value;
                }
                put(container, value);
                if (container.remaining > 0) {
                    break;
                }
                open.pop();
                value = container.table;
            }
        }
    }

    private void put(Container container, @Nullable Object value) {
        if (!container.map) {
            container.table.set(++container.index, value);
            container.remaining--;
        } else if (container.hasKey) {
            call.state().setIndex(container.table, container.key, value);
            container.hasKey = false;
            container.remaining--;
        } else {
            container.key = value;
            container.hasKey = true;
        }
    }

    // ---- items

    private @Nullable Object decodeItem() {
        need(1);
        int type = data.unsignedAt(at++);
        if (type <= 0x7f) {
            return (double) type;
        }
        if (type >= 0xe0) {
            return (double) (byte) type;
        }
        if (type <= 0x8f) {
            return container(true, type & 0xf);
        }
        if (type <= 0x9f) {
            return container(false, type & 0xf);
        }
        if (type <= 0xbf) {
            return text(type & 0x1f);
        }
        return decodeTyped(type);
    }

    private @Nullable Object decodeTyped(int type) {
        return switch (type) {
            case 0xc0 -> null;
            case 0xc2 -> false;
            case 0xc3 -> true;
            case 0xca -> (double) Float.intBitsToFloat((int) integer(4));
            case 0xcb -> Double.longBitsToDouble(integer(8));
            case 0xcc -> (double) integer(1);
            case 0xcd -> (double) integer(2);
            case 0xce -> (double) integer(4);
            case 0xcf -> (double) integer(8);
            case 0xd0 -> (double) (byte) integer(1);
            case 0xd1 -> (double) (short) integer(2);
            case 0xd2 -> (double) (int) integer(4);
            case 0xd3 -> (double) integer(8);
            case 0xd9 -> text(integer(1));
            case 0xda -> text(integer(2));
            case 0xdb -> text(integer(4));
            case 0xdc -> container(false, integer(2));
            case 0xdd -> container(false, integer(4));
            case 0xde -> container(true, integer(2));
            case 0xdf -> container(true, integer(4));
            default -> throw call.error("Bad data format in input.");
        };
    }

    private Container container(boolean map, long count) {
        return new Container(call.state().newTable(), map, count);
    }

    private Bytes text(long length) {
        need(length);
        call.state().chargeString(length);
        Bytes text = data.slice(at, at + (int) length);
        at += (int) length;
        return text;
    }

    private long integer(int size) {
        need(size);
        long value = 0;
        for (int i = 0; i < size; i++) {
            value = value << 8 | data.unsignedAt(at++);
        }
        return value;
    }

    private void need(long count) {
        if (data.length() - at < count) {
            throw missing();
        }
    }

    private LuaError missing() {
        return call.error("Missing bytes in input.");
    }
}
