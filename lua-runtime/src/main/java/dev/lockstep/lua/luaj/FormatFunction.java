package dev.lockstep.lua.luaj;

import dev.lockstep.value.Doubles;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Locale;
import org.luaj.vm2.Buffer;
import org.luaj.vm2.LuaError;
import org.luaj.vm2.LuaString;
import org.luaj.vm2.LuaValue;
import org.luaj.vm2.Varargs;
import org.luaj.vm2.lib.VarArgFunction;

/** {@code string.format} with C's rules for widths, precisions and numbers (manual 5.4). */
final class FormatFunction extends VarArgFunction {

    private static final int DEFAULT_PRECISION = 6;
    private static final int MAX_DIGITS = 2;

    /** One conversion: {@code %-08.3f}. */
    private record Directive(String flags, int width, int precision, char conversion) {

        boolean has(char flag) {
            return flags.indexOf(flag) >= 0;
        }

        int precisionOr(int otherwise) {
            return precision < 0 ? otherwise : precision;
        }
    }

    private static final class Cursor {
        private final String format;
        private int position;
        private int argument = 1;

        Cursor(String format) {
            this.format = format;
        }

        boolean hasNext() {
            return position < format.length();
        }

        char next() {
            return hasNext() ? format.charAt(position++) : '\0';
        }

        String flags() {
            int start = position;
            while (hasNext() && "-+ #0".indexOf(format.charAt(position)) >= 0) {
                position++;
            }
            return format.substring(start, position);
        }

        int number() {
            int start = position;
            while (hasNext()
                    && Character.isDigit(format.charAt(position))
                    && position - start < MAX_DIGITS) {
                position++;
            }
            return start == position ? 0 : Integer.parseInt(format.substring(start, position));
        }

        Directive directive() {
            String flags = flags();
            int width = number();
            int precision = -1;
            if (hasNext() && format.charAt(position) == '.') {
                position++;
                precision = number();
            }
            return new Directive(flags, width, precision, next());
        }
    }

    @Override
    public Varargs invoke(Varargs arguments) {
        LuaString format = LuajValues.withNumberText(arguments.checkvalue(1)).checkstring();
        Cursor cursor = new Cursor(LuajValues.bytes(format).latin1());
        Buffer text = new Buffer();
        while (cursor.hasNext()) {
            char c = cursor.next();
            if (c != '%') {
                text.append((byte) c);
            } else if (cursor.hasNext() && cursor.format.charAt(cursor.position) == '%') {
                text.append((byte) cursor.next());
            } else {
                Directive directive = cursor.directive();
                text.append(converted(directive, arguments, ++cursor.argument));
            }
        }
        return text.tostring();
    }

    private static LuaString converted(Directive directive, Varargs arguments, int index) {
        return LuajValues.latin1(
                switch (directive.conversion) {
                    case 'c' -> padded(directive, "" + (char) (arguments.checkint(index) & 0xff));
                    case 'd', 'i', 'u', 'o', 'x', 'X' ->
                            integer(directive, arguments.checkdouble(index));
                    case 'e', 'E', 'f', 'g', 'G' -> real(directive, arguments.checkdouble(index));
                    case 'q' -> quoted(text(arguments.checkvalue(index)));
                    case 's' -> string(directive, text(arguments.checkvalue(index)));
                    default ->
                            throw new LuaError(
                                    "invalid option '%" + directive.conversion + "' to 'format'");
                });
    }

    private static String text(LuaValue value) {
        return LuajValues.bytes(LuajValues.withNumberText(value).checkstring()).latin1();
    }

    private static String string(Directive directive, String text) {
        int precision = directive.precision;
        return padded(
                directive,
                precision >= 0 && precision < text.length() ? text.substring(0, precision) : text);
    }

    private static String integer(Directive directive, double number) {
        long value = number >= -0x1p63 && number < 0x1p63 ? (long) number : Long.MIN_VALUE;
        String digits =
                switch (directive.conversion) {
                    case 'o' -> Long.toOctalString(value);
                    case 'x' -> Long.toHexString(value);
                    case 'X' -> Long.toHexString(value).toUpperCase(Locale.ROOT);
                    case 'u' -> Long.toUnsignedString(value);
                    default -> Long.toString(value).replace("-", "");
                };
        boolean signed = directive.conversion == 'd' || directive.conversion == 'i';
        int zeros = Math.max(0, directive.precision - digits.length());
        String magnitude = "0".repeat(zeros) + digits;
        return signedAndPadded(directive, magnitude, signed && value < 0, directive.precision < 0);
    }

    private static String real(Directive directive, double number) {
        boolean finite = !Double.isNaN(number) && !Double.isInfinite(number);
        double size = Math.abs(number);
        int precision = directive.precisionOr(DEFAULT_PRECISION);
        String magnitude;
        if (!finite) {
            magnitude = Double.isNaN(number) ? "nan" : "inf";
        } else if (directive.conversion == 'f') {
            magnitude =
                    new BigDecimal(size)
                            .setScale(precision, RoundingMode.HALF_EVEN)
                            .toPlainString();
        } else if (directive.conversion == 'e' || directive.conversion == 'E') {
            magnitude = String.format(Locale.ROOT, "%." + precision + "e", size);
        } else {
            magnitude = Doubles.general(size, Math.max(1, precision));
        }
        if (Character.isUpperCase(directive.conversion)) {
            magnitude = magnitude.toUpperCase(Locale.ROOT);
        }
        boolean negative = number < 0 || (number == 0 && 1 / number < 0);
        return signedAndPadded(directive, magnitude, negative, finite);
    }

    private static String signedAndPadded(
            Directive directive, String magnitude, boolean negative, boolean zeroFilled) {
        String sign = negative ? "-" : directive.has('+') ? "+" : directive.has(' ') ? " " : "";
        if (directive.has('0') && zeroFilled && !directive.has('-')) {
            int zeros = directive.width - sign.length() - magnitude.length();
            return sign + "0".repeat(Math.max(0, zeros)) + magnitude;
        }
        return padded(directive, sign + magnitude);
    }

    private static String padded(Directive directive, String text) {
        String blanks = " ".repeat(Math.max(0, directive.width - text.length()));
        return directive.has('-') ? text + blanks : blanks + text;
    }

    private static String quoted(String text) {
        StringBuilder quoted = new StringBuilder("\"");
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '"', '\\', '\n' -> quoted.append('\\').append(c);
                case '\r' -> quoted.append("\\r");
                case '\0' -> quoted.append("\\000");
                default -> quoted.append(c);
            }
        }
        return quoted.append('"').toString();
    }
}
