package dev.lockstep.lua.engine;

import dev.lockstep.lua.ScriptCall;
import dev.lockstep.lua.ScriptError;
import dev.lockstep.lua.ScriptFunction;
import dev.lockstep.lua.vm.Call;
import dev.lockstep.lua.vm.LuaError;
import dev.lockstep.value.Bytes;
import org.jspecify.annotations.Nullable;

/** A script's call of a function of the {@code redis} table. */
record HostCall(Call call) implements ScriptCall {

    private static final String HOST = "=[C]";

    static void run(ScriptFunction function, Call call) {
        Object result;
        try {
            result = function.call(new HostCall(call));
        } catch (ScriptError e) {
            if (e.isCatchable()) {
                throw new LuaError(e.value());
            }
            throw e;
        }
        if (result instanceof Bytes text) {
            call.pushNew(text);
        } else if (result instanceof Double number) {
            call.push(number.doubleValue());
        } else if (result != ScriptFunction.NOTHING) {
            call.push(result);
        }
    }

    @Override
    public int count() {
        return call.count();
    }

    @Override
    public @Nullable Object get(int index) {
        return call.get(index + 1);
    }

    @Override
    public String callerSource() {
        Bytes source = call.callerSource();
        return source == null ? HOST : source.latin1();
    }

    @Override
    public int callerLine() {
        return call.callerLine();
    }
}
