package dev.lockstep.lua.vm;

import java.lang.invoke.MethodHandles;
import java.util.Arrays;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Makes JVM bytecode of a function: an {@link Executable} whose {@code run} is a row of calls of
 * {@link Operations}, one for each instruction, with the instruction as a constant, and the jumps
 * between them. HotSpot does what is left: it takes the operations in, decodes their operands at
 * compile time, and keeps in registers what the next one needs.
 *
 * <p>A function can be entered where a call begins, where it goes on after a call that it has made,
 * and at the head of a loop, because a loop may be hot long before its function ends.
 */
final class BytecodeCompiler {

    /** HotSpot leaves longer methods to its own interpreter. */
    private static final int MAX_METHOD_BYTES = 8000;

    // The parameters of run, after the object itself.
    private static final int COROUTINE = 1;
    private static final int CALL = 2;
    private static final int FUNCTION = 3;
    private static final int BASE = 4;

    private static final int MAX_STACK = 6;
    private static final int LOCALS = 5;

    private static final String OBJECT = Type.getInternalName(Object.class);
    private static final String OPERATIONS = Type.getInternalName(Operations.class);
    private static final Type[] PLACE = {
        Type.getType(Coroutine.class),
        Type.getType(Call.class),
        Type.getType(Prototype.class),
        Type.INT_TYPE
    };
    private static final Type[] OPERANDS = {
        PLACE[0], PLACE[1], PLACE[2], PLACE[3], Type.INT_TYPE, Type.INT_TYPE
    };
    private static final String RUN = Type.getMethodDescriptor(Type.VOID_TYPE, PLACE);
    private static final String DOES = Type.getMethodDescriptor(Type.VOID_TYPE, OPERANDS);
    private static final String TELLS = Type.getMethodDescriptor(Type.BOOLEAN_TYPE, OPERANDS);

    private final int[] code;
    private final MethodVisitor method;
    private final Label[] labels; // of each word of code, and of the end
    private final Label leave = new Label();

    private BytecodeCompiler(Prototype function, MethodVisitor method) {
        this.code = function.code;
        this.method = method;
        this.labels = new Label[code.length + 1];
        for (int i = 0; i < labels.length; i++) {
            labels[i] = new Label();
        }
    }

    /** The function as JVM bytecode, or the interpreter if it is too long for that. */
    static Executable compile(Prototype function) {
        if (function.code.length > MAX_METHOD_BYTES) {
            return Interpreter.INSTANCE;
        }
        ClassWriter writer = new ClassWriter(0);
        String name = Type.getInternalName(Executable.class) + "Function";
        String[] interfaces = {Type.getInternalName(Executable.class)};
        writer.visit(Opcodes.V17, Opcodes.ACC_FINAL, name, null, OBJECT, interfaces);
        addConstructor(writer.visitMethod(Opcodes.ACC_PUBLIC, "<init>", "()V", null, null));
        MethodVisitor run = writer.visitMethod(Opcodes.ACC_PUBLIC, "run", RUN, null, null);
        int length = new BytecodeCompiler(function, run).generate();
        return length > MAX_METHOD_BYTES ? Interpreter.INSTANCE : load(writer.toByteArray());
    }

    private static void addConstructor(MethodVisitor constructor) {
        constructor.visitCode();
        constructor.visitVarInsn(Opcodes.ALOAD, 0);
        constructor.visitMethodInsn(Opcodes.INVOKESPECIAL, OBJECT, "<init>", "()V", false);
        constructor.visitInsn(Opcodes.RETURN);
        constructor.visitMaxs(1, 1);
        constructor.visitEnd();
    }

    /** A hidden class: it goes when the function does. */
    private static Executable load(byte[] classFile) {
        try {
            return (Executable)
                    MethodHandles.lookup()
                            .defineHiddenClass(classFile, true)
                            .lookupClass()
                            .getDeclaredConstructor()
                            .newInstance();
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("a class made here is not to be had", e);
        }
    }

