package dev.lockstep.lua.lib;

import dev.lockstep.lua.vm.Call;
import dev.lockstep.lua.vm.HostFunction;
import dev.lockstep.lua.vm.LuaState;
import java.util.function.DoubleSupplier;

/** What newer servers leave of the library {@code os} (manual 5.8): {@code os.clock}. */
public final class OsLibrary implements HostFunction.Library {

    private static final String[] NAMES = {"clock"};

    private final DoubleSupplier cpuSeconds;

    /** The library with {@code cpuSeconds} as the source of processor time. */
    public OsLibrary(DoubleSupplier cpuSeconds) {
        this.cpuSeconds = cpuSeconds;
    }

    @Override
    public void run(int function, Call call) {
        call.push(cpuSeconds.getAsDouble());
    }

    /** Puts the table {@code os} among the globals of {@code state}. */
    public void open(LuaState state) {
        Functions.library(state, "os", NAMES, this);
    }
}
