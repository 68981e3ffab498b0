package dev.lockstep.lua.vm;

import dev.lockstep.value.Bytes;

/**
 * The instructions of {@link Op}, a method for each. All take the same: the coroutine, the call
 * that runs and its function, the first register of the call, the instruction, and the program
 * counter behind it, where its second word is. Those that may jump return whether to; those that
 * call return whether the call that ran must be left, because another one has begun or because the
 * coroutine yields.
 *
 * <p>The common case is in the method; the rest is elsewhere. HotSpot makes these methods part of
 * whatever calls them, the {@link Interpreter} or code of {@link BytecodeCompiler}, so each is kept
 * short, and in the latter the operands become constants.
 *
 * <p>The program counter is written back to the call before anything that may fail or look at the
 * stack.
 */
final class Operations {

    private Operations() {}

    // ---- moving values

    static void move(
            Coroutine coroutine, Call call, Prototype function, int base, int instruction, int pc) {
        coroutine.copy(base + Op.b(instruction), base + Op.a(instruction));
    }

    static void loadConstant(
            Coroutine coroutine, Call call, Prototype function, int base, int instruction, int pc) {
        int a = base + Op.a(instruction);
        int k = function.code[pc];
        Object ref = function.constants[k];
        coroutine.nums[a] = function.numbers[k]; // means nothing beside another tag
        if (coroutine.refs[a] != ref) {
            coroutine.refs[a] = ref;
        }
    }

    /** That the next instruction is skipped is up to the caller. */
    static void loadBoolean(
            Coroutine coroutine, Call call, Prototype function, int base, int instruction, int pc) {
        coroutine.refs[base + Op.a(instruction)] =
                Op.b(instruction) != 0 ? Boolean.TRUE : Boolean.FALSE;
    }

    static void loadNil(
            Coroutine coroutine, Call call, Prototype function, int base, int instruction, int pc) {
        Object[] refs = coroutine.refs;
        int a = base + Op.a(instruction);
        int last = a + Op.b(instruction);
        for (int i = a; i <= last; i++) {
            refs[i] = null;
        }
    }

    static void getUpvalue(
            Coroutine coroutine, Call call, Prototype function, int base, int instruction, int pc) {
        UpValue[] upvalues = call.luaFunction().upvalues;
        upvalues[Op.b(instruction)].load(coroutine, base + Op.a(instruction));
    }

    static void setUpvalue(
            Coroutine coroutine, Call call, Prototype function, int base, int instruction, int pc) {
        UpValue[] upvalues = call.luaFunction().upvalues;
        upvalues[Op.b(instruction)].store(coroutine, base + Op.a(instruction));
    }

    // ---- tables

    static void getGlobal(
            Coroutine coroutine, Call call, Prototype function, int base, int instruction, int pc) {
        call.pc = pc;
        Bytes name = (Bytes) function.constants[function.code[pc]];
        LuaTable globals = call.luaFunction().globals();
        Indexing.getGlobal(coroutine, globals, name, base + Op.a(instruction));
    }

    static void setGlobal(
            Coroutine coroutine, Call call, Prototype function, int base, int instruction, int pc) {
        call.pc = pc;
        Object name = function.constants[function.code[pc]];
        LuaTable globals = call.luaFunction().globals();
        Object value = coroutine.get(base + Op.a(instruction));
        Indexing.setIndex(coroutine, globals, name, value, Indexing.NO_REGISTER);
    }

    static void getTable(
            Coroutine coroutine, Call call, Prototype function, int base, int instruction, int pc) {
        call.pc = pc;
        int object = base + Op.b(instruction);
        Indexing.get(coroutine, object, base + Op.c(instruction), base + Op.a(instruction));
    }

    static void getField(
            Coroutine coroutine, Call call, Prototype function, int base, int instruction, int pc) {
        call.pc = pc;
        Bytes name = (Bytes) function.constants[Op.c(instruction)];
        int object = base + Op.b(instruction);
        Indexing.getField(coroutine, object, name, base + Op.a(instruction));
    }

    static void getIndex(
            Coroutine coroutine, Call call, Prototype function, int base, int instruction, int pc) {
        call.pc = pc;
        int object = base + Op.b(instruction);
        Indexing.getElement(coroutine, object, Op.c(instruction), base + Op.a(instruction));
    }

