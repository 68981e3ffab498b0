package dev.lockstep.lua.vm;

import dev.lockstep.value.Bytes;

/**
 * The loop that runs the instructions of {@link Op}. Calls between Lua functions push a {@link
 * Call} and go on in the same loop; only calls by way of the host come back here anew.
 *
 * <p>The loop is one method, because that keeps its state in the variables of one Java frame. What
 * stands in it is only what a loop over numbers, a test or a call needs; everything else is done by
 * a method elsewhere. That matters twice: HotSpot does not compile methods of more than 8000 bytes
 * of bytecode at all, and it compiles this one again whenever a program takes a way that no program
 * has taken before, which takes the longer the larger it is.
 *
 * <p>An instruction that has run in place says {@code continue}. One that has called out comes to
 * the end of the switch, where the registers are fetched again: they may have been moved. The
 * program counter is written back to the call before anything that may fail or look at the stack.
 */
final class Interpreter {

    private Interpreter() {}

    /**
     * Runs the innermost call, which must be a Lua function, and returns with call {@code floor}.
     */
    static void execute(Coroutine coroutine, int floor) {
        LuaState state = coroutine.state;
        int budget = LuaState.STEPS_PER_CHECK;
        frame:
        while (true) { // a function begins, or goes on after a call
            Call call = coroutine.calls[coroutine.depth - 1];
            LuaClosure closure = call.luaFunction();
            Prototype function = closure.prototype;
            int[] code = function.code;
            Object[] refs = coroutine.refs;
            double[] nums = coroutine.nums;
            int base = call.base;
            int pc = call.pc;
            while (true) {
                int instruction = code[pc++];
                int a = base + ((instruction >>> 8) & 0xff);
                switch (instruction & 0xff) {
                    case Op.MOVE -> {
                        int from = base + ((instruction >>> 16) & 0xff);
                        Object ref = refs[from];
                        if (ref == Tag.NUMBER) {
                            nums[a] = nums[from];
                        }
                        if (refs[a] != ref) {
                            refs[a] = ref;
                        }
                        continue;
                    }
                    case Op.LOADK -> {
                        int k = code[pc++];
                        Object ref = function.constants[k];
                        nums[a] = function.numbers[k]; // means nothing beside another tag
                        if (refs[a] != ref) {
                            refs[a] = ref;
                        }
                        continue;
                    }
                    case Op.LOADBOOL -> {
                        refs[a] = (instruction & 0xff0000) != 0 ? Boolean.TRUE : Boolean.FALSE;
                        pc += instruction >>> 24;
                        continue;
                    }
                    case Op.LOADNIL -> {
                        int last = a + ((instruction >>> 16) & 0xff);
                        for (int i = a; i <= last; i++) {
                            refs[i] = null;
                        }
                        continue;
                    }
                    case Op.GETUPVAL -> {
                        closure.upvalues[(instruction >>> 16) & 0xff].load(coroutine, a);
                        continue;
                    }
                    case Op.SETUPVAL -> {
                        closure.upvalues[(instruction >>> 16) & 0xff].store(coroutine, a);
                        continue;
                    }
                    case Op.GETGLOBAL -> {
                        call.pc = pc;
                        Bytes name = (Bytes) function.constants[code[pc++]];
                        Indexing.getGlobal(coroutine, closure.globals(), name, a);
                    }
                    case Op.SETGLOBAL -> {
                        call.pc = pc;
                        Object name = function.constants[code[pc++]];
                        LuaTable globals = closure.globals();
                        Object value = coroutine.get(a);
                        Indexing.setIndex(coroutine, globals, name, value, Indexing.NO_REGISTER);
                    }
                    case Op.GETTABLE -> {
                        call.pc = pc;
                        int object = base + ((instruction >>> 16) & 0xff);
                        Indexing.get(coroutine, object, base + (instruction >>> 24), a);
                    }
                    case Op.GETFIELD -> {
                        call.pc = pc;
                        int object = base + ((instruction >>> 16) & 0xff);
                        Bytes name = (Bytes) function.constants[instruction >>> 24];
                        Indexing.getField(coroutine, object, name, a);
                    }
                    case Op.GETINDEX -> {
                        call.pc = pc;
                        int object = base + ((instruction >>> 16) & 0xff);
                        Indexing.getElement(coroutine, object, instruction >>> 24, a);
                    }
                    case Op.SETTABLE -> {
                        call.pc = pc;
                        int key = base + ((instruction >>> 16) & 0xff);
                        Indexing.set(coroutine, a, key, base + (instruction >>> 24));
                    }
                    case Op.SETFIELD -> {
                        call.pc = pc;
                        Bytes name = (Bytes) function.constants[(instruction >>> 16) & 0xff];
                        Indexing.setField(coroutine, a, name, base + (instruction >>> 24));
                    }
                    case Op.SETINDEX -> {
                        call.pc = pc;
                        int index = (instruction >>> 16) & 0xff;
                        Indexing.setElement(coroutine, a, index, base + (instruction >>> 24));
                    }
                    case Op.NEWTABLE -> {
                        call.pc = pc;
                        int elements = Op.size((instruction >>> 16) & 0xff);
                        refs[a] = new LuaTable(state.memory, elements, Op.size(instruction >>> 24));
                        continue;
                    }
                    case Op.SELF -> {
                        call.pc = pc;
                        int object = base + ((instruction >>> 16) & 0xff);
                        Bytes name = (Bytes) function.constants[code[pc++]];
                        Indexing.getMethod(coroutine, object, name, a);
                    }
                    case Op.ADD -> {
                        int b = base + ((instruction >>> 16) & 0xff);
                        int c = base + (instruction >>> 24);
                        if (refs[b] == Tag.NUMBER && refs[c] == Tag.NUMBER) {
                            double left = nums[b];
                            double right = nums[c];
                            double result = left + right;
                            nums[a] =
                                    Double.isNaN(result) ? LuaNumber.invalid(left, right) : result;
                            if (refs[a] != Tag.NUMBER) {
                                refs[a] = Tag.NUMBER;
                            }
                            continue;
                        }
                        call.pc = pc;
                        Arithmetic.run(coroutine, function, instruction, base);
                    }
                    case Op.SUB -> {
                        int b = base + ((instruction >>> 16) & 0xff);
                        int c = base + (instruction >>> 24);
                        if (refs[b] == Tag.NUMBER && refs[c] == Tag.NUMBER) {
                            double left = nums[b];
                            double right = nums[c];
                            double result = left - right;
                            nums[a] =
                                    Double.isNaN(result) ? LuaNumber.invalid(left, right) : result;
                            if (refs[a] != Tag.NUMBER) {
                                refs[a] = Tag.NUMBER;
                            }
                            continue;
                        }
                        call.pc = pc;
                        Arithmetic.run(coroutine, function, instruction, base);
                    }
                    case Op.MUL -> {
                        int b = base + ((instruction >>> 16) & 0xff);
                        int c = base + (instruction >>> 24);
                        if (refs[b] == Tag.NUMBER && refs[c] == Tag.NUMBER) {
                            double left = nums[b];
                            double right = nums[c];
                            double result = left * right;
                            nums[a] =
                                    Double.isNaN(result) ? LuaNumber.invalid(left, right) : result;
                            if (refs[a] != Tag.NUMBER) {
                                refs[a] = Tag.NUMBER;
                            }
                            continue;
                        }
                        call.pc = pc;
                        Arithmetic.run(coroutine, function, instruction, base);
                    }
                    case Op.DIV -> {
                        int b = base + ((instruction >>> 16) & 0xff);
                        int c = base + (instruction >>> 24);
                        if (refs[b] == Tag.NUMBER && refs[c] == Tag.NUMBER) {
                            double left = nums[b];
                            double right = nums[c];
                            double result = left / right;
                            nums[a] =
                                    Double.isNaN(result) ? LuaNumber.invalid(left, right) : result;
                            if (refs[a] != Tag.NUMBER) {
                                refs[a] = Tag.NUMBER;
                            }
                            continue;
                        }
                        call.pc = pc;
                        Arithmetic.run(coroutine, function, instruction, base);
                    }
                    case Op.ADDK -> {
                        int b = base + ((instruction >>> 16) & 0xff);
                        if (refs[b] == Tag.NUMBER) {
                            double left = nums[b];
                            double right = function.numbers[instruction >>> 24];
                            double result = left + right;
                            nums[a] =
                                    Double.isNaN(result) ? LuaNumber.invalid(left, right) : result;
                            if (refs[a] != Tag.NUMBER) {
                                refs[a] = Tag.NUMBER;
                            }
                            continue;
                        }
                        call.pc = pc;
                        Arithmetic.run(coroutine, function, instruction, base);
                    }
                    case Op.SUBK -> {
                        int b = base + ((instruction >>> 16) & 0xff);
                        if (refs[b] == Tag.NUMBER) {
                            double left = nums[b];
                            double right = function.numbers[instruction >>> 24];
                            double result = left - right;
                            nums[a] =
                                    Double.isNaN(result) ? LuaNumber.invalid(left, right) : result;
                            if (refs[a] != Tag.NUMBER) {
                                refs[a] = Tag.NUMBER;
                            }
                            continue;
                        }
                        call.pc = pc;
                        Arithmetic.run(coroutine, function, instruction, base);
                    }
                    case Op.MULK -> {
                        int b = base + ((instruction >>> 16) & 0xff);
                        if (refs[b] == Tag.NUMBER) {
                            double left = nums[b];
                            double right = function.numbers[instruction >>> 24];
                            double result = left * right;
                            nums[a] =
                                    Double.isNaN(result) ? LuaNumber.invalid(left, right) : result;
                            if (refs[a] != Tag.NUMBER) {
                                refs[a] = Tag.NUMBER;
                            }
                            continue;
                        }
                        call.pc = pc;
                        Arithmetic.run(coroutine, function, instruction, base);
                    }
                    case Op.DIVK -> {
                        int b = base + ((instruction >>> 16) & 0xff);
                        if (refs[b] == Tag.NUMBER) {
                            double left = nums[b];
                            double right = function.numbers[instruction >>> 24];
                            double result = left / right;
                            nums[a] =
                                    Double.isNaN(result) ? LuaNumber.invalid(left, right) : result;
                            if (refs[a] != Tag.NUMBER) {
                                refs[a] = Tag.NUMBER;
                            }
                            continue;
                        }
                        call.pc = pc;
                        Arithmetic.run(coroutine, function, instruction, base);
                    }
                    case Op.MOD, Op.POW, Op.MODK, Op.POWK -> {
                        call.pc = pc;
                        Arithmetic.run(coroutine, function, instruction, base);
                    }
                    case Op.UNM -> {
                        call.pc = pc;
                        Arithmetic.negate(coroutine, base + ((instruction >>> 16) & 0xff), a);
                    }
                    case Op.NOT -> {
                        Object ref = refs[base + ((instruction >>> 16) & 0xff)];
                        boolean falsy = ref == null || ref == Boolean.FALSE;
                        refs[a] = falsy ? Boolean.TRUE : Boolean.FALSE;
                        continue;
                    }
                    case Op.LEN -> {
                        call.pc = pc;
                        Arithmetic.length(coroutine, base + ((instruction >>> 16) & 0xff), a);
                    }
                    case Op.CONCAT -> {
                        call.pc = pc;
                        int first = base + ((instruction >>> 16) & 0xff);
                        Arithmetic.concatenate(coroutine, first, base + (instruction >>> 24));
                        coroutine.copy(first, a);
                    }
                    case Op.JMP -> {
                        int target = code[pc];
                        if (target <= pc && --budget < 0) {
                            call.pc = pc;
                            budget = state.spend(LuaState.STEPS_PER_CHECK);
                        }
                        pc = target;
                        continue;
                    }
                    case Op.EQ -> {
                        int b = base + ((instruction >>> 16) & 0xff);
                        int c = base + (instruction >>> 24);
                        if (refs[b] == Tag.NUMBER && refs[c] == Tag.NUMBER) {
                            pc = nums[b] == nums[c] == (a != base) ? code[pc] : pc + 1;
                            continue;
                        }
                        call.pc = pc;
                        boolean equal = Comparison.equal(coroutine, b, c);
                        pc = equal == (a != base) ? code[pc] : pc + 1;
                    }
                    case Op.EQK -> {
                        int b = base + ((instruction >>> 16) & 0xff);
                        int c = instruction >>> 24;
                        boolean equal = Comparison.equalsConstant(coroutine, b, function, c);
                        pc = equal == (a != base) ? code[pc] : pc + 1;
                        continue;
                    }
                    case Op.LT -> {
                        int b = base + ((instruction >>> 16) & 0xff);
                        int c = base + (instruction >>> 24);
                        if (refs[b] == Tag.NUMBER && refs[c] == Tag.NUMBER) {
                            pc = nums[b] < nums[c] == (a != base) ? code[pc] : pc + 1;
                            continue;
                        }
                        call.pc = pc;
                        boolean holds = Comparison.less(coroutine, b, c);
                        pc = holds == (a != base) ? code[pc] : pc + 1;
                    }
                    case Op.LE -> {
                        int b = base + ((instruction >>> 16) & 0xff);
                        int c = base + (instruction >>> 24);
                        if (refs[b] == Tag.NUMBER && refs[c] == Tag.NUMBER) {
                            pc = nums[b] <= nums[c] == (a != base) ? code[pc] : pc + 1;
                            continue;
                        }
                        call.pc = pc;
                        boolean holds = Comparison.lessOrEqual(coroutine, b, c);
                        pc = holds == (a != base) ? code[pc] : pc + 1;
                    }
                    case Op.LTK -> {
                        int b = base + ((instruction >>> 16) & 0xff);
                        double constant = function.numbers[instruction >>> 24];
                        if (refs[b] == Tag.NUMBER) {
                            pc = nums[b] < constant == (a != base) ? code[pc] : pc + 1;
                            continue;
                        }
                        call.pc = pc;
                        Object operand = refs[b];
                        boolean holds = Comparison.less(coroutine, operand, constant);
                        pc = holds == (a != base) ? code[pc] : pc + 1;
                    }
                    case Op.LEK -> {
                        int b = base + ((instruction >>> 16) & 0xff);
                        double constant = function.numbers[instruction >>> 24];
                        if (refs[b] == Tag.NUMBER) {
                            pc = nums[b] <= constant == (a != base) ? code[pc] : pc + 1;
                            continue;
                        }
                        call.pc = pc;
                        Object operand = refs[b];
                        boolean holds = Comparison.lessOrEqual(coroutine, operand, constant);
                        pc = holds == (a != base) ? code[pc] : pc + 1;
                    }
                    case Op.GTK -> {
                        int b = base + ((instruction >>> 16) & 0xff);
                        double constant = function.numbers[instruction >>> 24];
                        if (refs[b] == Tag.NUMBER) {
                            pc = nums[b] > constant == (a != base) ? code[pc] : pc + 1;
                            continue;
                        }
                        call.pc = pc;
                        Object operand = refs[b];
                        boolean holds = Comparison.less(coroutine, constant, operand);
                        pc = holds == (a != base) ? code[pc] : pc + 1;
                    }
                    case Op.GEK -> {
                        int b = base + ((instruction >>> 16) & 0xff);
                        double constant = function.numbers[instruction >>> 24];
                        if (refs[b] == Tag.NUMBER) {
                            pc = nums[b] >= constant == (a != base) ? code[pc] : pc + 1;
                            continue;
                        }
                        call.pc = pc;
                        Object operand = refs[b];
                        boolean holds = Comparison.lessOrEqual(coroutine, constant, operand);
                        pc = holds == (a != base) ? code[pc] : pc + 1;
                    }
                    case Op.TEST -> {
                        Object ref = refs[a];
                        boolean truth = ref != null && ref != Boolean.FALSE;
                        pc = truth == ((instruction & 0xff0000) != 0) ? code[pc] : pc + 1;
                        continue;
                    }
                    case Op.TESTSET -> {
                        int from = base + ((instruction >>> 16) & 0xff);
                        Object ref = refs[from];
                        boolean truth = ref != null && ref != Boolean.FALSE;
                        if (truth == (instruction >>> 24 != 0)) {
                            coroutine.copy(from, a);
                            pc = code[pc];
                        } else {
                            pc++;
                        }
                        continue;
                    }
                    case Op.CALL -> {
                        int b = (instruction >>> 16) & 0xff;
                        int arguments = b != 0 ? b - 1 : coroutine.top - a - 1;
                        call.pc = pc;
                        if (--budget < 0) {
                            budget = state.spend(LuaState.STEPS_PER_CHECK);
                        }
                        if (!(refs[a] instanceof LuaFunction)) {
                            arguments = coroutine.insertCallMetamethod(a, arguments);
                        }
                        int wanted = (instruction >>> 24) - 1;
                        if (coroutine.refs[a] instanceof LuaClosure callee) {
                            coroutine.enter(callee, a, arguments, wanted);
                            continue frame;
                        }
                        coroutine.callHost((HostFunction) coroutine.refs[a], a, arguments, wanted);
                        if (coroutine.yielding) {
                            return;
                        }
                    }
                    case Op.TAILCALL -> {
                        int b = (instruction >>> 16) & 0xff;
                        int arguments = b != 0 ? b - 1 : coroutine.top - a - 1;
                        call.pc = pc;
                        if (--budget < 0) {
                            budget = state.spend(LuaState.STEPS_PER_CHECK);
                        }
                        if (!(refs[a] instanceof LuaFunction)) {
                            arguments = coroutine.insertCallMetamethod(a, arguments);
                        }
                        if (coroutine.refs[a] instanceof LuaClosure callee) {
                            coroutine.closeUpvalues(base);
                            coroutine.reenter(call, callee, a, arguments);
                            continue frame;
                        }
                        HostFunction host = (HostFunction) coroutine.refs[a];
                        coroutine.callHost(host, a, arguments, Coroutine.ALL);
                        if (coroutine.yielding) {
                            return;
                        }
                    }
                    case Op.RETURN -> {
                        int b = (instruction >>> 16) & 0xff;
                        coroutine.leave(call, a, b != 0 ? b - 1 : coroutine.top - a);
                        if (coroutine.depth < floor) {
                            return;
                        }
                        continue frame;
                    }
                    case Op.FORPREP -> {
                        call.pc = pc;
                        Loops.prepare(coroutine, a);
                        pc = code[pc];
                    }
                    case Op.FORLOOP -> {
                        double step = nums[a + 2];
                        double index = nums[a] + step;
                        if (step > 0 ? index <= nums[a + 1] : index >= nums[a + 1]) {
                            nums[a] = index;
                            nums[a + 3] = index;
                            if (refs[a + 3] != Tag.NUMBER) {
                                refs[a + 3] = Tag.NUMBER;
                            }
                            if (--budget < 0) {
                                call.pc = pc;
                                budget = state.spend(LuaState.STEPS_PER_CHECK);
                            }
                            pc = code[pc];
                        } else {
                            pc++;
                        }
                        continue;
                    }
                    case Op.TFORLOOP -> {
                        call.pc = pc;
                        if (--budget < 0) {
                            budget = state.spend(LuaState.STEPS_PER_CHECK);
                        }
                        boolean more = Loops.iterate(coroutine, a, instruction >>> 24);
                        pc = more ? code[pc] : pc + 1;
                    }
                    case Op.SETLIST -> {
                        call.pc = pc;
                        int b = (instruction >>> 16) & 0xff;
                        int first = base + (instruction >>> 24);
                        int count = b != 0 ? b : coroutine.top - first;
                        Construction.setList(coroutine, a, first, count, code[pc++]);
                        continue;
                    }
                    case Op.CLOSE -> {
                        coroutine.closeUpvalues(a);
                        continue;
                    }
                    case Op.CLOSURE -> {
                        call.pc = pc;
                        Prototype child = function.children[code[pc++]];
                        refs[a] = Construction.capture(coroutine, closure, base, child);
                        continue;
                    }
                    case Op.VARARG -> {
                        int b = (instruction >>> 16) & 0xff;
                        Construction.spreadVarargs(coroutine, call, function, a, b - 1);
                    }
                    case Op.ARG -> {
                        refs[a] = Construction.argTable(coroutine, call, function);
                        continue;
                    }
                    default -> throw new IllegalStateException("operation " + (instruction & 0xff));
                }
                refs = coroutine.refs;
                nums = coroutine.nums;
            }
        }
    }
}
