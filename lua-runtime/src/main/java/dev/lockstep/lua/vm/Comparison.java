package dev.lockstep.lua.vm;

import dev.lockstep.value.Bytes;
import org.jspecify.annotations.Nullable;

/** Equality and order of values, with metamethods (manual 2.5.2, 2.8). Registers are absolute. */
final class Comparison {

    private Comparison() {}

    /** {@code R[left] == R[right]}. */
    static boolean equal(Coroutine coroutine, int left, int right) {
        return equal(coroutine, coroutine.get(left), coroutine.get(right));
    }

    /** {@code R[left] < R[right]}. */
    static boolean less(Coroutine coroutine, int left, int right) {
        return less(coroutine, coroutine.get(left), coroutine.get(right));
    }

    /** {@code R[left] <= R[right]}. */
    static boolean lessOrEqual(Coroutine coroutine, int left, int right) {
        return lessOrEqual(coroutine, coroutine.get(left), coroutine.get(right));
    }

    /** Whether the value in {@code register} is constant {@code index} of {@code function}. */
    static boolean equalsConstant(
            Coroutine coroutine, int register, Prototype function, int index) {
        Object constant = function.constants[index];
        Object ref = coroutine.refs[register];
        if (ref == constant) {
            return ref != Tag.NUMBER || coroutine.nums[register] == function.numbers[index];
        }
        return ref instanceof Bytes text
                && constant instanceof Bytes other
                && LuaTable.same(text, other);
    }

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
        return handler != null
                && LuaState.isTrue(Metamethods.call(coroutine, handler, left, right));
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
        return LuaState.isTrue(Metamethods.call(coroutine, handler, left, right));
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
            return LuaState.isTrue(Metamethods.call(coroutine, handler, left, right));
        }
        handler = orderHandler(coroutine, right, left, Meta.LT);
        if (handler == null) {
            throw incomparable(coroutine, left, right);
        }
        return !LuaState.isTrue(Metamethods.call(coroutine, handler, right, left));
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
}