    static void setTable(
            Coroutine coroutine, Call call, Prototype function, int base, int instruction, int pc) {
        call.pc = pc;
        int key = base + Op.b(instruction);
        Indexing.set(coroutine, base + Op.a(instruction), key, base + Op.c(instruction));
    }

    static void setField(
            Coroutine coroutine, Call call, Prototype function, int base, int instruction, int pc) {
        call.pc = pc;
        Bytes name = (Bytes) function.constants[Op.b(instruction)];
        int value = base + Op.c(instruction);
        Indexing.setField(coroutine, base + Op.a(instruction), name, value);
    }

    static void setIndex(
            Coroutine coroutine, Call call, Prototype function, int base, int instruction, int pc) {
        call.pc = pc;
        int object = base + Op.a(instruction);
        Indexing.setElement(coroutine, object, Op.b(instruction), base + Op.c(instruction));
    }

    static void newTable(
            Coroutine coroutine, Call call, Prototype function, int base, int instruction, int pc) {
        call.pc = pc;
        int elements = Op.size(Op.b(instruction));
        int fields = Op.size(Op.c(instruction));
        coroutine.refs[base + Op.a(instruction)] =
                new LuaTable(coroutine.state.memory, elements, fields);
    }

    static void self(
            Coroutine coroutine, Call call, Prototype function, int base, int instruction, int pc) {
        call.pc = pc;
        Bytes name = (Bytes) function.constants[function.code[pc]];
        int object = base + Op.b(instruction);
        Indexing.getMethod(coroutine, object, name, base + Op.a(instruction));
    }

    static void setList(
            Coroutine coroutine, Call call, Prototype function, int base, int instruction, int pc) {
        call.pc = pc;
        int b = Op.b(instruction);
        int first = base + Op.c(instruction);
        int count = b != 0 ? b : coroutine.top - first;
        int target = base + Op.a(instruction);
        Construction.setList(coroutine, target, first, count, function.code[pc]);
    }

    // ---- arithmetic

    static void add(
            Coroutine coroutine, Call call, Prototype function, int base, int instruction, int pc) {
        Object[] refs = coroutine.refs;
        int b = base + Op.b(instruction);
        int c = base + Op.c(instruction);
        if (refs[b] == Tag.NUMBER && refs[c] == Tag.NUMBER) {
            double left = coroutine.nums[b];
            double right = coroutine.nums[c];
            number(coroutine, base + Op.a(instruction), left, right, left + right);
        } else {
            arithmetic(coroutine, call, function, base, instruction, pc);
        }
    }

    static void subtract(
            Coroutine coroutine, Call call, Prototype function, int base, int instruction, int pc) {
        Object[] refs = coroutine.refs;
        int b = base + Op.b(instruction);
        int c = base + Op.c(instruction);
        if (refs[b] == Tag.NUMBER && refs[c] == Tag.NUMBER) {
            double left = coroutine.nums[b];
            double right = coroutine.nums[c];
            number(coroutine, base + Op.a(instruction), left, right, left - right);
        } else {
            arithmetic(coroutine, call, function, base, instruction, pc);
        }
    }

    static void multiply(
            Coroutine coroutine, Call call, Prototype function, int base, int instruction, int pc) {
        Object[] refs = coroutine.refs;
        int b = base + Op.b(instruction);
        int c = base + Op.c(instruction);
        if (refs[b] == Tag.NUMBER && refs[c] == Tag.NUMBER) {
            double left = coroutine.nums[b];
            double right = coroutine.nums[c];
            number(coroutine, base + Op.a(instruction), left, right, left * right);
        } else {
            arithmetic(coroutine, call, function, base, instruction, pc);
        }
    }

    static void divide(
            Coroutine coroutine, Call call, Prototype function, int base, int instruction, int pc) {
        Object[] refs = coroutine.refs;
        int b = base + Op.b(instruction);
        int c = base + Op.c(instruction);
        if (refs[b] == Tag.NUMBER && refs[c] == Tag.NUMBER) {
            double left = coroutine.nums[b];
            double right = coroutine.nums[c];
            number(coroutine, base + Op.a(instruction), left, right, left / right);
        } else {
            arithmetic(coroutine, call, function, base, instruction, pc);
        }
    }

