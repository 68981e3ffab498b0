package dev.lockstep.lua.vm;

/**
 * The instructions of the register machine. An instruction is one {@code int}: the operation in the
 * low byte, then the operands A, B and C of a byte each. Some take a second word: a jump target
 * (index into the code) or a large index.
 *
 * <p>R is a register, K a constant, U an upvalue. A constant operand in B or C is one of the first
 * 256 constants; others are loaded into a register first.
 */
public final class Op {

    public static final int MOVE = 0; // R[A] = R[B]
    public static final int LOADK = 1; // R[A] = K[word]
    public static final int LOADBOOL = 2; // R[A] = B != 0; if C, skip the next instruction
    public static final int LOADNIL = 3; // R[A..A+B] = nil
    public static final int GETUPVAL = 4; // R[A] = U[B]
    public static final int SETUPVAL = 5; // U[B] = R[A]
    public static final int GETGLOBAL = 6; // R[A] = environment[K[word]]
    public static final int SETGLOBAL = 7; // environment[K[word]] = R[A]
    public static final int GETTABLE = 8; // R[A] = R[B][R[C]]
    public static final int GETFIELD = 9; // R[A] = R[B][K[C]], a string
    public static final int GETINDEX = 10; // R[A] = R[B][C], a small number
    public static final int SETTABLE = 11; // R[A][R[B]] = R[C]
    public static final int SETFIELD = 12; // R[A][K[B]] = R[C], a string
    public static final int SETINDEX = 13; // R[A][B] = R[C], a small number
    public static final int NEWTABLE =
            14; // R[A] = {} with room for size(B) elements, size(C) fields
    public static final int SELF = 15; // R[A+1] = R[B]; R[A] = R[B][K[word]]
    public static final int ADD = 16; // R[A] = R[B] + R[C]
    public static final int SUB = 17;
    public static final int MUL = 18;
    public static final int DIV = 19;
    public static final int MOD = 20;
    public static final int POW = 21;
    public static final int ADDK = 22; // R[A] = R[B] + K[C], a number
    public static final int SUBK = 23;
    public static final int MULK = 24;
    public static final int DIVK = 25;
    public static final int MODK = 26;
    public static final int POWK = 27;
    public static final int UNM = 28; // R[A] = -R[B]
    public static final int NOT = 29; // R[A] = not R[B]
    public static final int LEN = 30; // R[A] = #R[B]
    public static final int CONCAT = 31; // R[A] = R[B] .. ... .. R[C]
    public static final int JMP = 32; // to word
    public static final int EQ = 33; // if (R[B] == R[C]) == A, to word
    public static final int EQK = 34; // if (R[B] == K[C]) == A, to word
    public static final int LT = 35; // if (R[B] < R[C]) == A, to word
    public static final int LE = 36; // if (R[B] <= R[C]) == A, to word
    public static final int LTK = 37; // if (R[B] < K[C]) == A, to word; K[C] a number
    public static final int LEK = 38; // if (R[B] <= K[C]) == A, to word
    public static final int GTK = 39; // if (K[C] < R[B]) == A, to word
    public static final int GEK = 40; // if (K[C] <= R[B]) == A, to word
    public static final int TEST = 41; // if truth(R[A]) == B, to word
    public static final int TESTSET = 42; // if truth(R[B]) == C, R[A] = R[B] and to word
    public static final int CALL = 43; // R[A..A+C-2] = R[A](R[A+1..A+B-1]); 0 is "up to the top"
    public static final int TAILCALL = 44; // return R[A](R[A+1..A+B-1])
    public static final int RETURN = 45; // return R[A..A+B-2]
    public static final int FORPREP = 46; // numeric for: index R[A] -= step; to word
    public static final int FORLOOP =
            47; // R[A] += R[A+2]; if within R[A+1], R[A+3] = R[A], to word
    public static final int TFORLOOP =
            48; // R[A+3..A+2+C] = R[A](R[A+1], R[A+2]); if not nil, R[A+2] = R[A+3], to word
    public static final int SETLIST =
            49; // R[A][word+i] = R[C+i-1], i from 1 to B; 0 is "up to the top"
    public static final int CLOSE = 50; // close the upvalues from R[A] up
    public static final int CLOSURE = 51; // R[A] = function of child word
    public static final int VARARG = 52; // R[A..A+B-2] = the varargs; 0 is "all of them"
    public static final int ARG = 53; // R[A] = the table of varargs that Lua 5.0 had

    private Op() {}

    static int a(int instruction) {
        return (instruction >>> 8) & 0xff;
    }

    static int b(int instruction) {
        return (instruction >>> 16) & 0xff;
    }

    static int c(int instruction) {
        return instruction >>> 24;
    }

    public static int encode(int op, int a, int b, int c) {
        return op | a << 8 | b << 16 | c << 24;
    }

    /** Whether the instruction is followed by a second word. */
    public static boolean hasWord(int op) {
        return switch (op) {
            case LOADK,
                    GETGLOBAL,
                    SETGLOBAL,
                    SELF,
                    JMP,
                    EQ,
                    EQK,
                    LT,
                    LE,
                    LTK,
                    LEK,
                    GTK,
                    GEK,
                    TEST,
                    TESTSET,
                    FORPREP,
                    FORLOOP,
                    TFORLOOP,
                    SETLIST,
                    CLOSURE ->
                    true;
            default -> false;
        };
    }

    /** Whether the second word is the place to go to. */
    static boolean jumps(int op) {
        return (op >= JMP && op <= TESTSET) || (op >= FORPREP && op <= TFORLOOP);
    }

    /** A size as an operand: three significant bits and an exponent, rounded up. */
    public static int encodeSize(int size) {
        int mantissa = size;
        int exponent = 0;
        while (mantissa >= 16) {
            mantissa = (mantissa + 1) >> 1;
            exponent++;
        }
        return mantissa < 8 ? mantissa : (exponent + 1) << 3 | (mantissa - 8);
    }

    static int size(int operand) {
        int exponent = operand >> 3;
        return exponent == 0 ? operand : ((operand & 7) + 8) << (exponent - 1);
    }
}
