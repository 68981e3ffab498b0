package dev.lockstep.lua.vm;

import dev.lockstep.value.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * A compiled function without its upvalues: code, constants, and what error messages need to know.
 * Means the same whenever and in whichever {@link LuaState} it runs, and keeps nothing of a run but
 * how much it has run: what runs often is compiled to JVM bytecode.
 */
public final class Prototype {

    /** So many turns of loops make a function as hot as one entry does. */
    private static final int STEPS_PER_ENTRY = 50;

    /** A local variable: the register it lives in and the code during which it is active. */
    public record LocalName(Bytes name, int register, int startPc, int endPc) {}

    /** Where a new closure finds an upvalue: in a register of its maker, or among its upvalues. */
    public record UpvalueSource(Bytes name, boolean inRegister, int index) {}

    final int[] code;
    final int[] lines; // one for each word of code
    final @Nullable Object[] constants; // a number is the tag here and a value in the next
    final double[] numbers;
    final Prototype[] children;
    final LocalName[] locals;
    final UpvalueSource[] upvalues;
    final int parameters;
    final boolean vararg;
    final int registers;
    final Bytes chunkName;
    final int lineDefined;
    private Executable executable = Interpreter.INSTANCE;
    private int heat; // how much it has run

    /** Takes the parts over; constants are values as everywhere else. */
    public Prototype(
            int[] code,
            int[] lines,
            @Nullable Object[] constants,
            Prototype[] children,
            LocalName[] locals,
            UpvalueSource[] upvalues,
            Shape shape) {
        this.code = code;
        this.lines = lines;
        this.constants = constants;
        this.numbers = new double[constants.length];
        for (int i = 0; i < constants.length; i++) {
            if (constants[i] instanceof Double number) {
                numbers[i] = number;
                constants[i] = Tag.NUMBER;
            }
        }
        this.children = children;
        this.locals = locals;
        this.upvalues = upvalues;
        this.parameters = shape.parameters;
        this.vararg = shape.vararg;
        this.registers = shape.registers;
        this.chunkName = shape.chunkName;
        this.lineDefined = shape.lineDefined;
    }

    /** The facts about a function that are single values. */
    public record Shape(
            int parameters, boolean vararg, int registers, Bytes chunkName, int lineDefined) {}

    /** What to run the function by the next time that it begins or goes on. */
    Executable executable(LuaState state) {
        heat++;
        if (isHot(state)) {
            executable = BytecodeCompiler.compile(this);
            heat = Integer.MIN_VALUE;
        }
        return executable;
    }

    boolean isCompiled() {
        return executable != Interpreter.INSTANCE;
    }

    /** Counts {@code steps} that the function has run without beginning anew. */
    void warm(int steps) {
        heat += steps / STEPS_PER_ENTRY;
    }

    /** Whether the function has run so much that it is worth being compiled to JVM bytecode. */
    boolean isHot(LuaState state) {
        return heat > state.entriesBeforeCompilation;
    }

    /** The name given to the source: text itself, {@code @file} or {@code =name}. */
    public Bytes chunkName() {
        return chunkName;
    }

    /** The line of the instruction at {@code pc}. */
    int lineAt(int pc) {
        return pc >= 0 && pc < lines.length ? lines[pc] : lineDefined;
    }

    /** The name of the local variable in {@code register} at {@code pc}. */
    @Nullable Bytes localName(int register, int pc) {
        for (LocalName local : locals) {
            if (local.register == register && local.startPc <= pc && pc < local.endPc) {
                return local.name;
            }
        }
        return null;
    }

    /** The name of the constant at {@code index} when it is a string, else "?". */
    Bytes nameOfConstant(int index) {
        return constants[index] instanceof Bytes text ? text : VariableName.UNKNOWN;
    }
}