    static void addConstant(
            Coroutine coroutine, Call call, Prototype function, int base, int instruction, int pc) {
        int b = base + Op.b(instruction);
        if (coroutine.refs[b] == Tag.NUMBER) {
            double left = coroutine.nums[b];
            double right = function.numbers[Op.c(instruction)];
            number(coroutine, base + Op.a(instruction), left, right, left + right);
        } else {
            arithmetic(coroutine, call, function, base, instruction, pc);
        }
    }

    static void subtractConstant(
            Coroutine coroutine, Call call, Prototype function, int base, int instruction, int pc) {
        int b = base + Op.b(instruction);
        if (coroutine.refs[b] == Tag.NUMBER) {
            double left = coroutine.nums[b];
            double right = function.numbers[Op.c(instruction)];
            number(coroutine, base + Op.a(instruction), left, right, left - right);
        } else {
            arithmetic(coroutine, call, function, base, instruction, pc);
        }
    }

    static void multiplyConstant(
            Coroutine coroutine, Call call, Prototype function, int base, int instruction, int pc) {
        int b = base + Op.b(instruction);
        if (coroutine.refs[b] == Tag.NUMBER) {
            double left = coroutine.nums[b];
            double right = function.numbers[Op.c(instruction)];
            number(coroutine, base + Op.a(instruction), left, right, left * right);
        } else {
            arithmetic(coroutine, call, function, base, instruction, pc);
        }
    }

    static void divideConstant(
            Coroutine coroutine, Call call, Prototype function, int base, int instruction, int pc) {
        int b = base + Op.b(instruction);
        if (coroutine.refs[b] == Tag.NUMBER) {
            double left = coroutine.nums[b];
            double right = function.numbers[Op.c(instruction)];
            number(coroutine, base + Op.a(instruction), left, right, left / right);
        } else {
            arithmetic(coroutine, call, function, base, instruction, pc);
        }
    }

    /** Puts a result in its place; which of two NaNs an invalid one is depends on the operands. */
    private static void number(
            Coroutine coroutine, int target, double left, double right, double result) {
        coroutine.setNumber(target, Double.isNaN(result) ? LuaNumber.invalid(left, right) : result);
    }

    static void arithmetic(
            Coroutine coroutine, Call call, Prototype function, int base, int instruction, int pc) {
        call.pc = pc;
        Arithmetic.run(coroutine, function, instruction, base);
    }

    static void negate(
            Coroutine coroutine, Call call, Prototype function, int base, int instruction, int pc) {
        call.pc = pc;
        Arithmetic.negate(coroutine, base + Op.b(instruction), base + Op.a(instruction));
    }

    static void not(
            Coroutine coroutine, Call call, Prototype function, int base, int instruction, int pc) {
        coroutine.refs[base + Op.a(instruction)] =
                isTrue(coroutine.refs[base + Op.b(instruction)]) ? Boolean.FALSE : Boolean.TRUE;
    }

    static void length(
            Coroutine coroutine, Call call, Prototype function, int base, int instruction, int pc) {
        call.pc = pc;
        Arithmetic.length(coroutine, base + Op.b(instruction), base + Op.a(instruction));
    }

    static void concatenate(
            Coroutine coroutine, Call call, Prototype function, int base, int instruction, int pc) {
        call.pc = pc;
        int first = base + Op.b(instruction);
        Arithmetic.concatenate(coroutine, first, base + Op.c(instruction));
        coroutine.copy(first, base + Op.a(instruction));
    }

    // ---- jumps

    /** A jump that is always taken: back to the start of a loop, it is a step. */
    static void jump(
            Coroutine coroutine, Call call, Prototype function, int base, int instruction, int pc) {
        if (function.code[pc] <= pc) {
            step(coroutine, call, function, pc);
        }
    }

    static boolean equal(
            Coroutine coroutine, Call call, Prototype function, int base, int instruction, int pc) {
        int b = base + Op.b(instruction);
        int c = base + Op.c(instruction);
        boolean wanted = Op.a(instruction) != 0;
        if (coroutine.refs[b] == Tag.NUMBER && coroutine.refs[c] == Tag.NUMBER) {
            return coroutine.nums[b] == coroutine.nums[c] == wanted;
        }
        call.pc = pc;
        return Comparison.equal(coroutine, b, c) == wanted;
    }

