package dev.lockstep.lua.vm;

import dev.lockstep.value.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * Reading and writing fields: the instructions that do so, and what the metamethods {@code __index}
 * and {@code __newindex} make of it (manual 2.8). Registers are absolute.
 */
final class Indexing {

    /** Longer chains of {@code __index} tables are taken for loops. */
    private static final int MAX_CHAIN = 100;

    /** In place of the register of a value that is in none. */
    static final int NO_REGISTER = -1;

    static final String READONLY = "Attempt to modify a readonly table";

    private Indexing() {}

    // ---- instructions: object, key and value are registers

    /** {@code R[target] = globals[name]}. */
    static void getGlobal(Coroutine coroutine, LuaTable globals, Bytes name, int target) {
        Object value = globals.get(name);
        if (value == null && globals.metatable != null) {
            value = index(coroutine, globals, name, NO_REGISTER);
        }
        coroutine.set(target, value);
    }

    /** {@code R[target] = R[object][R[key]]}. */
    static void get(Coroutine coroutine, int object, int key, int target) {
        Object ref = coroutine.refs[key];
        if (coroutine.refs[object] instanceof LuaTable table) {
            Object value = ref == Tag.NUMBER ? table.get(coroutine.nums[key]) : table.get(ref);
            if (value != null || table.metatable == null) {
                coroutine.set(target, value);
                return;
            }
        }
        getSlowly(coroutine, object, coroutine.get(key), target);
    }

    /** {@code R[target] = R[object][name]}. */
    static void getField(Coroutine coroutine, int object, Bytes name, int target) {
        if (coroutine.refs[object] instanceof LuaTable table) {
            Object value = table.get(name);
            if (value != null || table.metatable == null) {
                coroutine.set(target, value);
                return;
            }
        }
        getSlowly(coroutine, object, name, target);
    }

    /** {@code R[target] = R[object][index]}. */
    static void getElement(Coroutine coroutine, int object, int index, int target) {
        if (coroutine.refs[object] instanceof LuaTable table) {
            Object value = table.get(index);
            if (value != null || table.metatable == null) {
                coroutine.set(target, value);
                return;
            }
        }
        getSlowly(coroutine, object, (double) index, target);
    }

    private static void getSlowly(
            Coroutine coroutine, int object, @Nullable Object key, int target) {
        coroutine.set(target, index(coroutine, coroutine.get(object), key, object));
    }

    /** {@code R[object][R[key]] = R[value]}. */
    static void set(Coroutine coroutine, int object, int key, int value) {
        if (coroutine.refs[key] == Tag.NUMBER
                && coroutine.refs[object] instanceof LuaTable table
                && table.isPlain()
                && !Double.isNaN(coroutine.nums[key])) {
            table.set(coroutine.nums[key], coroutine.get(value));
        } else {
            setSlowly(coroutine, object, coroutine.get(key), value);
        }
    }

    /** {@code R[object][name] = R[value]}. */
    static void setField(Coroutine coroutine, int object, Bytes name, int value) {
        if (coroutine.refs[object] instanceof LuaTable table && table.isPlain()) {
            table.set(name, coroutine.get(value));
        } else {
            setSlowly(coroutine, object, name, value);
        }
    }

    /** {@code R[object][index] = R[value]}. */
    static void setElement(Coroutine coroutine, int object, int index, int value) {
        if (coroutine.refs[object] instanceof LuaTable table && table.isPlain()) {
            table.set(index, coroutine.get(value));
        } else {
            setSlowly(coroutine, object, (double) index, value);
        }
    }

    private static void setSlowly(
            Coroutine coroutine, int object, @Nullable Object key, int value) {
        setIndex(coroutine, coroutine.get(object), key, coroutine.get(value), object);
    }

    /** {@code R[target + 1] = R[object]; R[target] = R[object][name]}. */
    static void getMethod(Coroutine coroutine, int object, Object name, int target) {
        coroutine.copy(object, target + 1);
        getSlowly(coroutine, object, name, target);
    }

    // ---- with metamethods

    /** {@code object[key]}. */
    static @Nullable Object index(
            Coroutine coroutine, @Nullable Object object, @Nullable Object key, int register) {
        Object current = object;
        int place = register;
        for (int i = 0; i < MAX_CHAIN; i++) {
            Object handler;
            if (current instanceof LuaTable table) {
                Object value = table.get(key);
                if (value != null || table.metatable == null) {
                    return value;
                }
                handler = table.metatable.get(Meta.INDEX);
                if (handler == null) {
                    return null;
                }
            } else {
                handler = coroutine.state.metamethod(current, Meta.INDEX);
                if (handler == null) {
                    throw coroutine.typeError("index", current, place);
                }
            }
            if (handler instanceof LuaFunction) {
                return Metamethods.call(coroutine, handler, current, key);
            }
            current = handler;
            place = -1;
        }
        throw coroutine.runError("loop in gettable");
    }

    /** {@code object[key] = value}. */
    static void setIndex(
            Coroutine coroutine,
            @Nullable Object object,
            @Nullable Object key,
            @Nullable Object value,
            int register) {
        Object current = object;
        int place = register;
        for (int i = 0; i < MAX_CHAIN; i++) {
            Object handler;
            if (current instanceof LuaTable table) {
                if (table.isReadonly()) {
                    throw coroutine.runError(READONLY);
                }
                LuaTable metatable = table.metatable;
                handler =
                        metatable == null || table.get(key) != null
                                ? null
                                : metatable.get(Meta.NEWINDEX);
                if (handler == null) {
                    setRaw(coroutine, table, key, value);
                    return;
                }
                // Lua 5.1 makes room for the key, which must be one, before it looks for a handler.
                setRaw(coroutine, table, key, null);
            } else {
                handler = coroutine.state.metamethod(current, Meta.NEWINDEX);
                if (handler == null) {
                    throw coroutine.typeError("index", current, place);
                }
            }
            if (handler instanceof LuaFunction) {
                Metamethods.call(coroutine, handler, current, key, value);
                return;
            }
            current = handler;
            place = -1;
        }
        throw coroutine.runError("loop in settable");
    }

    /** Sets a field without metamethods, but not of a read-only table. */
    static void setRaw(
            Coroutine coroutine, LuaTable table, @Nullable Object key, @Nullable Object value) {
        if (table.isReadonly()) {
            throw coroutine.runError(READONLY);
        }
        if (key == null) {
            throw coroutine.runError("table index is nil");
        }
        if (key instanceof Double number && number.isNaN()) {
            throw coroutine.runError("table index is NaN");
        }
        table.set(key, value);
    }
}
