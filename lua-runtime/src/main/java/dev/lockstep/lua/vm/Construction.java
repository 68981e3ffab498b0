package dev.lockstep.lua.vm;

import dev.lockstep.value.Bytes;

/** What makes tables, closures and lists of arguments for the interpreter's loop. */
final class Construction {

    private Construction() {}

    /** Fills a table from registers, last element first, as Lua 5.1 does. */
    static void setList(Coroutine coroutine, int target, int first, int count, int offset) {
        LuaTable table = (LuaTable) coroutine.refs[target];
        table.growArray(offset + count);
        for (int i = count; i > 0; i--) {
            table.set(offset + i, coroutine.get(first + i - 1));
        }
    }

    /** Makes a function of {@code function} and the variables it captures. */
    static LuaClosure capture(Coroutine coroutine, LuaClosure maker, int base, Prototype function) {
        LuaState state = coroutine.state;
        LuaClosure closure = new LuaClosure(state.memory.nextSerial(), function, maker.globals());
        state.memory.charge(LuaClosure.BYTES + 40L * closure.upvalues.length);
        for (int i = 0; i < closure.upvalues.length; i++) {
            Prototype.UpvalueSource source = function.upvalues[i];
            closure.upvalues[i] =
                    source.inRegister()
                            ? coroutine.findUpvalue(base + source.index())
                            : maker.upvalues[source.index()];
        }
        return closure;
    }

    /** Copies {@code wanted} varargs (-1: all) to the registers from {@code target}. */
    static void spreadVarargs(
            Coroutine coroutine, Call call, Prototype function, int target, int wanted) {
        int count = Math.max(0, call.base - call.function - 1 - function.parameters);
        int copied = wanted < 0 ? count : Math.min(count, wanted);
        if (wanted < 0) {
            coroutine.ensure(target + count);
            coroutine.top = target + count;
        }
        coroutine.move(call.base - count, target, copied);
        for (int i = copied; i < wanted; i++) {
            coroutine.refs[target + i] = null;
        }
    }

    /** The table {@code arg} that functions of Lua 5.0 had. */
    static LuaTable argTable(Coroutine coroutine, Call call, Prototype function) {
        int count = Math.max(0, call.base - call.function - 1 - function.parameters);
        LuaTable table = coroutine.state.newTable(count, 1);
        for (int i = 0; i < count; i++) {
            table.set(i + 1, coroutine.get(call.base - count + i));
        }
        table.set(Bytes.of("n"), (double) count);
        return table;
    }
}