    /** Writes the method, and returns its length in bytes. */
    private int generate() {
        method.visitCode();
        enter();
        for (int pc = 0; pc < code.length; pc++) {
            method.visitLabel(labels[pc]);
            sameFrame();
            int instruction = code[pc];
            instruction(instruction, pc + 1);
            if (Op.hasWord(instruction & 0xff)) {
                pc++;
            }
        }
        method.visitLabel(leave);
        sameFrame();
        method.visitInsn(Opcodes.RETURN);
        Label end = labels[code.length];
        method.visitLabel(end);
        method.visitMaxs(MAX_STACK, LOCALS);
        method.visitEnd();
        return end.getOffset();
    }

    /** Tells the verifier that there are the parameters here and nothing else. */
    private void sameFrame() {
        method.visitFrame(Opcodes.F_SAME, 0, null, 0, null);
    }

    /** Goes to where the call stands. */
    private void enter() {
        boolean[] entries = entries();
        int count = 0;
        int[] keys = new int[code.length];
        Label[] places = new Label[code.length];
        for (int pc = 0; pc < code.length; pc++) {
            if (entries[pc]) {
                keys[count] = pc;
                places[count++] = labels[pc];
            }
        }
        Label nowhere = new Label();
        method.visitVarInsn(Opcodes.ALOAD, CALL);
        method.visitFieldInsn(Opcodes.GETFIELD, Type.getInternalName(Call.class), "pc", "I");
        method.visitLookupSwitchInsn(
                nowhere, Arrays.copyOf(keys, count), Arrays.copyOf(places, count));
        method.visitLabel(nowhere);
        sameFrame();
        method.visitInsn(Opcodes.ACONST_NULL);
        method.visitInsn(Opcodes.ATHROW);
    }

    private boolean[] entries() {
        boolean[] entries = new boolean[code.length];
        entries[0] = true;
        for (int pc = 0; pc < code.length; pc++) {
            int op = code[pc] & 0xff;
            if (op == Op.CALL || op == Op.TAILCALL) {
                entries[pc + 1] = true;
            } else if (Op.hasWord(op)) {
                pc++;
                if (Op.jumps(op) && code[pc] <= pc) {
                    entries[code[pc]] = true;
                }
            }
        }
        return entries;
    }

