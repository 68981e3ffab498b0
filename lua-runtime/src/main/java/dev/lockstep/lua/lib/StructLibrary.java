package dev.lockstep.lua.lib;

import dev.lockstep.lua.vm.Call;
import dev.lockstep.lua.vm.HostFunction;
import dev.lockstep.lua.vm.LuaNumber;
import dev.lockstep.lua.vm.LuaState;
import dev.lockstep.value.Bytes;

/**
 * The library {@code struct}: C structures packed into strings, after Roberto Ierusalimschy's
 * library. A format is a sequence of options: {@code < > !n} for byte order and alignment, {@code b
 * h l T in} for integers (unsigned in capitals), {@code f d} for floating point, {@code s cn x} for
 * strings, bytes and padding.
 */
public final class StructLibrary implements HostFunction.Library {

    private static final int PACK = 0;
    private static final int UNPACK = 1;
    private static final int SIZE = 2;

    private static final String[] NAMES = {"pack", "unpack", "size"};

    private static final int MAX_INTEGER_SIZE = 32;
    private static final int MAX_ALIGNMENT = 8;
    private static final int MAX_RESULTS = 8000;

    /** Puts the table {@code struct} among the globals of {@code state}. */
    public void open(LuaState state) {
        Functions.library(state, "struct", NAMES, this);
    }

    @Override
    public void run(int function, Call call) {
        switch (function) {
            case PACK -> pack(call);
            case UNPACK -> unpack(call);
            case SIZE -> size(call);
            default -> throw new IllegalStateException("function " + function);
        }
    }

    /** A format, read option by option. */
    private static final class Format {
        private final Call call;
        private final String text;
        private int at;
        private boolean bigEndian;
        private int alignment = 1;

        /** The option at hand and the bytes it takes. */
        char option;

        int size;

        Format(Call call) {
            this.call = call;
            this.text = Call.cString(call.string(1));
        }

        boolean next() {
            if (at == text.length()) {
                return false;
            }
            call.tick(1);
            option = text.charAt(at++);
            size = optionSize();
            return true;
        }

        private int optionSize() {
            return switch (option) {
                case 'b', 'B', 'x' -> 1;
                case 'h', 'H' -> 2;
                case 'f' -> 4;
                case 'l', 'L', 'T', 'd' -> 8;
                case 'c' -> number(1);
                case 'i', 'I' -> {
                    int bytes = number(4);
                    if (bytes > MAX_INTEGER_SIZE) {
                        throw call.error(
                                "integral size "
                                        + bytes
                                        + " is larger than limit of "
                                        + MAX_INTEGER_SIZE);
                    }
                    yield bytes;
                }
                default -> 0;
            };
        }

        private int number(int orElse) {
            if (at == text.length() || !isDigit(text.charAt(at))) {
                return orElse;
            }
            long number = 0;
            while (at < text.length() && isDigit(text.charAt(at))) {
                number = number * 10 + text.charAt(at++) - '0';
                if (number > Integer.MAX_VALUE) {
                    throw call.error("integral size overflow");
                }
            }
            return (int) number;
        }

        private static boolean isDigit(char c) {
            return c >= '0' && c <= '9';
        }

        /** The bytes to skip before the option, after {@code position} bytes. */
        int padding(long position) {
            if (size == 0 || option == 'c') {
                return 0;
            }
            int unit = Math.min(size, alignment);
            return (unit - (int) (position & (unit - 1))) & (unit - 1);
        }

        boolean isInteger() {
            return "bBhHlLTiI".indexOf(option) >= 0;
        }

        boolean isSigned() {
            return option >= 'a';
        }

        /** An option that controls the others. */
        void control() {
            switch (option) {
                case ' ' -> {}
                case '>' -> bigEndian = true;
                case '<' -> bigEndian = false;
                case '!' -> {
                    int wanted = number(MAX_ALIGNMENT);
                    if (wanted <= 0 || (wanted & (wanted - 1)) != 0) {
                        throw call.error("alignment " + wanted + " is not a power of 2");
                    }
                    alignment = wanted;
                }
                default -> throw call.badArgument(1, "invalid format option '" + option + "'");
            }
        }
    }

    // ---- pack

