package dev.lockstep.lua.luaj;

import org.luaj.vm2.LuaDouble;
import org.luaj.vm2.LuaString;
import org.luaj.vm2.LuaValue;

/** Reads numbers as C's {@code strtod} does: decimal, hexadecimal, {@code inf}, {@code nan}. */
final class NumberText {

    private NumberText() {}

    /** The number that {@code text} spells, blanks around it apart; nil if it is none. */
    static LuaValue parse(LuaString text) {
        String digits = text.tojstring().strip();
        boolean negative = digits.startsWith("-");
        String magnitude = negative || digits.startsWith("+") ? digits.substring(1) : digits;
        double value = magnitude(magnitude);
        if (Double.isNaN(value) && !magnitude.equalsIgnoreCase("nan")) {
            return LuaValue.NIL;
        }
        return LuaDouble.valueOf(negative ? -value : value);
    }

    private static double magnitude(String text) {
        if (text.isEmpty() || text.startsWith("-") || text.startsWith("+")) {
            return Double.NaN;
        }
        if (text.equalsIgnoreCase("inf") || text.equalsIgnoreCase("infinity")) {
            return Double.POSITIVE_INFINITY;
        }
        char last = text.charAt(text.length() - 1);
        boolean hexadecimal = text.startsWith("0x") || text.startsWith("0X");
        if (!hexadecimal && !Character.isDigit(last) && last != '.') {
            return Double.NaN; // Java would take a suffix such as 1d
        }
        if (hexadecimal && text.length() == 2) {
            return Double.NaN;
        }
        try {
            boolean exponent = text.indexOf('p') >= 0 || text.indexOf('P') >= 0;
            return Double.parseDouble(hexadecimal && !exponent ? text + "p0" : text);
        } catch (NumberFormatException e) {
            return Double.NaN;
        }
    }
}
