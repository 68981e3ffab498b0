package dev.lockstep.lua.compiler;

import dev.lockstep.lua.vm.LuaError;
import dev.lockstep.lua.vm.Op;
import dev.lockstep.lua.vm.Prototype;
import dev.lockstep.value.Bytes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The code of one function while it is generated: instructions, constants, registers, labels. */
final class CodeBuffer {

    /** As in Lua 5.1; an operand has a byte, so that some registers stay free for calls. */
    static final int MAX_REGISTERS = 249;

    private static final int MAX_CONSTANTS = 1 << 18;

    /** In place of a nil among the keys of the constants. */
    private static final Object NIL = new Object();

    /** A place in the code that jumps go to, known or not yet. */
    static final class Label {
        private int target = -1;
        private int[] jumps = {};
    }

    private final String chunk;
    private int[] code = new int[32];
    private int[] lines = new int[32];
    private int length;
    private final List<@Nullable Object> constants = new ArrayList<>();
    private final Map<Object, Integer> constantIndexes = new HashMap<>();
    private final List<Prototype.LocalName> locals = new ArrayList<>();
    private int freeRegister;
    private int maxRegisters = 2;

    CodeBuffer(String chunk) {
        this.chunk = chunk;
    }

    // ---- instructions

    int position() {
        return length;
    }

    void emit(int line, int op, int a, int b, int c) {
        word(line, Op.encode(op, a, b, c));
    }

    void emit(int line, int op, int a, int b, int c, int word) {
        word(line, Op.encode(op, a, b, c));
        word(line, word);
    }

    /** An instruction whose second word is the place of {@code label}. */
    void emitJump(int line, int op, int a, int b, int c, Label label) {
        word(line, Op.encode(op, a, b, c));
        if (label.target < 0) {
            label.jumps = Arrays.copyOf(label.jumps, label.jumps.length + 1);
            label.jumps[label.jumps.length - 1] = length;
        }
        word(line, label.target);
    }

    void jump(int line, Label label) {
        emitJump(line, Op.JMP, 0, 0, 0, label);
    }

    /** The line of what was emitted last, 0 if nothing was. */
    int lastLine() {
        return length == 0 ? 0 : lines[length - 1];
    }

    private void word(int line, int word) {
        if (length == code.length) {
            code = Arrays.copyOf(code, length * 2);
            lines = Arrays.copyOf(lines, length * 2);
        }
        code[length] = word;
        lines[length] = line;
        length++;
    }

    /** Makes {@code label} the place of the next instruction. */
    void bind(Label label) {
        label.target = length;
        for (int jump : label.jumps) {
            code[jump] = length;
        }
    }

    // ---- constants

    int constant(@Nullable Object value, int line) {
        Object key = value == null ? NIL : value;
        if (value instanceof Double number && number == 0) {
            key = 0.0; // Lua 5.1 looks constants up in a table, where -0 is 0
        }
        Integer known = constantIndexes.get(key);
        if (known != null) {
            return known;
        }
        int index = constants.size();
        if (index == MAX_CONSTANTS) {
            throw new LuaError("constant table overflow");
        }
        constants.add(value);
        constantIndexes.put(key, index);
        return index;
    }

    // ---- registers

    int freeRegister() {
        return freeRegister;
    }

    /** Takes {@code count} registers; returns the first. */
    int take(int count, int line) {
        int first = freeRegister;
        freeRegister += count;
        if (freeRegister > maxRegisters) {
            if (freeRegister > MAX_REGISTERS) {
                throw error(line, "function or expression too complex near ','");
            }
            maxRegisters = freeRegister;
        }
        return first;
    }

    /** Gives back the registers from {@code register} on. */
    void release(int register) {
        freeRegister = register;
    }

    /** Makes sure that the instruction to come may use {@code count} registers more. */
    void reserve(int count, int line) {
        int mark = freeRegister;
        take(count, line);
        release(mark);
    }

    LuaError error(int line, String message) {
        return new LuaError(Bytes.latin1(chunk + ":" + line + ": " + message));
    }

    // ---- debug information

    void endLocal(LocalVariable variable) {
        locals.add(
                new Prototype.LocalName(
                        variable.name, variable.register, variable.startPc, length));
    }

    Prototype finish(FunctionBody function, List<Prototype> children, Bytes chunkName) {
        List<Prototype.UpvalueSource> upvalues = new ArrayList<>();
        for (FunctionBody.Captured captured : function.upvalues) {
            LocalVariable local = captured.local();
            upvalues.add(
                    new Prototype.UpvalueSource(
                            captured.name(),
                            local != null,
                            local != null ? local.register : captured.upvalue()));
        }
        return new Prototype(
                Arrays.copyOf(code, length),
                Arrays.copyOf(lines, length),
                constants.toArray(),
                children.toArray(new Prototype[0]),
                locals.toArray(new Prototype.LocalName[0]),
                upvalues.toArray(new Prototype.UpvalueSource[0]),
                new Prototype.Shape(
                        function.parameters.size(),
                        function.vararg,
                        maxRegisters + 1,
                        chunkName,
                        function.lineDefined));
    }
}
