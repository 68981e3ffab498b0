package dev.lockstep.lua.lib;

import dev.lockstep.lua.vm.Call;
import dev.lockstep.lua.vm.HostFunction;
import dev.lockstep.lua.vm.LuaState;
import dev.lockstep.value.Bytes;

/**
 * The library {@code bit}: Lua BitOp 1.0.2. Numbers are taken modulo 2<sup>32</sup>, results are
 * signed.
 */
public final class BitLibrary implements HostFunction.Library {

    private static final int TOBIT = 0;
    private static final int BNOT = 1;
    private static final int BAND = 2;
    private static final int BOR = 3;
    private static final int BXOR = 4;
    private static final int LSHIFT = 5;
    private static final int RSHIFT = 6;
    private static final int ARSHIFT = 7;
    private static final int ROL = 8;
    private static final int ROR = 9;
    private static final int BSWAP = 10;
    private static final int TOHEX = 11;

    private static final String[] NAMES = {
        "tobit", "bnot", "band", "bor", "bxor", "lshift", "rshift", "arshift", "rol", "ror",
        "bswap", "tohex"
    };

    /** Added to a double, this leaves its integer part, rounded, in the low bits. */
    private static final double ROUNDING = 0x1.8p52;

    private static final int MAX_HEX_DIGITS = 8;

    /** Puts the table {@code bit} among the globals of {@code state}. */
    public void open(LuaState state) {
        Functions.library(state, "bit", NAMES, this);
    }

    @Override
    public void run(int function, Call call) {
        switch (function) {
            case TOBIT -> call.push((double) bits(call, 1));
            case BNOT -> call.push((double) ~bits(call, 1));
            case BAND, BOR, BXOR -> call.push((double) combine(function, call));
            case LSHIFT, RSHIFT, ARSHIFT, ROL, ROR -> call.push((double) shift(function, call));
            case BSWAP -> call.push((double) Integer.reverseBytes(bits(call, 1)));
            case TOHEX -> call.push(hex(call));
            default -> throw new IllegalStateException("function " + function);
        }
    }

    private static int bits(Call call, int n) {
        return (int) Double.doubleToRawLongBits(call.number(n) + ROUNDING);
    }

    /** After the first argument the last is looked at, and so back: this shows in errors. */
    private static int combine(int function, Call call) {
        int result = bits(call, 1);
        for (int i = call.count(); i > 1; i--) {
            int operand = bits(call, i);
            result =
                    switch (function) {
                        case BAND -> result & operand;
                        case BOR -> result | operand;
                        default -> result ^ operand;
                    };
        }
        return result;
    }

    private static int shift(int function, Call call) {
        int operand = bits(call, 1);
        int distance = bits(call, 2);
        return switch (function) {
            case LSHIFT -> operand << distance;
            case RSHIFT -> operand >>> distance;
            case ARSHIFT -> operand >> distance;
            case ROL -> Integer.rotateLeft(operand, distance);
            default -> Integer.rotateRight(operand, distance);
        };
    }

    /** {@code bit.tohex(x [, n])}: n digits, in capitals if n is negative. */
    private static Bytes hex(Call call) {
        int operand = bits(call, 1);
        int digits = call.isNone(2) ? MAX_HEX_DIGITS : bits(call, 2);
        String alphabet = digits < 0 ? "0123456789ABCDEF" : "0123456789abcdef";
        int count = digits == Integer.MIN_VALUE ? MAX_HEX_DIGITS : Math.abs(digits);
        byte[] text = new byte[Math.min(count, MAX_HEX_DIGITS)];
        for (int i = text.length - 1; i >= 0; i--) {
            text[i] = (byte) alphabet.charAt(operand & 0xf);
            operand >>>= 4;
        }
        return Bytes.wrap(text);
    }
}
