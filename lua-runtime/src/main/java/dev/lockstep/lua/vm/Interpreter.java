package dev.lockstep.lua.vm;

import dev.lockstep.value.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * The loop that runs the instructions of {@link Op}. Calls between Lua functions push a {@link
 * Call} and go on in the same loop; only calls by way of the host come back here anew.
 *
 * <p>The loop is one method, because that keeps its state in the variables of one Java frame, and
 * it must stay below 8000 bytes of bytecode, because HotSpot does not compile larger ones: what is
 * not the common case of an instruction is a method of its own. The program counter is written back
 * to the call before anything that may fail or look at the stack.
 */
final class Interpreter {

    private Interpreter() {}

    /**
     * Runs the innermost call, which must be a Lua function, and returns with call {@code floor}.
     */
    static void execute(Coroutine coroutine, int floor) {
        LuaState state = coroutine.state;
        int budget = LuaState.STEPS_PER_CHECK;
        Call call = coroutine.calls[coroutine.depth - 1];
        LuaClosure closure = closureOf(call);
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
                        if (refs[a] != Tag.NUMBER) {
                            refs[a] = Tag.NUMBER;
                        }
                    } else {
                        refs[a] = ref;
                    }
                }
                case Op.LOADK -> {
                    int k = code[pc++];
                    Object ref = function.constants[k];
                    if (ref == Tag.NUMBER) {
                        nums[a] = function.numbers[k];
                        if (refs[a] != Tag.NUMBER) {
                            refs[a] = Tag.NUMBER;
                        }
                    } else {
                        refs[a] = ref;
                    }
                }
                case Op.LOADBOOL -> {
                    refs[a] = (instruction & 0xff0000) != 0 ? Boolean.TRUE : Boolean.FALSE;
                    if (instruction >>> 24 != 0) {
                        pc++;
                    }
                }
                case Op.LOADNIL -> {
                    int last = a + ((instruction >>> 16) & 0xff);
                    for (int i = a; i <= last; i++) {
                        refs[i] = null;
                    }
                }
                case Op.GETUPVAL -> {
                    UpValue upvalue = closure.upvalues[(instruction >>> 16) & 0xff];
                    Coroutine owner = upvalue.owner;
                    Object ref = owner == null ? upvalue.ref : owner.refs[upvalue.register];
                    if (ref == Tag.NUMBER) {
                        nums[a] = owner == null ? upvalue.number : owner.nums[upvalue.register];
                        if (refs[a] != Tag.NUMBER) {
                            refs[a] = Tag.NUMBER;
                        }
                    } else {
                        refs[a] = ref;
                    }
                }
                case Op.SETUPVAL -> {
                    UpValue upvalue = closure.upvalues[(instruction >>> 16) & 0xff];
                    Coroutine owner = upvalue.owner;
                    if (owner == null) {
                        upvalue.ref = refs[a];
                        upvalue.number = nums[a];
                    } else {
                        owner.refs[upvalue.register] = refs[a];
                        owner.nums[upvalue.register] = nums[a];
                    }
                }
                case Op.GETGLOBAL -> {
                    LuaTable globals = closure.globals();
                    Bytes name = (Bytes) function.constants[code[pc++]];
                    Object value = globals.get(name);
                    if (value == null && globals.metatable != null) {
                        call.pc = pc - 1;
                        value = Operations.index(coroutine, globals, name, -1);
                        refs = coroutine.refs;
                        nums = coroutine.nums;
                    }
                    if (value instanceof Double number) {
                        nums[a] = number;
                        value = Tag.NUMBER;
                    }
                    refs[a] = value;
                }
                case Op.SETGLOBAL -> {
                    call.pc = pc;
                    Object name = function.constants[code[pc++]];
                    Operations.setIndex(coroutine, closure.globals(), name, coroutine.get(a), -1);
                    refs = coroutine.refs;
                    nums = coroutine.nums;
                }
                case Op.GETTABLE -> {
                    int object = base + ((instruction >>> 16) & 0xff);
                    int key = base + (instruction >>> 24);
                    Object value = null;
                    boolean found = false;
                    if (refs[object] instanceof LuaTable table) {
                        Object ref = refs[key];
                        value = ref == Tag.NUMBER ? table.get(nums[key]) : table.get(ref);
                        found = value != null || table.metatable == null;
                    }
                    if (!found) {
                        call.pc = pc;
                        value = indexSlowly(coroutine, object, coroutine.get(key));
                        refs = coroutine.refs;
                        nums = coroutine.nums;
                    }
                    if (value instanceof Double number) {
                        nums[a] = number;
                        value = Tag.NUMBER;
                    }
                    if (refs[a] != value) {
                        refs[a] = value;
                    }
                }
                case Op.GETFIELD -> {
                    int object = base + ((instruction >>> 16) & 0xff);
                    Bytes name = (Bytes) function.constants[instruction >>> 24];
                    Object value = null;
                    boolean found = false;
                    if (refs[object] instanceof LuaTable table) {
                        value = table.get(name);
                        found = value != null || table.metatable == null;
                    }
                    if (!found) {
                        call.pc = pc;
                        value = indexSlowly(coroutine, object, name);
                        refs = coroutine.refs;
                        nums = coroutine.nums;
                    }
                    if (value instanceof Double number) {
                        nums[a] = number;
                        value = Tag.NUMBER;
                    }
                    if (refs[a] != value) {
                        refs[a] = value;
                    }
                }
                case Op.GETINDEX -> {
                    int object = base + ((instruction >>> 16) & 0xff);
                    int index = instruction >>> 24;
                    Object value = null;
                    boolean found = false;
                    if (refs[object] instanceof LuaTable table) {
                        value = table.get(index);
                        found = value != null || table.metatable == null;
                    }
                    if (!found) {
                        call.pc = pc;
                        value = indexSlowly(coroutine, object, (double) index);
                        refs = coroutine.refs;
                        nums = coroutine.nums;
                    }
                    if (value instanceof Double number) {
                        nums[a] = number;
                        value = Tag.NUMBER;
                    }
                    if (refs[a] != value) {
                        refs[a] = value;
                    }
                }
                case Op.SETTABLE -> {
                    int key = base + ((instruction >>> 16) & 0xff);
                    int from = base + (instruction >>> 24);
                    call.pc = pc;
                    Object ref = refs[from];
                    Object value = ref == Tag.NUMBER ? (Object) nums[from] : ref;
                    if (refs[a] instanceof LuaTable table
                            && table.metatable == null
                            && !table.isReadonly()
                            && refs[key] == Tag.NUMBER
                            && !Double.isNaN(nums[key])) {
                        table.set(nums[key], value);
                    } else {
                        setSlowly(coroutine, a, coroutine.get(key), value);
                        refs = coroutine.refs;
                        nums = coroutine.nums;
                    }
                }
                case Op.SETFIELD -> {
                    Bytes name = (Bytes) function.constants[(instruction >>> 16) & 0xff];
                    int from = base + (instruction >>> 24);
                    call.pc = pc;
                    Object ref = refs[from];
                    Object value = ref == Tag.NUMBER ? (Object) nums[from] : ref;
                    if (refs[a] instanceof LuaTable table
                            && table.metatable == null
                            && !table.isReadonly()) {
                        table.set(name, value);
                    } else {
                        setSlowly(coroutine, a, name, value);
                        refs = coroutine.refs;
                        nums = coroutine.nums;
                    }
                }
                case Op.SETINDEX -> {
                    int index = (instruction >>> 16) & 0xff;
                    call.pc = pc;
                    setSlowly(
                            coroutine,
                            a,
                            (double) index,
                            coroutine.get(base + (instruction >>> 24)));
                    refs = coroutine.refs;
                    nums = coroutine.nums;
                }
                case Op.NEWTABLE -> {
                    call.pc = pc;
                    int elements = Op.size((instruction >>> 16) & 0xff);
                    refs[a] = new LuaTable(state.memory, elements, Op.size(instruction >>> 24));
                }
                case Op.SELF -> {
                    int object = base + ((instruction >>> 16) & 0xff);
                    call.pc = pc;
                    Object name = function.constants[code[pc++]];
                    coroutine.copy(object, a + 1);
                    Object value = indexSlowly(coroutine, object, name);
                    coroutine.set(a, value);
                    refs = coroutine.refs;
                    nums = coroutine.nums;
                }
                case Op.ADD -> {
                    int b = base + ((instruction >>> 16) & 0xff);
                    int c = base + (instruction >>> 24);
                    if (refs[b] == Tag.NUMBER && refs[c] == Tag.NUMBER) {
                        double left = nums[b];
                        double right = nums[c];
                        double result = left + right;
                        nums[a] = Double.isNaN(result) ? LuaNumber.invalid(left, right) : result;
                        if (refs[a] != Tag.NUMBER) {
                            refs[a] = Tag.NUMBER;
                        }
                    } else {
                        call.pc = pc;
                        arithmeticSlowly(coroutine, instruction, base);
                        refs = coroutine.refs;
                        nums = coroutine.nums;
                    }
                }
                case Op.SUB -> {
                    int b = base + ((instruction >>> 16) & 0xff);
                    int c = base + (instruction >>> 24);
                    if (refs[b] == Tag.NUMBER && refs[c] == Tag.NUMBER) {
                        double left = nums[b];
                        double right = nums[c];
                        double result = left - right;
                        nums[a] = Double.isNaN(result) ? LuaNumber.invalid(left, right) : result;
                        if (refs[a] != Tag.NUMBER) {
                            refs[a] = Tag.NUMBER;
                        }
                    } else {
                        call.pc = pc;
                        arithmeticSlowly(coroutine, instruction, base);
                        refs = coroutine.refs;
                        nums = coroutine.nums;
                    }
                }
                case Op.MUL -> {
                    int b = base + ((instruction >>> 16) & 0xff);
                    int c = base + (instruction >>> 24);
                    if (refs[b] == Tag.NUMBER && refs[c] == Tag.NUMBER) {
                        double left = nums[b];
                        double right = nums[c];
                        double result = left * right;
                        nums[a] = Double.isNaN(result) ? LuaNumber.invalid(left, right) : result;
                        if (refs[a] != Tag.NUMBER) {
                            refs[a] = Tag.NUMBER;
                        }
                    } else {
                        call.pc = pc;
                        arithmeticSlowly(coroutine, instruction, base);
                        refs = coroutine.refs;
                        nums = coroutine.nums;
                    }
                }
                case Op.DIV -> {
                    int b = base + ((instruction >>> 16) & 0xff);
                    int c = base + (instruction >>> 24);
                    if (refs[b] == Tag.NUMBER && refs[c] == Tag.NUMBER) {
                        double left = nums[b];
                        double right = nums[c];
                        double result = left / right;
                        nums[a] = Double.isNaN(result) ? LuaNumber.invalid(left, right) : result;
                        if (refs[a] != Tag.NUMBER) {
                            refs[a] = Tag.NUMBER;
                        }
                    } else {
                        call.pc = pc;
                        arithmeticSlowly(coroutine, instruction, base);
                        refs = coroutine.refs;
                        nums = coroutine.nums;
                    }
                }
                case Op.MOD, Op.POW -> {
                    call.pc = pc;
                    int b = base + ((instruction >>> 16) & 0xff);
                    int c = base + (instruction >>> 24);
                    if (refs[b] == Tag.NUMBER && refs[c] == Tag.NUMBER) {
                        nums[a] = LuaNumber.arithmetic(instruction & 0xff, nums[b], nums[c]);
                        if (refs[a] != Tag.NUMBER) {
                            refs[a] = Tag.NUMBER;
                        }
                    } else {
                        arithmeticSlowly(coroutine, instruction, base);
                        refs = coroutine.refs;
                        nums = coroutine.nums;
                    }
                }
                case Op.ADDK -> {
                    int b = base + ((instruction >>> 16) & 0xff);
                    if (refs[b] == Tag.NUMBER) {
                        double left = nums[b];
                        double right = function.numbers[instruction >>> 24];
                        double result = left + right;
                        nums[a] = Double.isNaN(result) ? LuaNumber.invalid(left, right) : result;
                        if (refs[a] != Tag.NUMBER) {
                            refs[a] = Tag.NUMBER;
                        }
                    } else {
                        call.pc = pc;
                        arithmeticSlowly(coroutine, instruction, base);
                        refs = coroutine.refs;
                        nums = coroutine.nums;
                    }
                }
                case Op.SUBK -> {
                    int b = base + ((instruction >>> 16) & 0xff);
                    if (refs[b] == Tag.NUMBER) {
                        double left = nums[b];
                        double right = function.numbers[instruction >>> 24];
                        double result = left - right;
                        nums[a] = Double.isNaN(result) ? LuaNumber.invalid(left, right) : result;
                        if (refs[a] != Tag.NUMBER) {
                            refs[a] = Tag.NUMBER;
                        }
                    } else {
                        call.pc = pc;
                        arithmeticSlowly(coroutine, instruction, base);
                        refs = coroutine.refs;
                        nums = coroutine.nums;
                    }
                }
                case Op.MULK -> {
                    int b = base + ((instruction >>> 16) & 0xff);
                    if (refs[b] == Tag.NUMBER) {
                        double left = nums[b];
                        double right = function.numbers[instruction >>> 24];
                        double result = left * right;
                        nums[a] = Double.isNaN(result) ? LuaNumber.invalid(left, right) : result;
                        if (refs[a] != Tag.NUMBER) {
                            refs[a] = Tag.NUMBER;
                        }
                    } else {
                        call.pc = pc;
                        arithmeticSlowly(coroutine, instruction, base);
                        refs = coroutine.refs;
                        nums = coroutine.nums;
                    }
                }
                case Op.DIVK -> {
                    int b = base + ((instruction >>> 16) & 0xff);
                    if (refs[b] == Tag.NUMBER) {
                        double left = nums[b];
                        double right = function.numbers[instruction >>> 24];
                        double result = left / right;
                        nums[a] = Double.isNaN(result) ? LuaNumber.invalid(left, right) : result;
                        if (refs[a] != Tag.NUMBER) {
                            refs[a] = Tag.NUMBER;
                        }
                    } else {
                        call.pc = pc;
                        arithmeticSlowly(coroutine, instruction, base);
                        refs = coroutine.refs;
                        nums = coroutine.nums;
                    }
                }
                case Op.MODK, Op.POWK -> {
                    call.pc = pc;
                    int b = base + ((instruction >>> 16) & 0xff);
                    if (refs[b] == Tag.NUMBER) {
                        nums[a] =
                                LuaNumber.arithmetic(
                                        (instruction & 0xff) - (Op.ADDK - Op.ADD),
                                        nums[b],
                                        function.numbers[instruction >>> 24]);
                        if (refs[a] != Tag.NUMBER) {
                            refs[a] = Tag.NUMBER;
                        }
                    } else {
                        arithmeticSlowly(coroutine, instruction, base);
                        refs = coroutine.refs;
                        nums = coroutine.nums;
                    }
                }
                case Op.UNM -> {
                    int b = base + ((instruction >>> 16) & 0xff);
                    if (refs[b] == Tag.NUMBER) {
                        nums[a] = -nums[b];
                        if (refs[a] != Tag.NUMBER) {
                            refs[a] = Tag.NUMBER;
                        }
                    } else {
                        call.pc = pc;
                        Operations.negate(coroutine, b, a);
                        refs = coroutine.refs;
                        nums = coroutine.nums;
                    }
                }
                case Op.NOT -> {
                    Object ref = refs[base + ((instruction >>> 16) & 0xff)];
                    boolean falsy = ref == null || ref == Boolean.FALSE;
                    refs[a] = falsy ? Boolean.TRUE : Boolean.FALSE;
                }
                case Op.LEN -> {
                    call.pc = pc;
                    Operations.length(coroutine, base + ((instruction >>> 16) & 0xff), a);
                    refs = coroutine.refs;
                    nums = coroutine.nums;
                }
                case Op.CONCAT -> {
                    call.pc = pc;
                    int first = base + ((instruction >>> 16) & 0xff);
                    Operations.concatenate(coroutine, first, base + (instruction >>> 24));
                    refs = coroutine.refs;
                    nums = coroutine.nums;
                    if (first != a) {
                        coroutine.copy(first, a);
                    }
                }
                case Op.JMP -> {
                    int target = code[pc];
                    if (target <= pc && --budget < 0) {
                        call.pc = pc;
                        budget = LuaState.STEPS_PER_CHECK;
                        state.tick(budget);
                    }
                    pc = target;
                }
                case Op.EQ -> {
                    int b = base + ((instruction >>> 16) & 0xff);
                    int c = base + (instruction >>> 24);
                    boolean equal;
                    if (refs[b] == Tag.NUMBER && refs[c] == Tag.NUMBER) {
                        equal = nums[b] == nums[c];
                    } else {
                        call.pc = pc;
                        equal = Operations.equal(coroutine, coroutine.get(b), coroutine.get(c));
                        refs = coroutine.refs;
                        nums = coroutine.nums;
                    }
                    if (equal == (a != base)) {
                        pc = code[pc];
                    } else {
                        pc++;
                    }
                }
                case Op.EQK -> {
                    int b = base + ((instruction >>> 16) & 0xff);
                    int c = instruction >>> 24;
                    Object constant = function.constants[c];
                    Object ref = refs[b];
                    boolean equal =
                            ref == constant
                                    ? ref != Tag.NUMBER || nums[b] == function.numbers[c]
                                    : ref instanceof Bytes text
                                            && constant instanceof Bytes other
                                            && LuaTable.same(text, other);
                    if (equal == (a != base)) {
                        pc = code[pc];
                    } else {
                        pc++;
                    }
                }
                case Op.LT -> {
                    int b = base + ((instruction >>> 16) & 0xff);
                    int c = base + (instruction >>> 24);
                    boolean holds;
                    if (refs[b] == Tag.NUMBER && refs[c] == Tag.NUMBER) {
                        holds = nums[b] < nums[c];
                    } else {
                        call.pc = pc;
                        holds = Operations.less(coroutine, coroutine.get(b), coroutine.get(c));
                        refs = coroutine.refs;
                        nums = coroutine.nums;
                    }
                    if (holds == (a != base)) {
                        pc = code[pc];
                    } else {
                        pc++;
                    }
                }
                case Op.LE -> {
                    int b = base + ((instruction >>> 16) & 0xff);
                    int c = base + (instruction >>> 24);
                    boolean holds;
                    if (refs[b] == Tag.NUMBER && refs[c] == Tag.NUMBER) {
                        holds = nums[b] <= nums[c];
                    } else {
                        call.pc = pc;
                        holds =
                                Operations.lessOrEqual(
                                        coroutine, coroutine.get(b), coroutine.get(c));
                        refs = coroutine.refs;
                        nums = coroutine.nums;
                    }
                    if (holds == (a != base)) {
                        pc = code[pc];
                    } else {
                        pc++;
                    }
                }
                case Op.LTK, Op.LEK, Op.GTK, Op.GEK -> {
                    int b = base + ((instruction >>> 16) & 0xff);
                    double right = function.numbers[instruction >>> 24];
                    boolean holds;
                    if (refs[b] == Tag.NUMBER) {
                        double left = nums[b];
                        holds =
                                switch (instruction & 0xff) {
                                    case Op.LTK -> left < right;
                                    case Op.LEK -> left <= right;
                                    case Op.GTK -> left > right;
                                    default -> left >= right;
                                };
                    } else {
                        call.pc = pc;
                        holds = compareSlowly(coroutine, instruction, b, right);
                        refs = coroutine.refs;
                        nums = coroutine.nums;
                    }
                    if (holds == (a != base)) {
                        pc = code[pc];
                    } else {
                        pc++;
                    }
                }
                case Op.TEST -> {
                    Object ref = refs[a];
                    boolean truth = ref != null && ref != Boolean.FALSE;
                    if (truth == ((instruction & 0xff0000) != 0)) {
                        pc = code[pc];
                    } else {
                        pc++;
                    }
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
                }
                case Op.CALL -> {
                    int b = (instruction >>> 16) & 0xff;
                    int arguments = b != 0 ? b - 1 : coroutine.top - a - 1;
                    call.pc = pc;
                    if (--budget < 0) {
                        budget = LuaState.STEPS_PER_CHECK;
                        state.tick(budget);
                    }
                    if (!(refs[a] instanceof LuaFunction)) {
                        arguments = coroutine.insertCallMetamethod(a, arguments);
                        refs = coroutine.refs;
                    }
                    if (refs[a] instanceof LuaClosure callee) {
                        call = coroutine.enter(callee, a, arguments, (instruction >>> 24) - 1);
                        closure = callee;
                        function = callee.prototype;
                        code = function.code;
                        base = call.base;
                        pc = 0;
                    } else {
                        coroutine.callHost(
                                (HostFunction) refs[a], a, arguments, (instruction >>> 24) - 1);
                        if (coroutine.yielding) {
                            return;
                        }
                    }
                    refs = coroutine.refs;
                    nums = coroutine.nums;
                }
                case Op.TAILCALL -> {
                    int b = (instruction >>> 16) & 0xff;
                    int arguments = b != 0 ? b - 1 : coroutine.top - a - 1;
                    call.pc = pc;
                    if (--budget < 0) {
                        budget = LuaState.STEPS_PER_CHECK;
                        state.tick(budget);
                    }
                    if (!(refs[a] instanceof LuaFunction)) {
                        arguments = coroutine.insertCallMetamethod(a, arguments);
                        refs = coroutine.refs;
                    }
                    if (refs[a] instanceof LuaClosure callee) {
                        if (coroutine.openUpvalues != null) {
                            coroutine.closeUpvalues(base);
                        }
                        call = coroutine.reenter(call, callee, a, arguments);
                        closure = callee;
                        function = callee.prototype;
                        code = function.code;
                        base = call.base;
                        pc = 0;
                    } else {
                        coroutine.callHost((HostFunction) refs[a], a, arguments, Coroutine.ALL);
                        if (coroutine.yielding) {
                            return;
                        }
                    }
                    refs = coroutine.refs;
                    nums = coroutine.nums;
                }
                case Op.RETURN -> {
                    int b = (instruction >>> 16) & 0xff;
                    int count = b != 0 ? b - 1 : coroutine.top - a;
                    if (coroutine.openUpvalues != null) {
                        coroutine.closeUpvalues(base);
                    }
                    int depth = --coroutine.depth;
                    if (call.wanted == 1 && count == 1) {
                        int target = call.function;
                        Object ref = refs[a];
                        if (ref == Tag.NUMBER) {
                            nums[target] = nums[a];
                        }
                        refs[target] = ref;
                    } else {
                        coroutine.deliver(a, count, call.function, call.wanted);
                    }
                    if (depth < floor) {
                        return;
                    }
                    call = coroutine.calls[depth - 1];
                    closure = closureOf(call);
                    function = closure.prototype;
                    code = function.code;
                    base = call.base;
                    pc = call.pc;
                }
                case Op.FORPREP -> {
                    call.pc = pc;
                    prepareLoop(coroutine, a);
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
                            budget = LuaState.STEPS_PER_CHECK;
                            state.tick(budget);
                        }
                        pc = code[pc];
                    } else {
                        pc++;
                    }
                }
                case Op.TFORLOOP -> {
                    call.pc = pc;
                    if (--budget < 0) {
                        budget = LuaState.STEPS_PER_CHECK;
                        state.tick(budget);
                    }
                    boolean more = iterate(coroutine, a, instruction >>> 24);
                    refs = coroutine.refs;
                    nums = coroutine.nums;
                    pc = more ? code[pc] : pc + 1;
                }
                case Op.SETLIST -> {
                    int b = (instruction >>> 16) & 0xff;
                    call.pc = pc;
                    int first = base + (instruction >>> 24);
                    setList(coroutine, a, first, b != 0 ? b : coroutine.top - first, code[pc++]);
                }
                case Op.CLOSE -> coroutine.closeUpvalues(a);
                case Op.CLOSURE -> {
                    call.pc = pc;
                    refs[a] = capture(coroutine, closure, base, function.children[code[pc++]]);
                }
                case Op.VARARG -> {
                    int b = (instruction >>> 16) & 0xff;
                    spreadVarargs(coroutine, call, function, a, b - 1);
                    refs = coroutine.refs;
                    nums = coroutine.nums;
                }
                case Op.ARG -> refs[a] = argTable(coroutine, call, function);
                default -> throw new IllegalStateException("operation " + (instruction & 0xff));
            }
        }
    }

    private static LuaClosure closureOf(Call call) {
        LuaClosure closure = call.closure;
        if (closure == null) {
            throw new IllegalStateException("not the call of a Lua function");
        }
        return closure;
    }

    private static @Nullable Object indexSlowly(
            Coroutine coroutine, int object, @Nullable Object key) {
        return Operations.index(coroutine, coroutine.get(object), key, object);
    }

    private static void setSlowly(
            Coroutine coroutine, int object, @Nullable Object key, @Nullable Object value) {
        Operations.setIndex(coroutine, coroutine.get(object), key, value, object);
    }

    private static void arithmeticSlowly(Coroutine coroutine, int instruction, int base) {
        int op = instruction & 0xff;
        int target = base + Op.a(instruction);
        int left = base + Op.b(instruction);
        int c = Op.c(instruction);
        if (op >= Op.ADDK) {
            Call call = coroutine.calls[coroutine.depth - 1];
            double constant = closureOf(call).prototype.numbers[c];
            Operations.arithmetic(
                    coroutine,
                    op - (Op.ADDK - Op.ADD),
                    coroutine.get(left),
                    left,
                    constant,
                    -1,
                    target);
            return;
        }
        int right = base + c;
        Operations.arithmetic(
                coroutine, op, coroutine.get(left), left, coroutine.get(right), right, target);
    }

    /** A comparison with a number constant, whose other operand is no number. */
    private static boolean compareSlowly(
            Coroutine coroutine, int instruction, int register, double constant) {
        Object operand = coroutine.get(register);
        return switch (instruction & 0xff) {
            case Op.LTK -> Operations.less(coroutine, operand, constant);
            case Op.LEK -> Operations.lessOrEqual(coroutine, operand, constant);
            case Op.GTK -> Operations.less(coroutine, constant, operand);
            default -> Operations.lessOrEqual(coroutine, constant, operand);
        };
    }

    private static void prepareLoop(Coroutine coroutine, int a) {
        double initial = loopNumber(coroutine, a, "initial value");
        double limit = loopNumber(coroutine, a + 1, "limit");
        double step = loopNumber(coroutine, a + 2, "step");
        coroutine.setNumber(a, initial - step);
        coroutine.setNumber(a + 1, limit);
        coroutine.setNumber(a + 2, step);
    }

    private static double loopNumber(Coroutine coroutine, int register, String what) {
        Double number = Operations.toNumber(coroutine.get(register));
        if (number == null) {
            throw coroutine.runError("'for' " + what + " must be a number");
        }
        return number;
    }

    /** One step of a generic for; whether there was a value. */
    private static boolean iterate(Coroutine coroutine, int a, int variables) {
        LuaState state = coroutine.state;
        Object iterator = coroutine.refs[a];
        if (coroutine.refs[a + 1] instanceof LuaTable table && iterator instanceof HostFunction) {
            if (iterator == state.nextFunction) {
                int position = table.positionAfter(coroutine.get(a + 2));
                if (position >= 0) {
                    coroutine.set(a + 4, table.valueAt(position));
                    coroutine.set(a + 2, table.keyAt(position));
                    coroutine.copy(a + 2, a + 3);
                    fillWithNil(coroutine, a + 5, variables - 2);
                }
                return position >= 0;
            }
            if (iterator == state.ipairsIterator && coroutine.refs[a + 2] == Tag.NUMBER) {
                int index = (int) coroutine.nums[a + 2] + 1;
                Object value = table.get(index);
                if (value != null) {
                    coroutine.set(a + 4, value);
                    coroutine.setNumber(a + 2, index);
                    coroutine.setNumber(a + 3, index);
                    fillWithNil(coroutine, a + 5, variables - 2);
                }
                return value != null;
            }
        }
        coroutine.copy(a, a + 3);
        coroutine.copy(a + 1, a + 4);
        coroutine.copy(a + 2, a + 5);
        coroutine.call(a + 3, 2, variables);
        if (coroutine.refs[a + 3] == null) {
            return false;
        }
        coroutine.copy(a + 3, a + 2);
        return true;
    }

    private static void fillWithNil(Coroutine coroutine, int from, int count) {
        for (int i = 0; i < count; i++) {
            coroutine.refs[from + i] = null;
        }
    }

    private static void setList(Coroutine coroutine, int target, int first, int count, int offset) {
        LuaTable table = (LuaTable) coroutine.refs[target];
        table.growArray(offset + count);
        for (int i = count; i > 0; i--) {
            table.set(offset + i, coroutine.get(first + i - 1));
        }
    }

    private static LuaClosure capture(
            Coroutine coroutine, LuaClosure maker, int base, Prototype function) {
        LuaState state = coroutine.state;
        LuaClosure closure = new LuaClosure(state.memory.nextSerial(), function, maker.globals());
        state.memory.charge(LuaClosure.BYTES + 40L * closure.upvalues.length);
        for (int i = 0; i < closure.upvalues.length; i++) {
            Prototype.UpvalueSource source = function.upvalues[i];
            closure.upvalues[i] =
                    source.inRegister()
                            ? coroutine.findUpvalue(base + source.index())
                            : maker.upvalues[source.index()];
        }
        return closure;
    }

    /** Copies {@code wanted} varargs (-1: all) to the registers from {@code target}. */
    private static void spreadVarargs(
            Coroutine coroutine, Call call, Prototype function, int target, int wanted) {
        int count = Math.max(0, call.base - call.function - 1 - function.parameters);
        int copied = wanted < 0 ? count : Math.min(count, wanted);
        if (wanted < 0) {
            coroutine.ensure(target + count);
            coroutine.top = target + count;
        }
        coroutine.move(call.base - count, target, copied);
        for (int i = copied; i < wanted; i++) {
            coroutine.refs[target + i] = null;
        }
    }

    private static LuaTable argTable(Coroutine coroutine, Call call, Prototype function) {
        int count = Math.max(0, call.base - call.function - 1 - function.parameters);
        LuaTable table = coroutine.state.newTable(count, 1);
        for (int i = 0; i < count; i++) {
            table.set(i + 1, coroutine.get(call.base - count + i));
        }
        table.set(Bytes.of("n"), (double) count);
        return table;
    }
}
