package dev.lockstep.lua.compiler;

import dev.lockstep.value.Bytes;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The names that are visible in one function while it is parsed (manual 2.6). */
final class Scope {

    static final int MAX_LOCALS = 200;
    static final int MAX_UPVALUES = 60;

    final @Nullable Scope outer;
    final FunctionBody function;
    final List<LocalVariable> active = new ArrayList<>();
    private int loops; // loops around the current statement

    Scope(@Nullable Scope outer, FunctionBody function) {
        this.outer = outer;
        this.function = function;
    }

    void activate(LocalVariable variable) {
        active.add(variable);
    }

    void activate(List<LocalVariable> variables) {
        active.addAll(variables);
    }

    /** Forgets the variables from number {@code count} on. */
    void leaveTo(int count) {
        active.subList(count, active.size()).clear();
    }

    void enterLoop() {
        loops++;
    }

    void leaveLoop() {
        loops--;
    }

    boolean isInLoop() {
        return loops > 0;
    }

    /** What {@code name} means here: a local, an upvalue, or else a global. */
    Expression resolve(Bytes name, Limits limits) {
        LocalVariable local = findLocal(name);
        if (local != null) {
            return new Expression.Local(local);
        }
        int upvalue = findUpvalue(name, limits);
        return upvalue >= 0 ? new Expression.Upvalue(upvalue) : new Expression.Global(name);
    }

    private @Nullable LocalVariable findLocal(Bytes name) {
        for (int i = active.size() - 1; i >= 0; i--) {
            if (active.get(i).name.equals(name)) {
                return active.get(i);
            }
        }
        return null;
    }

    private int findUpvalue(Bytes name, Limits limits) {
        if (outer == null) {
            return -1;
        }
        List<FunctionBody.Captured> known = function.upvalues;
        LocalVariable local = outer.findLocal(name);
        if (local != null) {
            for (int i = 0; i < known.size(); i++) {
                if (known.get(i).local() == local) {
                    return i;
                }
            }
            local.captured = true;
            return capture(new FunctionBody.Captured(name, local, -1), limits);
        }
        int index = outer.findUpvalue(name, limits);
        if (index < 0) {
            return -1;
        }
        for (int i = 0; i < known.size(); i++) {
            if (known.get(i).local() == null && known.get(i).upvalue() == index) {
                return i;
            }
        }
        return capture(new FunctionBody.Captured(name, null, index), limits);
    }

    private int capture(FunctionBody.Captured variable, Limits limits) {
        limits.check(function, function.upvalues.size() + 1, MAX_UPVALUES, "upvalues");
        function.upvalues.add(variable);
        return function.upvalues.size() - 1;
    }

    /** Refuses what a function may not have too many of. */
    @FunctionalInterface
    interface Limits {
        void check(FunctionBody function, int count, int limit, String what);
    }
}
