package dev.lockstep.lua.vm;

/**
 * Runs functions instruction by instruction. What an instruction does is in {@link Operations};
 * here is only in what order they are done. A function that has become hot is left at the head of a
 * loop, so that it goes on compiled.
 */
final class Interpreter implements Executable {

    static final Interpreter INSTANCE = new Interpreter();

    private Interpreter() {}

    @Override
    public void run(Coroutine coroutine, Call call, Prototype function, int base) {
        int[] code = function.code;
        int pc = call.pc;
        while (true) {
            int i = code[pc++];
            switch (i & 0xff) {
                case Op.MOVE -> Operations.move(coroutine, call, function, base, i, pc);
                case Op.LOADK -> {
                    Operations.loadConstant(coroutine, call, function, base, i, pc);
                    pc++;
                }
                case Op.LOADBOOL -> {
                    Operations.loadBoolean(coroutine, call, function, base, i, pc);
                    pc += Op.c(i);
                }
                case Op.LOADNIL -> Operations.loadNil(coroutine, call, function, base, i, pc);
                case Op.GETUPVAL -> Operations.getUpvalue(coroutine, call, function, base, i, pc);
                case Op.SETUPVAL -> Operations.setUpvalue(coroutine, call, function, base, i, pc);
                case Op.GETGLOBAL -> {
                    Operations.getGlobal(coroutine, call, function, base, i, pc);
                    pc++;
                }
                case Op.SETGLOBAL -> {
                    Operations.setGlobal(coroutine, call, function, base, i, pc);
                    pc++;
                }
                case Op.GETTABLE -> Operations.getTable(coroutine, call, function, base, i, pc);
                case Op.GETFIELD -> Operations.getField(coroutine, call, function, base, i, pc);
                case Op.GETINDEX -> Operations.getIndex(coroutine, call, function, base, i, pc);
                case Op.SETTABLE -> Operations.setTable(coroutine, call, function, base, i, pc);
                case Op.SETFIELD -> Operations.setField(coroutine, call, function, base, i, pc);
                case Op.SETINDEX -> Operations.setIndex(coroutine, call, function, base, i, pc);
                case Op.NEWTABLE -> Operations.newTable(coroutine, call, function, base, i, pc);
                case Op.SELF -> {
                    Operations.self(coroutine, call, function, base, i, pc);
                    pc++;
                }
                case Op.ADD -> Operations.add(coroutine, call, function, base, i, pc);
                case Op.SUB -> Operations.subtract(coroutine, call, function, base, i, pc);
                case Op.MUL -> Operations.multiply(coroutine, call, function, base, i, pc);
                case Op.DIV -> Operations.divide(coroutine, call, function, base, i, pc);
                case Op.ADDK -> Operations.addConstant(coroutine, call, function, base, i, pc);
                case Op.SUBK -> Operations.subtractConstant(coroutine, call, function, base, i, pc);
                case Op.MULK -> Operations.multiplyConstant(coroutine, call, function, base, i, pc);
                case Op.DIVK -> Operations.divideConstant(coroutine, call, function, base, i, pc);
                case Op.MOD, Op.POW, Op.MODK, Op.POWK ->
                        Operations.arithmetic(coroutine, call, function, base, i, pc);
                case Op.UNM -> Operations.negate(coroutine, call, function, base, i, pc);
                case Op.NOT -> Operations.not(coroutine, call, function, base, i, pc);
                case Op.LEN -> Operations.length(coroutine, call, function, base, i, pc);
                case Op.CONCAT -> Operations.concatenate(coroutine, call, function, base, i, pc);
                case Op.JMP -> {
                    Operations.jump(coroutine, call, function, base, i, pc);
                    int from = pc;
                    pc = code[pc];
                    if (pc <= from && function.isHot(coroutine.state)) {
                        call.pc = pc;
                        return;
                    }
                }
                case Op.CALL -> {
                    if (Operations.call(coroutine, call, function, base, i, pc)) {
                        return;
                    }
                }
                case Op.TAILCALL -> {
                    if (Operations.tailCall(coroutine, call, function, base, i, pc)) {
                        return;
                    }
                }
                case Op.RETURN -> {
                    Operations.leave(coroutine, call, function, base, i, pc);
                    return;
                }
                case Op.FORPREP -> {
                    Operations.prepareLoop(coroutine, call, function, base, i, pc);
                    pc = code[pc];
                }
                case Op.FORLOOP -> {
                    boolean again = Operations.loop(coroutine, call, function, base, i, pc);
                    pc = again ? code[pc] : pc + 1;
                    if (again && function.isHot(coroutine.state)) {
                        call.pc = pc;
                        return;
                    }
                }
                case Op.TFORLOOP -> {
                    boolean again = Operations.iterate(coroutine, call, function, base, i, pc);
                    pc = again ? code[pc] : pc + 1;
                    if (again && function.isHot(coroutine.state)) {
                        call.pc = pc;
                        return;
                    }
                }
                case Op.SETLIST -> {
                    Operations.setList(coroutine, call, function, base, i, pc);
                    pc++;
                }
                case Op.CLOSE -> Operations.close(coroutine, call, function, base, i, pc);
                case Op.CLOSURE -> {
                    Operations.closure(coroutine, call, function, base, i, pc);
                    pc++;
                }
                case Op.VARARG -> Operations.varargs(coroutine, call, function, base, i, pc);
                case Op.ARG -> Operations.argTable(coroutine, call, function, base, i, pc);
                default -> {
                    boolean jump = jumps(coroutine, call, function, base, i, pc);
                    pc = jump ? code[pc] : pc + 1;
                }
            }
        }
    }

    /** Whether an instruction that tests something goes to the place in its second word. */
    private static boolean jumps(
            Coroutine coroutine, Call call, Prototype function, int base, int i, int pc) {
        return switch (i & 0xff) {
            case Op.EQ -> Operations.equal(coroutine, call, function, base, i, pc);
            case Op.EQK -> Operations.equalConstant(coroutine, call, function, base, i, pc);
            case Op.LT -> Operations.less(coroutine, call, function, base, i, pc);
            case Op.LE -> Operations.lessOrEqual(coroutine, call, function, base, i, pc);
            case Op.LTK -> Operations.lessThanConstant(coroutine, call, function, base, i, pc);
            case Op.LEK -> Operations.lessOrEqualConstant(coroutine, call, function, base, i, pc);
            case Op.GTK -> Operations.greaterThanConstant(coroutine, call, function, base, i, pc);
            case Op.GEK ->
                    Operations.greaterOrEqualConstant(coroutine, call, function, base, i, pc);
            case Op.TEST -> Operations.test(coroutine, call, function, base, i, pc);
            case Op.TESTSET -> Operations.testSet(coroutine, call, function, base, i, pc);
            default -> throw new IllegalStateException("operation " + (i & 0xff));
        };
    }
}
