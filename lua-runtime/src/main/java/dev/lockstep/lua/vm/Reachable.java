package dev.lockstep.lua.vm;

import dev.lockstep.value.Bytes;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One traversal of everything that a state can reach: it measures what that takes up, and it clears
 * the entries of weak tables (manual 2.10.2) that nothing else holds. The memory itself is the
 * business of the Java collector.
 */
final class Reachable {

    /** Longer strings are remembered, so that many references to one do not count many times. */
    private static final int LARGE_STRING = 256;

    private static final int BYTES_PER_OBJECT = 48;

    private final LuaState state;
    private final int mark;
    private final ArrayDeque<Object> pending = new ArrayDeque<>();
    private final Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    private final List<LuaTable> weakTables = new ArrayList<>();
    private long bytes;

    Reachable(LuaState state) {
        this.state = state;
        this.mark = state.nextMark();
    }

    /** The bytes that all reachable values take up. */
    long footprint() {
        state.forEachRoot(this::reach);
        drain();
        return bytes;
    }

    /** Clears weak entries whose key or value is not reachable otherwise; returns the footprint. */
    long collect() {
        footprint();
        for (LuaTable table : weakTables) {
            clear(table);
        }
        return bytes;
    }

    private void drain() {
        Object next = pending.poll();
        while (next != null) {
            traverse(next);
            next = pending.poll();
        }
    }

    private void reach(@Nullable Object value) {
        if (value instanceof Bytes text) {
            if (text.length() < LARGE_STRING || seen.add(text)) {
                bytes += 32 + text.length();
            }
        } else if (value instanceof LuaTable table) {
            if (table.mark != mark) {
                table.mark = mark;
                pending.add(table);
            }
        } else if (value instanceof LuaFunction function) {
            if (function.mark != mark) {
                function.mark = mark;
                pending.add(function);
            }
        } else if (value instanceof Coroutine || value instanceof UserData) {
            if (seen.add(value)) {
                pending.add(value);
            }
        }
    }

    private void traverse(Object value) {
        if (value instanceof LuaTable table) {
            traverseTable(table);
        } else if (value instanceof LuaFunction function) {
            bytes += BYTES_PER_OBJECT;
            reach(function.environment);
            if (function instanceof LuaClosure closure) {
                for (UpValue upvalue : closure.upvalues) {
                    bytes += BYTES_PER_OBJECT;
                    reach(upvalue.get());
                }
            } else if (function instanceof HostFunction host) {
                reach(host.attachment());
            }
        } else if (value instanceof Coroutine coroutine) {
            bytes += coroutine.footprint();
            coroutine.forEachValue(this::reach);
        } else if (value instanceof UserData data) {
            bytes += BYTES_PER_OBJECT;
            reach(data.metatable);
        }
    }

    private void traverseTable(LuaTable table) {
        bytes += table.footprint();
        LuaTable metatable = table.metatable;
        reach(metatable);
        boolean weakKeys = false;
        boolean weakValues = false;
        if (metatable != null && metatable.get(Meta.MODE) instanceof Bytes mode) {
            weakKeys = mode.indexOf((byte) 'k', 0) >= 0;
            weakValues = mode.indexOf((byte) 'v', 0) >= 0;
        }
        if (weakKeys || weakValues) {
            weakTables.add(table);
        }
        for (int i = 0; i < table.positions(); i++) {
            Object value = table.valueAt(i);
            if (value != null) {
                if (!weakKeys) {
                    reach(table.keyAt(i));
                }
                if (!weakValues) {
                    reach(value);
                }
            }
        }
    }

    private void clear(LuaTable table) {
        for (int i = 0; i < table.positions(); i++) {
            if (table.valueAt(i) != null && (isGone(table.keyAt(i)) || isGone(table.valueAt(i)))) {
                table.clearAt(i);
            }
        }
    }

    /** Whether this is an object (not a mere value) that the traversal has not met. */
    private boolean isGone(@Nullable Object value) {
        if (value instanceof LuaTable table) {
            return table.mark != mark;
        }
        if (value instanceof LuaFunction function) {
            return function.mark != mark;
        }
        return (value instanceof Coroutine || value instanceof UserData) && !seen.contains(value);
    }
}