    static boolean equalConstant(
            Coroutine coroutine, Call call, Prototype function, int base, int instruction, int pc) {
        int b = base + Op.b(instruction);
        int c = Op.c(instruction);
        boolean wanted = Op.a(instruction) != 0;
        return Comparison.equalsConstant(coroutine, b, function, c) == wanted;
    }

    static boolean less(
            Coroutine coroutine, Call call, Prototype function, int base, int instruction, int pc) {
        int b = base + Op.b(instruction);
        int c = base + Op.c(instruction);
        boolean wanted = Op.a(instruction) != 0;
        if (coroutine.refs[b] == Tag.NUMBER && coroutine.refs[c] == Tag.NUMBER) {
            return coroutine.nums[b] < coroutine.nums[c] == wanted;
        }
        call.pc = pc;
        return Comparison.less(coroutine, b, c) == wanted;
    }

    static boolean lessOrEqual(
            Coroutine coroutine, Call call, Prototype function, int base, int instruction, int pc) {
        int b = base + Op.b(instruction);
        int c = base + Op.c(instruction);
        boolean wanted = Op.a(instruction) != 0;
        if (coroutine.refs[b] == Tag.NUMBER && coroutine.refs[c] == Tag.NUMBER) {
            return coroutine.nums[b] <= coroutine.nums[c] == wanted;
        }
        call.pc = pc;
        return Comparison.lessOrEqual(coroutine, b, c) == wanted;
    }

    static boolean lessThanConstant(
            Coroutine coroutine, Call call, Prototype function, int base, int instruction, int pc) {
        int b = base + Op.b(instruction);
        double constant = function.numbers[Op.c(instruction)];
        boolean wanted = Op.a(instruction) != 0;
        if (coroutine.refs[b] == Tag.NUMBER) {
            return coroutine.nums[b] < constant == wanted;
        }
        call.pc = pc;
        return Comparison.less(coroutine, coroutine.refs[b], constant) == wanted;
    }

    static boolean lessOrEqualConstant(
            Coroutine coroutine, Call call, Prototype function, int base, int instruction, int pc) {
        int b = base + Op.b(instruction);
        double constant = function.numbers[Op.c(instruction)];
        boolean wanted = Op.a(instruction) != 0;
        if (coroutine.refs[b] == Tag.NUMBER) {
            return coroutine.nums[b] <= constant == wanted;
        }
        call.pc = pc;
        return Comparison.lessOrEqual(coroutine, coroutine.refs[b], constant) == wanted;
    }

    static boolean greaterThanConstant(
            Coroutine coroutine, Call call, Prototype function, int base, int instruction, int pc) {
        int b = base + Op.b(instruction);
        double constant = function.numbers[Op.c(instruction)];
        boolean wanted = Op.a(instruction) != 0;
        if (coroutine.refs[b] == Tag.NUMBER) {
            return coroutine.nums[b] > constant == wanted;
        }
        call.pc = pc;
        return Comparison.less(coroutine, constant, coroutine.refs[b]) == wanted;
    }

    static boolean greaterOrEqualConstant(
            Coroutine coroutine, Call call, Prototype function, int base, int instruction, int pc) {
        int b = base + Op.b(instruction);
        double constant = function.numbers[Op.c(instruction)];
        boolean wanted = Op.a(instruction) != 0;
        if (coroutine.refs[b] == Tag.NUMBER) {
            return coroutine.nums[b] >= constant == wanted;
        }
        call.pc = pc;
        return Comparison.lessOrEqual(coroutine, constant, coroutine.refs[b]) == wanted;
    }

    static boolean test(
            Coroutine coroutine, Call call, Prototype function, int base, int instruction, int pc) {
        return isTrue(coroutine.refs[base + Op.a(instruction)]) == (Op.b(instruction) != 0);
    }

    static boolean testSet(
            Coroutine coroutine, Call call, Prototype function, int base, int instruction, int pc) {
        int from = base + Op.b(instruction);
        if (isTrue(coroutine.refs[from]) != (Op.c(instruction) != 0)) {
            return false;
        }
        coroutine.copy(from, base + Op.a(instruction));
        return true;
    }

    private static boolean isTrue(Object ref) {
        return ref != null && ref != Boolean.FALSE;
    }

