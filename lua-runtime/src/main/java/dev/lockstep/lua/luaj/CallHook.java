package dev.lockstep.lua.luaj;

import dev.lockstep.lua.ScriptEngine;
import dev.lockstep.lua.ScriptError;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.luaj.vm2.Globals;
import org.luaj.vm2.Lua;
import org.luaj.vm2.LuaClosure;
import org.luaj.vm2.LuaFunction;
import org.luaj.vm2.LuaValue;
import org.luaj.vm2.Varargs;
import org.luaj.vm2.lib.DebugLib;

/**
 * What LuaJ calls before each instruction, in place of its debug library. Knows the line that runs,
 * asks the interrupt every so often, and gives concatenation the number text of Lua 5.1: numbers
 * among its operands become strings before LuaJ sees them.
 */
final class CallHook extends DebugLib {

    private static final int INSTRUCTIONS_PER_CHECK = 10_000;
    private static final int OPCODE_MASK = 0x3f;
    private static final int FIRST_SHIFT = 23;
    private static final int LAST_SHIFT = 14;
    private static final int REGISTER_MASK = 0x1ff;
    private static final int CALLEE_SHIFT = 6;
    private static final int CALLEE_MASK = 0xff;

    private final Globals globals;
    private final ScriptEngine.Interrupt interrupt;
    private int instructionsLeft = INSTRUCTIONS_PER_CHECK;
    private @Nullable LuaClosure tailCaller; // gone from the calls, but still the caller to Lua 5.1
    private int tailCounter;
    private @Nullable Place errorPlace;
    private @Nullable Place errorFrame;

    /** A place in a script: the name of its chunk and the line. */
    record Place(String source, int line) {
        static final Place HOST = new Place("=[C]", -1);
    }

    /** The Lua functions that run in one coroutine, the innermost last. */
    private static final class Calls {
        private LuaClosure[] closures = new LuaClosure[16];
        private LuaValue[][] registers = new LuaValue[16][];
        private int[] counters = new int[16];
        private int depth;

        void push(LuaClosure closure, LuaValue[] stack) {
            if (depth == closures.length) {
                closures = Arrays.copyOf(closures, 2 * depth);
                registers = Arrays.copyOf(registers, 2 * depth);
                counters = Arrays.copyOf(counters, 2 * depth);
            }
            closures[depth] = closure;
            registers[depth] = stack;
            counters[depth++] = 0;
        }
    }

    CallHook(Globals globals, ScriptEngine.Interrupt interrupt) {
        this.globals = globals;
        this.interrupt = interrupt;
    }

    private Calls calls() {
        Object calls = globals.running.callstack;
        if (calls == null) {
            calls = new Calls();
            globals.running.callstack = calls;
        }
        return (Calls) calls;
    }

    /** How many Lua functions run, to be given to {@link #unwind} after an error. */
    int depth() {
        return calls().depth;
    }

    void unwind(int depth) {
        calls().depth = depth;
    }

    /** The place of the Lua function {@code level} calls above the innermost. */
    Place place(int level) {
        if (tailCaller == null) {
            return frame(level);
        }
        return level == 0 ? place(tailCaller, tailCounter) : frame(level - 1);
    }

    private Place frame(int level) {
        Calls calls = calls();
        int index = calls.depth - 1 - level;
        return index < 0 ? Place.HOST : place(calls.closures[index], calls.counters[index]);
    }

    private static Place place(LuaClosure closure, int counter) {
        int[] lines = closure.p.lineinfo;
        int line = lines != null && counter < lines.length ? lines[counter] : -1;
        return new Place(closure.p.source.tojstring(), line);
    }

    /**
     * Where the error raised last comes from; {@link Place#HOST} if no Lua function had called, or
     * if it has been asked for already.
     */
    Place takeErrorPlace() {
        Place place = errorPlace;
        errorPlace = null;
        if (place == null) {
            place = tailCaller == null ? Place.HOST : place(0);
        }
        tailCaller = null;
        return place;
    }

    /** What LuaJ itself takes for the place of the error raised last, if anything. */
    @Nullable Place takeErrorFrame() {
        Place frame = errorFrame;
        errorFrame = null;
        return frame;
    }

    @Override
    public void onCall(LuaFunction function) {}

    @Override
    public void onCall(LuaClosure closure, Varargs arguments, LuaValue[] stack) {
        calls().push(closure, stack);
    }

    @Override
    public void onInstruction(int counter, Varargs values, int top) {
        Calls calls = calls();
        int index = calls.depth - 1;
        calls.counters[index] = counter;
        tailCaller = null;
        int instruction = calls.closures[index].p.code[counter];
        int operation = instruction & OPCODE_MASK;
        if (operation == Lua.OP_CONCAT) {
            writeNumbers(
                    calls.registers[index],
                    instruction >>> FIRST_SHIFT,
                    instruction >> LAST_SHIFT & REGISTER_MASK);
        } else if (operation == Lua.OP_TAILCALL) {
            int callee = instruction >> CALLEE_SHIFT & CALLEE_MASK;
            if (!(calls.registers[index][callee] instanceof LuaClosure)) {
                tailCaller = calls.closures[index];
                tailCounter = counter;
            }
        }
        if (--instructionsLeft <= 0) {
            instructionsLeft = INSTRUCTIONS_PER_CHECK;
            check();
        }
    }

    private static void writeNumbers(LuaValue[] registers, int first, int last) {
        for (int i = first; i <= last; i++) {
            registers[i] = LuajValues.withNumberText(registers[i]);
        }
    }

    private void check() {
        try {
            interrupt.check();
        } catch (ScriptError e) {
            throw new LuajError(e);
        }
    }

    @Override
    public void onReturn() {
        Calls calls = calls();
        int index = --calls.depth;
        calls.registers[index] = new LuaValue[0];
    }

    /** Called when an error leaves the innermost Lua function. */
    @Override
    public String traceback(int level) {
        errorPlace = place(0);
        errorFrame = frame(0);
        return "";
    }
}
