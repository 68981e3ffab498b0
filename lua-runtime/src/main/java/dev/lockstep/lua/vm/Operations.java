package dev.lockstep.lua.vm;

import dev.lockstep.value.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * What the interpreter does when an instruction meets anything but the common case: conversions
 * between strings and numbers (manual 2.2.1) and metamethods (manual 2.8). Registers are absolute;
 * -1 stands for a value that is in none.
 */
final class Operations {

    /** Longer chains of {@code __index} tables are taken for loops. */
    private static final int MAX_CHAIN = 100;

    static final String READONLY = "Attempt to modify a readonly table";

    private Operations() {}

    // ---- indexing

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
                return callMetamethod(coroutine, handler, current, key);
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
            } else {
                handler = coroutine.state.metamethod(current, Meta.NEWINDEX);
                if (handler == null) {
                    throw coroutine.typeError("index", current, place);
                }
            }
            if (handler instanceof LuaFunction) {
                callMetamethod(coroutine, handler, current, key, value);
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

    // ---- arithmetic

    static @Nullable Double toNumber(@Nullable Object value) {
        if (value instanceof Double number) {
            return number;
        }
        return value instanceof Bytes text ? LuaNumber.parse(text) : null;
    }

    /** {@code left op right} for operands that are not both numbers; puts the result in place. */
    static void arithmetic(
            Coroutine coroutine,
            int op,
            @Nullable Object left,
            int leftRegister,
            @Nullable Object right,
            int rightRegister,
            int target) {
        Double a = toNumber(left);
        Double b = toNumber(right);
        if (a != null && b != null) {
            coroutine.setNumber(target, LuaNumber.arithmetic(op, a, b));
            return;
        }
        Bytes event = Meta.arithmetic(op);
        Object handler = binaryHandler(coroutine, left, right, event);
        if (handler == null) {
            throw a == null
                    ? coroutine.typeError("perform arithmetic on", left, leftRegister)
                    : coroutine.typeError("perform arithmetic on", right, rightRegister);
        }
        coroutine.set(target, callMetamethod(coroutine, handler, left, right));
    }

    /** {@code -operand}. */
    static void negate(Coroutine coroutine, int register, int target) {
        Object operand = coroutine.get(register);
        Double number = toNumber(operand);
        if (number != null) {
            coroutine.setNumber(target, -number);
            return;
        }
        Object handler = coroutine.state.metamethod(operand, Meta.UNM);
        if (handler == null) {
            throw coroutine.typeError("perform arithmetic on", operand, register);
        }
        coroutine.set(target, callMetamethod(coroutine, handler, operand, operand));
    }

    /** {@code #operand}: tables know no metamethod in 5.1. */
    static void length(Coroutine coroutine, int register, int target) {
        Object operand = coroutine.get(register);
        if (operand instanceof LuaTable table) {
            coroutine.setNumber(target, table.length());
        } else if (operand instanceof Bytes text) {
            coroutine.setNumber(target, text.length());
        } else {
            Object handler = coroutine.state.metamethod(operand, Meta.LEN);
            if (handler == null) {
                throw coroutine.typeError("get length of", operand, register);
            }
            coroutine.set(target, callMetamethod(coroutine, handler, operand, null));
        }
    }

    private static @Nullable Object binaryHandler(
            Coroutine coroutine, @Nullable Object left, @Nullable Object right, Bytes event) {
        Object handler = coroutine.state.metamethod(left, event);
        return handler != null ? handler : coroutine.state.metamethod(right, event);
    }

    // ---- comparison

    static boolean equal(Coroutine coroutine, @Nullable Object left, @Nullable Object right) {
        if (LuaState.rawEquals(left, right)) {
            return true;
        }
        boolean comparable =
                (left instanceof LuaTable && right instanceof LuaTable)
                        || (left instanceof UserData && right instanceof UserData);
        if (!comparable) {
            return false;
        }
        Object handler = comparisonHandler(coroutine, left, right, Meta.EQ);
        return handler != null && LuaState.isTrue(callMetamethod(coroutine, handler, left, right));
    }

    static boolean less(Coroutine coroutine, @Nullable Object left, @Nullable Object right) {
        if (left instanceof Double a && right instanceof Double b) {
            return a < b;
        }
        if (left instanceof Bytes a && right instanceof Bytes b) {
            return a.compareTo(b) < 0;
        }
        Object handler = orderHandler(coroutine, left, right, Meta.LT);
        if (handler == null) {
            throw incomparable(coroutine, left, right);
        }
        return LuaState.isTrue(callMetamethod(coroutine, handler, left, right));
    }

    static boolean lessOrEqual(Coroutine coroutine, @Nullable Object left, @Nullable Object right) {
        if (left instanceof Double a && right instanceof Double b) {
            return a <= b;
        }
        if (left instanceof Bytes a && right instanceof Bytes b) {
            return a.compareTo(b) <= 0;
        }
        Object handler = orderHandler(coroutine, left, right, Meta.LE);
        if (handler != null) {
            return LuaState.isTrue(callMetamethod(coroutine, handler, left, right));
        }
        handler = orderHandler(coroutine, right, left, Meta.LT);
        if (handler == null) {
            throw incomparable(coroutine, left, right);
        }
        return !LuaState.isTrue(callMetamethod(coroutine, handler, right, left));
    }

    private static @Nullable Object orderHandler(
            Coroutine coroutine, @Nullable Object left, @Nullable Object right, Bytes event) {
        if (!LuaState.typeName(left).equals(LuaState.typeName(right))) {
            return null;
        }
        return comparisonHandler(coroutine, left, right, event);
    }

    /** The metamethod that both operands have. */
    private static @Nullable Object comparisonHandler(
            Coroutine coroutine, @Nullable Object left, @Nullable Object right, Bytes event) {
        Object handler = coroutine.state.metamethod(left, event);
        if (handler == null) {
            return null;
        }
        Object other = coroutine.state.metamethod(right, event);
        return LuaState.rawEquals(handler, other) ? handler : null;
    }

    private static LuaError incomparable(
            Coroutine coroutine, @Nullable Object left, @Nullable Object right) {
        String a = LuaState.typeName(left);
        String b = LuaState.typeName(right);
        return coroutine.runError(
                a.equals(b)
                        ? "attempt to compare two " + a + " values"
                        : "attempt to compare " + a + " with " + b);
    }

    // ---- concatenation

    /** Joins the registers from {@code first} to {@code last}, from the right, into the first. */
    static void concatenate(Coroutine coroutine, int first, int last) {
        int end = last;
        while (end > first) {
            Object right = coroutine.get(end);
            Object left = coroutine.get(end - 1);
            if (!isText(left) || !isText(right)) {
                Object handler = binaryHandler(coroutine, left, right, Meta.CONCAT);
                if (handler == null) {
                    throw isText(left)
                            ? coroutine.typeError("concatenate", right, end)
                            : coroutine.typeError("concatenate", left, end - 1);
                }
                coroutine.set(end - 1, callMetamethod(coroutine, handler, left, right));
                end--;
            } else {
                end = joinTexts(coroutine, first, end);
            }
        }
    }

    private static boolean isText(@Nullable Object value) {
        return value instanceof Bytes || value instanceof Double;
    }

    /** Joins the longest run of texts that ends at {@code end}; returns where the result lies. */
    private static int joinTexts(Coroutine coroutine, int first, int end) {
        int from = end;
        long length = 0;
        while (from >= first && isText(coroutine.get(from))) {
            Bytes text = LuaState.text(coroutine.get(from));
            coroutine.refs[from] = text;
            length += text.length();
            from--;
        }
        from++;
        coroutine.state.chargeString(length);
        coroutine.state.tick(length >> 10);
        byte[] joined = new byte[(int) length];
        int at = 0;
        for (int i = from; i <= end; i++) {
            Bytes text = (Bytes) coroutine.refs[i];
            text.copyTo(0, joined, at, text.length());
            at += text.length();
        }
        coroutine.refs[from] = Bytes.wrap(joined);
        return from;
    }

    // ---- metamethods

    static @Nullable Object callMetamethod(
            Coroutine coroutine,
            @Nullable Object handler,
            @Nullable Object first,
            @Nullable Object second) {
        int at = coroutine.endOfCalls();
        coroutine.ensure(at + 4);
        coroutine.set(at, handler);
        coroutine.set(at + 1, first);
        coroutine.set(at + 2, second);
        coroutine.call(at, 2, 1);
        return coroutine.get(at);
    }

    private static void callMetamethod(
            Coroutine coroutine,
            Object handler,
            @Nullable Object first,
            @Nullable Object second,
            @Nullable Object third) {
        int at = coroutine.endOfCalls();
        coroutine.ensure(at + 5);
        coroutine.set(at, handler);
        coroutine.set(at + 1, first);
        coroutine.set(at + 2, second);
        coroutine.set(at + 3, third);
        coroutine.call(at, 3, 0);
    }
}