    static void prepareLoop(
            Coroutine coroutine, Call call, Prototype function, int base, int instruction, int pc) {
        call.pc = pc;
        Loops.prepare(coroutine, base + Op.a(instruction));
    }

    static boolean loop(
            Coroutine coroutine, Call call, Prototype function, int base, int instruction, int pc) {
        double[] nums = coroutine.nums;
        int a = base + Op.a(instruction);
        double step = nums[a + 2];
        double index = nums[a] + step;
        if (step > 0 ? index <= nums[a + 1] : index >= nums[a + 1]) {
            nums[a] = index;
            coroutine.setNumber(a + 3, index);
            step(coroutine, call, function, pc);
            return true;
        }
        return false;
    }

    static boolean iterate(
            Coroutine coroutine, Call call, Prototype function, int base, int instruction, int pc) {
        call.pc = pc;
        step(coroutine, call, function, pc);
        return Loops.iterate(coroutine, base + Op.a(instruction), Op.c(instruction));
    }

    // ---- calls

    static boolean call(
            Coroutine coroutine, Call call, Prototype function, int base, int instruction, int pc) {
        int a = base + Op.a(instruction);
        int b = Op.b(instruction);
        int arguments = b != 0 ? b - 1 : coroutine.top - a - 1;
        call.pc = pc;
        step(coroutine, call, function, pc);
        if (!(coroutine.refs[a] instanceof LuaFunction)) {
            arguments = coroutine.insertCallMetamethod(a, arguments);
        }
        int wanted = Op.c(instruction) - 1;
        if (coroutine.refs[a] instanceof LuaClosure callee) {
            coroutine.enter(callee, a, arguments, wanted);
            return true;
        }
        coroutine.callHost((HostFunction) coroutine.refs[a], a, arguments, wanted);
        return coroutine.yielding;
    }

    static boolean tailCall(
            Coroutine coroutine, Call call, Prototype function, int base, int instruction, int pc) {
        int a = base + Op.a(instruction);
        int b = Op.b(instruction);
        int arguments = b != 0 ? b - 1 : coroutine.top - a - 1;
        call.pc = pc;
        step(coroutine, call, function, pc);
        if (!(coroutine.refs[a] instanceof LuaFunction)) {
            arguments = coroutine.insertCallMetamethod(a, arguments);
        }
        if (coroutine.refs[a] instanceof LuaClosure callee) {
            coroutine.closeUpvalues(base);
            coroutine.reenter(call, callee, a, arguments);
            return true;
        }
        HostFunction host = (HostFunction) coroutine.refs[a];
        coroutine.callHost(host, a, arguments, Coroutine.ALL);
        return coroutine.yielding;
    }

    /** After it, the call has ended. */
    static void leave(
            Coroutine coroutine, Call call, Prototype function, int base, int instruction, int pc) {
        int a = base + Op.a(instruction);
        int b = Op.b(instruction);
        coroutine.leave(call, a, b != 0 ? b - 1 : coroutine.top - a);
    }

    /**
     * Lets the host interrupt a program every so many steps; each is the turn of a loop or a call.
     */
    private static void step(Coroutine coroutine, Call call, Prototype function, int pc) {
        LuaState state = coroutine.state;
        if (--state.budget < 0) {
            call.pc = pc;
            function.warm(LuaState.STEPS_PER_CHECK);
            state.spendBudget();
        }
    }

    // ---- functions

    static void close(
            Coroutine coroutine, Call call, Prototype function, int base, int instruction, int pc) {
        coroutine.closeUpvalues(base + Op.a(instruction));
    }

    static void closure(
            Coroutine coroutine, Call call, Prototype function, int base, int instruction, int pc) {
        call.pc = pc;
        Prototype child = function.children[function.code[pc]];
        coroutine.refs[base + Op.a(instruction)] =
                Construction.capture(coroutine, call.luaFunction(), base, child);
    }

    static void varargs(
            Coroutine coroutine, Call call, Prototype function, int base, int instruction, int pc) {
        int wanted = Op.b(instruction) - 1;
        int target = base + Op.a(instruction);
        Construction.spreadVarargs(coroutine, call, function, target, wanted);
    }

    static void argTable(
            Coroutine coroutine, Call call, Prototype function, int base, int instruction, int pc) {
        coroutine.refs[base + Op.a(instruction)] = Construction.argTable(coroutine, call, function);
    }
}
