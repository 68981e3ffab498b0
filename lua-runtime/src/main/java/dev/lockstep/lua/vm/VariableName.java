package dev.lockstep.lua.vm;

import dev.lockstep.value.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * How a program calls the value in a register, for messages such as {@code attempt to index local
 * 'x'}: found by looking for the instruction that put it there.
 */
record VariableName(String kind, Bytes name) {

    static final Bytes UNKNOWN = Bytes.of("?");

    /** Lua 5.1 does not know the names of constants that are no operands. */
    private static final int MAX_OPERAND = 255;

    VariableName {
        name = name.untilNul();
    }

    /** The name of what is in {@code register} just before the instruction at {@code pc} runs. */
    static @Nullable VariableName of(Prototype function, int pc, int register) {
        Bytes local = function.localName(register, pc);
        if (local != null) {
            return new VariableName("local", local);
        }
        int setter = lastSetter(function.code, pc, register);
        return setter < 0 ? null : fromInstruction(function, setter);
    }

    private static @Nullable VariableName fromInstruction(Prototype function, int pc) {
        int instruction = function.code[pc];
        switch (instruction & 0xff) {
            case Op.MOVE -> {
                int from = Op.b(instruction);
                return from < Op.a(instruction) ? of(function, pc, from) : null;
            }
            case Op.GETGLOBAL -> {
                return new VariableName("global", function.nameOfConstant(function.code[pc + 1]));
            }
            case Op.GETUPVAL -> {
                return new VariableName("upvalue", function.upvalues[Op.b(instruction)].name());
            }
            case Op.SELF -> {
                int index = function.code[pc + 1];
                Bytes name = index > MAX_OPERAND ? UNKNOWN : function.nameOfConstant(index);
                return new VariableName("method", name);
            }
            case Op.GETFIELD -> {
                return new VariableName("field", function.nameOfConstant(Op.c(instruction)));
            }
            case Op.GETTABLE, Op.GETINDEX -> {
                return new VariableName("field", UNKNOWN);
            }
            default -> {
                return null;
            }
        }
    }

    /**
     * The last instruction before {@code pc} that sets {@code register}, on the way that takes
     * every forward jump. Lua 5.1 looks no closer, and takes a test for something that sets what it
     * tests.
     */
    private static int lastSetter(int[] code, int pc, int register) {
        int last = -1;
        int at = 0;
        while (at < pc) {
            int instruction = code[at];
            int op = instruction & 0xff;
            if (sets(instruction, register)) {
                last = at;
            }
            int following = at + (Op.hasWord(op) ? 2 : 1);
            if (Op.jumps(op) && code[at + 1] > at && code[at + 1] <= pc) {
                following = code[at + 1];
            }
            at = following;
        }
        return last;
    }

    private static boolean sets(int instruction, int register) {
        int a = Op.a(instruction);
        int b = Op.b(instruction);
        return switch (instruction & 0xff) {
            case Op.SETUPVAL,
                    Op.SETGLOBAL,
                    Op.SETTABLE,
                    Op.SETFIELD,
                    Op.SETINDEX,
                    Op.JMP,
                    Op.EQ,
                    Op.EQK,
                    Op.LT,
                    Op.LE,
                    Op.LTK,
                    Op.LEK,
                    Op.GTK,
                    Op.GEK,
                    Op.RETURN,
                    Op.SETLIST,
                    Op.CLOSE ->
                    false;
            case Op.LOADNIL -> register >= a && register <= a + b;
            case Op.SELF -> register == a || register == a + 1;
            case Op.CALL, Op.TAILCALL -> register >= a;
            case Op.TFORLOOP -> register >= a + 2;
            case Op.FORPREP, Op.FORLOOP -> register >= a && register <= a + 3;
            case Op.VARARG -> register >= a && (b == 0 || register < a + b - 1);
            default -> register == a;
        };
    }
}