    private static void pack(Call call) {
        Format format = new Format(call);
        ByteBuffer result = new ByteBuffer(call);
        int argument = 2;
        while (format.next()) {
            for (int i = format.padding(result.length()); i > 0; i--) {
                result.add(0);
            }
            if (format.isInteger()) {
                long value = LuaNumber.toUnsigned(number(call, argument++));
                result.addInteger(value, format.size, format.bigEndian);
                continue;
            }
            switch (format.option) {
                case 'x' -> result.add(0);
                case 'f' -> {
                    float value = (float) number(call, argument++);
                    result.addInteger(Float.floatToRawIntBits(value), 4, format.bigEndian);
                }
                case 'd' -> {
                    double value = number(call, argument++);
                    result.addInteger(Double.doubleToRawLongBits(value), 8, format.bigEndian);
                }
                case 'c', 's' -> packString(call, argument++, format, result);
                default -> format.control();
            }
        }
        call.pushNew(result.toBytes());
    }

    private static double number(Call call, int argument) {
        if (call.isNone(argument)) {
            throw call.badArgument(argument, "number expected, got nil");
        }
        return call.number(argument);
    }

    private static void packString(Call call, int argument, Format format, ByteBuffer result) {
        if (call.isNone(argument)) {
            throw call.badArgument(argument, "string expected, got nil");
        }
        Bytes text = call.string(argument);
        int size = format.size == 0 ? text.length() : format.size;
        if (text.length() < size) {
            throw call.badArgument(argument + 1, "string too short");
        }
        result.add(text, 0, size);
        if (format.option == 's') {
            result.add(0);
        }
    }

    // ---- unpack

    private static void unpack(Call call) {
        Format format = new Format(call);
        Bytes data = call.string(2);
        long start = call.integer(3, 1);
        if (start <= 0) {
            throw call.badArgument(3, "offset must be 1 or greater");
        }
        long position = start - 1;
        while (format.next()) {
            position += format.padding(position);
            checkLength(call, data, position, format.size);
            if (call.pushed() + 2 > MAX_RESULTS - call.count()) {
                throw call.error("stack overflow (too many results)");
            }
            int at = (int) position;
            int size = format.size;
            if (format.isInteger()) {
                call.push(integer(data, at, format));
            } else {
                switch (format.option) {
                    case 'x' -> {}
                    case 'f' ->
                            call.push(
                                    (double)
                                            Float.intBitsToFloat(
                                                    (int) bits(data, at, 4, format.bigEndian)));
                    case 'd' ->
                            call.push(Double.longBitsToDouble(bits(data, at, 8, format.bigEndian)));
                    case 'c' -> {
                        size = size == 0 ? sizeFromStack(call, data, position) : size;
                        call.pushNew(data.slice(at, at + size));
                    }
                    case 's' -> {
                        int end = data.indexOf((byte) 0, at);
                        if (end < 0) {
                            throw call.error("unfinished string in data");
                        }
                        call.pushNew(data.slice(at, end));
                        size = end - at + 1;
                    }
                    default -> format.control();
                }
            }
            position += size;
        }
        call.push((double) (position + 1));
    }

    private static void checkLength(Call call, Bytes data, long position, long size) {
        if (size > data.length() || position > data.length() - size) {
            throw call.badArgument(2, "data string too short");
        }
    }

    /** The size of {@code c0}: the number that was unpacked before it, which it replaces. */
    private static int sizeFromStack(Call call, Bytes data, long position) {
        Double previous = call.pushed() == 0 ? null : LuaState.toNumber(call.pop());
        if (previous == null) {
            throw call.error("format 'c0' needs a previous size");
        }
        long size = LuaNumber.toInteger(previous);
        if (size < 0) {
            size = Long.MAX_VALUE;
        }
        checkLength(call, data, position, size);
        return (int) size;
    }

    private static long bits(Bytes data, int at, int size, boolean bigEndian) {
        long bits = 0;
        for (int i = 0; i < size; i++) {
            bits = bits << 8 | data.unsignedAt(bigEndian ? at + i : at + size - 1 - i);
        }
        return bits;
    }

    private static double integer(Bytes data, int at, Format format) {
        long value = bits(data, at, format.size, format.bigEndian);
        if (!format.isSigned()) {
            return LuaNumber.fromUnsigned(value);
        }
        long sign = -1L << (format.size * 8 - 1);
        return (value & sign) != 0 ? value | sign : value;
    }

    // ---- size

    private static void size(Call call) {
        Format format = new Format(call);
        long position = 0;
        while (format.next()) {
            position += format.padding(position);
            if (format.option == 's') {
                throw call.badArgument(1, "option 's' has no fixed size");
            }
            if (format.option == 'c' && format.size == 0) {
                throw call.badArgument(1, "option 'c0' has no fixed size");
            }
            if (!isAlphanumeric(format.option)) {
                format.control();
            }
            position += format.size;
        }
        call.push((double) position);
    }

    private static boolean isAlphanumeric(char c) {
        return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    }
}
