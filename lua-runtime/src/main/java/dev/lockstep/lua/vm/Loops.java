package dev.lockstep.lua.vm;

/** The steps of {@code for} (manual 2.4.5) that are not worth a place in the interpreter's loop. */
final class Loops {

    private Loops() {}

    /** Checks the numbers of a numeric for, and takes the first step back. */
    static void prepare(Coroutine coroutine, int a) {
        double initial = loopNumber(coroutine, a, "initial value");
        double limit = loopNumber(coroutine, a + 1, "limit");
        double step = loopNumber(coroutine, a + 2, "step");
        coroutine.setNumber(a, initial - step);
        coroutine.setNumber(a + 1, limit);
        coroutine.setNumber(a + 2, step);
    }

    private static double loopNumber(Coroutine coroutine, int register, String what) {
        Double number = Arithmetic.toNumber(coroutine.get(register));
        if (number == null) {
            throw coroutine.runError("'for' " + what + " must be a number");
        }
        return number;
    }

    /** One step of a generic for; whether there was a value. */
    static boolean iterate(Coroutine coroutine, int a, int variables) {
        LuaState state = coroutine.state;
        Object iterator = coroutine.refs[a];
        if (coroutine.refs[a + 1] instanceof LuaTable table && iterator instanceof HostFunction) {
            if (iterator == state.nextFunction) {
                int position = table.positionAfter(coroutine.get(a + 2));
                if (position >= 0) {
                    coroutine.set(a + 4, table.valueAt(position));
                    coroutine.set(a + 2, table.keyAt(position));
                    coroutine.copy(a + 2, a + 3);
                    fillWithNil(coroutine, a + 5, variables - 2);
                }
                return position >= 0;
            }
            if (iterator == state.ipairsIterator && coroutine.refs[a + 2] == Tag.NUMBER) {
                int index = (int) coroutine.nums[a + 2] + 1;
                Object value = table.get(index);
                if (value != null) {
                    coroutine.set(a + 4, value);
                    coroutine.setNumber(a + 2, index);
                    coroutine.setNumber(a + 3, index);
                    fillWithNil(coroutine, a + 5, variables - 2);
                }
                return value != null;
            }
        }
        coroutine.copy(a, a + 3);
        coroutine.copy(a + 1, a + 4);
        coroutine.copy(a + 2, a + 5);
        coroutine.call(a + 3, 2, variables);
        if (coroutine.refs[a + 3] == null) {
            return false;
        }
        coroutine.copy(a + 3, a + 2);
        return true;
    }

    private static void fillWithNil(Coroutine coroutine, int from, int count) {
        for (int i = 0; i < count; i++) {
            coroutine.refs[from + i] = null;
        }
    }
}
