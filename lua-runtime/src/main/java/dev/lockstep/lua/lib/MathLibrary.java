package dev.lockstep.lua.lib;

import dev.lockstep.lua.ScriptRandom;
import dev.lockstep.lua.vm.Call;
import dev.lockstep.lua.vm.HostFunction;
import dev.lockstep.lua.vm.LuaNumber;
import dev.lockstep.lua.vm.LuaState;
import dev.lockstep.lua.vm.LuaTable;
import dev.lockstep.lua.vm.Op;
import dev.lockstep.value.Bytes;

/**
 * The library {@code math} (manual 5.6). Its random numbers are those of Redis, which has a
 * generator of its own so that they are the same everywhere: 48 bits, as {@code drand48}.
 */
public final class MathLibrary implements HostFunction.Library {

    private static final String[] NAMES = {
        "abs", "acos", "asin", "atan2", "atan", "ceil", "cosh", "cos", "deg", "exp", "floor",
        "fmod", "frexp", "ldexp", "log10", "log", "max", "min", "modf", "pow", "rad", "random",
        "randomseed", "sinh", "sin", "sqrt", "tanh", "tan"
    };

    private static final int ABS = 0;
    private static final int ACOS = 1;
    private static final int ASIN = 2;
    private static final int ATAN2 = 3;
    private static final int ATAN = 4;
    private static final int CEIL = 5;
    private static final int COSH = 6;
    private static final int COS = 7;
    private static final int DEG = 8;
    private static final int EXP = 9;
    private static final int FLOOR = 10;
    private static final int FMOD = 11;
    private static final int FREXP = 12;
    private static final int LDEXP = 13;
    private static final int LOG10 = 14;
    private static final int LOG = 15;
    private static final int MAX = 16;
    private static final int MIN = 17;
    private static final int MODF = 18;
    private static final int POW = 19;
    private static final int RAD = 20;
    private static final int RANDOM = 21;
    private static final int RANDOMSEED = 22;
    private static final int SINH = 23;
    private static final int SIN = 24;
    private static final int SQRT = 25;
    private static final int TANH = 26;
    private static final int TAN = 27;

    private static final double RADIANS_PER_DEGREE = Math.PI / 180;

    private final ScriptRandom random;

    /** The library with {@code random} as the source of random numbers. */
    public MathLibrary(ScriptRandom random) {
        this.random = random;
    }

    /** Puts the table {@code math} among the globals of {@code state}. */
    public void open(LuaState state) {
        LuaTable table = Functions.library(state, "math", NAMES, this);
        table.set(Bytes.of("pi"), Math.PI);
        table.set(Bytes.of("huge"), Double.POSITIVE_INFINITY);
        table.set(Bytes.of("mod"), table.get(Bytes.of("fmod")));
    }

    @Override
    public void run(int function, Call call) {
        switch (function) {
            case ATAN2, FMOD, LDEXP, POW -> call.push(ofTwo(function, call));
            case FREXP -> fractionAndExponent(call);
            case MAX, MIN -> call.push(extreme(call, function == MAX));
            case MODF -> wholeAndFraction(call);
            case RANDOM -> random(call);
            case RANDOMSEED -> random.seed(call.intValue(1));
            default -> call.push(ofOne(function, call.number(1)));
        }
    }

    /** The second argument is looked at first, as C compilers order it. */
    private static double ofTwo(int function, Call call) {
        double second = call.number(2);
        double first = call.number(1);
        return switch (function) {
            case ATAN2 -> checked(Math.atan2(first, second), second, first);
            case FMOD -> checked(first % second, first, second);
            case LDEXP -> Math.scalb(first, (int) LuaNumber.toInteger(second));
            case POW -> LuaNumber.arithmetic(Op.POW, first, second);
            default -> throw new IllegalStateException("function " + function);
        };
    }

    private static double ofOne(int function, double x) {
        double result =
                switch (function) {
                    case ABS -> Math.abs(x);
                    case ACOS -> Math.acos(x);
                    case ASIN -> Math.asin(x);
                    case ATAN -> Math.atan(x);
                    case CEIL -> Math.ceil(x);
                    case COSH -> Math.cosh(x);
                    case COS -> Math.cos(x);
                    case DEG -> x / RADIANS_PER_DEGREE;
                    case EXP -> Math.exp(x);
                    case FLOOR -> Math.floor(x);
                    case LOG10 -> Math.log10(x);
                    case LOG -> Math.log(x);
                    case RAD -> x * RADIANS_PER_DEGREE;
                    case SINH -> Math.sinh(x);
                    case SIN -> Math.sin(x);
                    case SQRT -> Math.sqrt(x);
                    case TANH -> Math.tanh(x);
                    case TAN -> Math.tan(x);
                    default -> throw new IllegalStateException("function " + function);
                };
        if (function == ABS) {
            return result;
        }
        boolean positive = function == ACOS || function == ASIN || function == LOG10;
        return positive && Double.isNaN(result) && !Double.isNaN(x)
                ? Double.NaN // Java leaves the sign of its own to chance
                : checked(result, x, x);
    }

    /** The result, with the sign that C gives it if it is not a number. */
    private static double checked(double result, double left, double right) {
        return Double.isNaN(result) ? LuaNumber.invalid(left, right) : result;
    }

    private static void fractionAndExponent(Call call) {
        double x = call.number(1);
        if (x == 0 || Double.isNaN(x) || Double.isInfinite(x)) {
            call.push(x);
            call.push(0.0);
            return;
        }
        int exponent = Math.getExponent(x) + 1;
        if (exponent <= Double.MIN_EXPONENT) {
            exponent = Math.getExponent(x * 0x1p54) + 1 - 54;
        }
        call.push(Math.scalb(Math.scalb(x, -exponent / 2), -exponent - (-exponent / 2)));
        call.push((double) exponent);
    }

    private static double extreme(Call call, boolean max) {
        double best = call.number(1);
        for (int i = 2; i <= call.count(); i++) {
            double x = call.number(i);
            if (max ? x > best : x < best) {
                best = x;
            }
        }
        return best;
    }

    private static void wholeAndFraction(Call call) {
        double x = call.number(1);
        double whole = x < 0 ? Math.ceil(x) : Math.floor(x);
        call.push(whole);
        call.push(Math.copySign(Double.isInfinite(x) ? 0 : x - whole, x));
    }

    // ---- random numbers

    private void random(Call call) {
        double fraction = random.next();
        switch (call.count()) {
            case 0 -> call.push(fraction);
            case 1 -> {
                int upper = call.intValue(1);
                if (upper < 1) {
                    throw call.badArgument(1, "interval is empty");
                }
                call.push(Math.floor(fraction * upper) + 1);
            }
            case 2 -> {
                int lower = call.intValue(1);
                int upper = call.intValue(2);
                if (lower > upper) {
                    throw call.badArgument(2, "interval is empty");
                }
                call.push(Math.floor(fraction * (upper - lower + 1)) + lower);
            }
            default -> throw call.error("wrong number of arguments");
        }
    }
}
