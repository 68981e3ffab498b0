package dev.lockstep.lua.lib;

import dev.lockstep.lua.vm.Call;
import dev.lockstep.lua.vm.DecimalText;
import dev.lockstep.lua.vm.LuaNumber;
import dev.lockstep.value.Bytes;
import java.util.Locale;

/** {@code string.format} (manual 5.4): C's {@code printf} for numbers, and {@code %q}. */
final class StringFormat {

    private static final int MAX_FLAGS = 5;

    /** Strings of this length are not cut at a zero byte by a plain {@code %s}. */
    private static final int LONG_STRING = 100;

    private final Call call;
    private final Bytes format;
    private final ByteBuffer result;
    private int at;

    /** The conversion at hand. */
    private boolean left;

    private boolean plus;
    private boolean blank;
    private boolean alternate;
    private boolean zero;
    private int width;
    private int precision;

    private StringFormat(Call call) {
        this.call = call;
        this.format = call.string(1);
        this.result = new ByteBuffer(call);
    }

    static void format(Call call) {
        StringFormat formatter = new StringFormat(call);
        formatter.run();
        call.pushNew(formatter.result.toBytes());
    }

    private void run() {
        int argument = 1;
        while (at < format.length()) {
            int c = format.at(at++);
            if (c != '%') {
                result.add(c);
            } else if (peek() == '%') {
                result.add('%');
                at++;
            } else {
                argument++;
                if (call.isNone(argument)) {
                    throw call.badArgument(argument, "no value");
                }
                readSpecification();
                convert(argument);
            }
        }
    }

    private int peek() {
        return at < format.length() ? format.at(at) : 0;
    }

    // ---- the specification

    private void readSpecification() {
        left = plus = blank = alternate = zero = false;
        int flags = 0;
        while (readFlag()) {
            flags++;
        }
        if (flags > MAX_FLAGS) {
            throw call.error("invalid format (repeated flags)");
        }
        width = digits();
        precision = -1;
        if (peek() == '.') {
            at++;
            precision = digits();
        }
        if (isDigit(peek())) {
            throw call.error("invalid format (width or precision too long)");
        }
    }

    private boolean readFlag() {
        switch (peek()) {
            case '-' -> left = true;
            case '+' -> plus = true;
            case ' ' -> blank = true;
            case '#' -> alternate = true;
            case '0' -> zero = true;
            default -> {
                return false;
            }
        }
        at++;
        return true;
    }

    private int digits() {
        int value = 0;
        for (int i = 0; i < 2 && isDigit(peek()); i++) {
            value = value * 10 + peek() - '0';
            at++;
        }
        return value;
    }

    private static boolean isDigit(int c) {
        return c >= '0' && c <= '9';
    }

    // ---- conversions

    private void convert(int argument) {
        int conversion = peek();
        at++;
        switch (conversion) {
            case 'c' -> character(LuaNumber.toInt(call.number(argument)) & 0xff);
            case 'd', 'i' -> signed(call.integer(argument));
            case 'o', 'u', 'x', 'X' ->
                    unsigned(conversion, LuaNumber.toUnsigned(call.number(argument)));
            case 'e', 'E', 'f', 'g', 'G' -> floating(conversion, call.number(argument));
            case 'q' -> quoted(call.string(argument));
            case 's' -> string(call.string(argument));
            default -> {
                String shown = conversion == 0 ? "" : String.valueOf((char) (conversion & 0xff));
                throw call.error("invalid option '%" + shown + "' to 'format'");
            }
        }
    }

    private void pad(String text) {
        int missing = width - text.length();
        if (missing <= 0) {
            result.add(text);
        } else if (left) {
            result.add(text).add(" ".repeat(missing));
        } else {
            result.add(" ".repeat(missing)).add(text);
        }
    }

    /** Pads a number: zeros go between the sign or prefix and the digits. */
    private void padNumber(String prefix, String digits, boolean zeros) {
        int missing = width - prefix.length() - digits.length();
        if (zeros && !left && missing > 0) {
            result.add(prefix).add("0".repeat(missing)).add(digits);
        } else {
            pad(prefix + digits);
        }
    }

    /** As C's {@code printf} leaves it: the result ends at a zero byte. */
    private void character(int c) {
        String blanks = " ".repeat(Math.max(0, width - 1));
        if (!left) {
            result.add(blanks);
        }
        if (c != 0) {
            result.add(c);
            if (left) {
                result.add(blanks);
            }
        }
    }

    private void signed(long value) {
        String digits = Long.toString(value);
        boolean negative = value < 0;
        String sign = negative ? "-" : plus ? "+" : blank ? " " : "";
        integer(sign, negative ? digits.substring(1) : digits);
    }

    private void integer(String prefix, String digits) {
        String padded = digits;
        if (precision == 0 && digits.equals("0")) {
            padded = "";
        } else if (precision > digits.length()) {
            padded = "0".repeat(precision - digits.length()) + digits;
        }
        padNumber(prefix, padded, zero && precision < 0);
    }

    private void unsigned(int conversion, long value) {
        switch (conversion) {
            case 'u' -> integer("", Long.toUnsignedString(value));
            case 'o' -> {
                String digits = Long.toOctalString(value);
                boolean prefixed =
                        alternate && !digits.startsWith("0") && precision <= digits.length();
                integer("", prefixed ? "0" + digits : digits);
            }
            default -> {
                String digits = Long.toHexString(value);
                String prefix = alternate && value != 0 ? "0x" : "";
                if (conversion == 'X') {
                    digits = digits.toUpperCase(Locale.ROOT);
                    prefix = prefix.toUpperCase(Locale.ROOT);
                }
                integer(prefix, digits);
            }
        }
    }

    private void floating(int conversion, double value) {
        boolean negative = Double.doubleToRawLongBits(value) < 0;
        String sign = negative ? "-" : plus ? "+" : blank ? " " : "";
        boolean finite = Double.isFinite(value);
        String digits;
        if (finite) {
            digits = finite(conversion | 0x20, Math.abs(value));
        } else {
            digits = Double.isNaN(value) ? "nan" : "inf";
        }
        boolean capitals = conversion == 'E' || conversion == 'G';
        padNumber(sign, capitals ? digits.toUpperCase(Locale.ROOT) : digits, zero && finite);
    }

    private String finite(int conversion, double magnitude) {
        int digits = precision < 0 ? 6 : precision;
        return switch (conversion) {
            case 'e' -> DecimalText.exponential(magnitude, digits, alternate);
            case 'f' -> DecimalText.fixed(magnitude, digits, alternate);
            default -> DecimalText.general(magnitude, digits, alternate);
        };
    }

    private void string(Bytes text) {
        if (precision < 0 && text.length() >= LONG_STRING) {
            result.add(text);
            return;
        }
        String shown = Call.cString(text);
        pad(precision >= 0 && precision < shown.length() ? shown.substring(0, precision) : shown);
    }

    private void quoted(Bytes text) {
        result.add('"');
        for (int i = 0; i < text.length(); i++) {
            int c = text.unsignedAt(i);
            switch (c) {
                case '"', '\\', '\n' -> result.add('\\').add(c);
                case '\r' -> result.add("\\r");
                case 0 -> result.add("\\000");
                default -> result.add(c);
            }
        }
        result.add('"');
    }
}