    /** Writes {@code instruction}; {@code pc} is that of the word behind it. */
    private void instruction(int instruction, int pc) {
        switch (instruction & 0xff) {
            case Op.MOVE -> perform("move", instruction, pc);
            case Op.LOADK -> perform("loadConstant", instruction, pc);
            case Op.LOADBOOL -> {
                perform("loadBoolean", instruction, pc);
                method.visitJumpInsn(Opcodes.GOTO, labels[pc + Op.c(instruction)]);
            }
            case Op.LOADNIL -> perform("loadNil", instruction, pc);
            case Op.GETUPVAL -> perform("getUpvalue", instruction, pc);
            case Op.SETUPVAL -> perform("setUpvalue", instruction, pc);
            case Op.GETGLOBAL -> perform("getGlobal", instruction, pc);
            case Op.SETGLOBAL -> perform("setGlobal", instruction, pc);
            case Op.GETTABLE -> perform("getTable", instruction, pc);
            case Op.GETFIELD -> perform("getField", instruction, pc);
            case Op.GETINDEX -> perform("getIndex", instruction, pc);
            case Op.SETTABLE -> perform("setTable", instruction, pc);
            case Op.SETFIELD -> perform("setField", instruction, pc);
            case Op.SETINDEX -> perform("setIndex", instruction, pc);
            case Op.NEWTABLE -> perform("newTable", instruction, pc);
            case Op.SELF -> perform("self", instruction, pc);
            case Op.ADD -> perform("add", instruction, pc);
            case Op.SUB -> perform("subtract", instruction, pc);
            case Op.MUL -> perform("multiply", instruction, pc);
            case Op.DIV -> perform("divide", instruction, pc);
            case Op.ADDK -> perform("addConstant", instruction, pc);
            case Op.SUBK -> perform("subtractConstant", instruction, pc);
            case Op.MULK -> perform("multiplyConstant", instruction, pc);
            case Op.DIVK -> perform("divideConstant", instruction, pc);
            case Op.MOD, Op.POW, Op.MODK, Op.POWK -> perform("arithmetic", instruction, pc);
            case Op.UNM -> perform("negate", instruction, pc);
            case Op.NOT -> perform("not", instruction, pc);
            case Op.LEN -> perform("length", instruction, pc);
            case Op.CONCAT -> perform("concatenate", instruction, pc);
            case Op.JMP -> {
                perform("jump", instruction, pc);
                method.visitJumpInsn(Opcodes.GOTO, labels[code[pc]]);
            }
            case Op.EQ -> test("equal", instruction, pc, labels[code[pc]]);
            case Op.EQK -> test("equalConstant", instruction, pc, labels[code[pc]]);
            case Op.LT -> test("less", instruction, pc, labels[code[pc]]);
            case Op.LE -> test("lessOrEqual", instruction, pc, labels[code[pc]]);
            case Op.LTK -> test("lessThanConstant", instruction, pc, labels[code[pc]]);
            case Op.LEK -> test("lessOrEqualConstant", instruction, pc, labels[code[pc]]);
            case Op.GTK -> test("greaterThanConstant", instruction, pc, labels[code[pc]]);
            case Op.GEK -> test("greaterOrEqualConstant", instruction, pc, labels[code[pc]]);
            case Op.TEST -> test("test", instruction, pc, labels[code[pc]]);
            case Op.TESTSET -> test("testSet", instruction, pc, labels[code[pc]]);
            case Op.CALL -> test("call", instruction, pc, leave);
            case Op.TAILCALL -> test("tailCall", instruction, pc, leave);
            case Op.RETURN -> {
                perform("leave", instruction, pc);
                method.visitInsn(Opcodes.RETURN);
            }
            case Op.FORPREP -> {
                perform("prepareLoop", instruction, pc);
                method.visitJumpInsn(Opcodes.GOTO, labels[code[pc]]);
            }
            case Op.FORLOOP -> test("loop", instruction, pc, labels[code[pc]]);
            case Op.TFORLOOP -> test("iterate", instruction, pc, labels[code[pc]]);
            case Op.SETLIST -> perform("setList", instruction, pc);
            case Op.CLOSE -> perform("close", instruction, pc);
            case Op.CLOSURE -> perform("closure", instruction, pc);
            case Op.VARARG -> perform("varargs", instruction, pc);
            case Op.ARG -> perform("argTable", instruction, pc);
            default -> throw new IllegalStateException("operation " + (instruction & 0xff));
        }
    }

    private void perform(String operation, int instruction, int pc) {
        invoke(operation, DOES, instruction, pc);
    }

    /** Goes to {@code target} if the operation says so. */
    private void test(String operation, int instruction, int pc, Label target) {
        invoke(operation, TELLS, instruction, pc);
        method.visitJumpInsn(Opcodes.IFNE, target);
    }

    private void invoke(String operation, String descriptor, int instruction, int pc) {
        method.visitVarInsn(Opcodes.ALOAD, COROUTINE);
        method.visitVarInsn(Opcodes.ALOAD, CALL);
        method.visitVarInsn(Opcodes.ALOAD, FUNCTION);
        method.visitVarInsn(Opcodes.ILOAD, BASE);
        method.visitLdcInsn(instruction);
        method.visitIntInsn(Opcodes.SIPUSH, pc);
        method.visitMethodInsn(Opcodes.INVOKESTATIC, OPERATIONS, operation, descriptor, false);
    }
}
