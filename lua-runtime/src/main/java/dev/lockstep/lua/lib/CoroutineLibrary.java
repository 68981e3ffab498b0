package dev.lockstep.lua.lib;

import dev.lockstep.lua.vm.Call;
import dev.lockstep.lua.vm.Coroutine;
import dev.lockstep.lua.vm.HostFunction;
import dev.lockstep.lua.vm.LuaClosure;
import dev.lockstep.lua.vm.LuaError;
import dev.lockstep.lua.vm.LuaFunction;
import dev.lockstep.lua.vm.LuaState;
import dev.lockstep.value.Bytes;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The library {@code coroutine} (manual 5.2). */
public final class CoroutineLibrary implements HostFunction.Library {

    private static final int CREATE = 0;
    private static final int RESUME = 1;
    private static final int RUNNING = 2;
    private static final int STATUS = 3;
    private static final int WRAP = 4;
    private static final int YIELD = 5;
    private static final int WRAPPED = 6;

    private static final String[] NAMES = {
        "create", "resume", "running", "status", "wrap", "yield"
    };

    /** Puts the table {@code coroutine} among the globals of {@code state}. */
    public void open(LuaState state) {
        Functions.library(state, "coroutine", NAMES, this);
    }

    @Override
    public void run(int function, Call call) {
        switch (function) {
            case CREATE -> call.push(create(call));
            case RESUME -> resume(call);
            case RUNNING -> {
                boolean main = call.state().isMain(call.coroutine());
                call.push(main ? null : call.coroutine());
            }
            case STATUS -> call.pushText(statusName(coroutine(call)));
            case WRAP -> call.push(call.state().function("wrap", this, WRAPPED, create(call)));
            case YIELD -> call.suspend();
            case WRAPPED -> resumeWrapped(call);
            default -> throw new IllegalStateException("function " + function);
        }
    }

    private static Coroutine create(Call call) {
        LuaFunction body = call.get(1) instanceof LuaClosure closure ? closure : null;
        if (body == null) {
            throw call.badArgument(1, "Lua function expected");
        }
        return call.state().newCoroutine(body);
    }

    private static Coroutine coroutine(Call call) {
        if (call.get(1) instanceof Coroutine coroutine) {
            return coroutine;
        }
        throw call.badArgument(1, "coroutine expected");
    }

    private static String statusName(Coroutine coroutine) {
        return coroutine.status().name().toLowerCase(Locale.ROOT);
    }

    private static void resume(Call call) {
        Coroutine coroutine = coroutine(call);
        String refusal = refusal(call, coroutine);
        if (refusal != null) {
            call.push(false);
            call.pushText(refusal);
            return;
        }
        call.push(true);
        try {
            call.resume(coroutine, 2);
        } catch (LuaError error) {
            call.pop();
            call.push(false);
            call.push(error.value());
        }
    }

    private static @Nullable String refusal(Call call, Coroutine coroutine) {
        if (coroutine.status() != Coroutine.Status.SUSPENDED) {
            return "cannot resume " + statusName(coroutine) + " coroutine";
        }
        return call.state().mayResume() ? null : "C stack overflow";
    }

    private static void resumeWrapped(Call call) {
        if (!(call.attachment() instanceof Coroutine coroutine)) {
            throw new IllegalStateException("a wrapped function without coroutine");
        }
        String refusal = refusal(call, coroutine);
        if (refusal != null) {
            throw new LuaError(Bytes.latin1(call.where(1) + refusal));
        }
        try {
            call.resume(coroutine, 1);
        } catch (LuaError error) {
            Object value = error.value();
            if (value instanceof Bytes || value instanceof Double) {
                throw new LuaError(Bytes.latin1(call.where(1)).concat(LuaState.text(value)));
            }
            throw error;
        }
    }
}
