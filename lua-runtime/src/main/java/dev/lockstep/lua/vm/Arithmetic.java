package dev.lockstep.lua.vm;

import dev.lockstep.value.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * Arithmetic, length and concatenation of whatever values there are: conversions between strings
 * and numbers (manual 2.2.1) and metamethods (manual 2.8). Registers are absolute.
 */
final class Arithmetic {

    private Arithmetic() {}

    static @Nullable Double toNumber(@Nullable Object value) {
        if (value instanceof Double number) {
            return number;
        }
        return value instanceof Bytes text ? LuaNumber.parse(text) : null;
    }

    /** Runs an arithmetic instruction, whatever its operands are, in the frame at {@code base}. */
    static void run(Coroutine coroutine, Prototype function, int instruction, int base) {
        int op = instruction & 0xff;
        int target = base + Op.a(instruction);
        int left = base + Op.b(instruction);
        int c = Op.c(instruction);
        if (op >= Op.ADDK) {
            int operation = op - (Op.ADDK - Op.ADD);
            double constant = function.numbers[c];
            if (coroutine.refs[left] == Tag.NUMBER) {
                double number = coroutine.nums[left];
                coroutine.setNumber(target, LuaNumber.arithmetic(operation, number, constant));
            } else {
                Object operand = coroutine.get(left);
                convert(
                        coroutine,
                        operation,
                        operand,
                        left,
                        constant,
                        Indexing.NO_REGISTER,
                        target);
            }
            return;
        }
        int right = base + c;
        if (coroutine.refs[left] == Tag.NUMBER && coroutine.refs[right] == Tag.NUMBER) {
            double number = coroutine.nums[left];
            coroutine.setNumber(target, LuaNumber.arithmetic(op, number, coroutine.nums[right]));
        } else {
            Object operand = coroutine.get(left);
            convert(coroutine, op, operand, left, coroutine.get(right), right, target);
        }
    }

    /** {@code left op right} for operands that are not both numbers; puts the result in place. */
    private static void convert(
            Coroutine coroutine,
            int op,
            @Nullable Object left,
            int leftRegister,
            @Nullable Object right,
            int rightRegister,
            int target) {
        Double a = toNumber(left);
        Double b = toNumber(right);
        if (a != null && b != null) {
            coroutine.setNumber(target, LuaNumber.arithmetic(op, a, b));
            return;
        }
        Bytes event = Meta.arithmetic(op);
        Object handler = Metamethods.ofEither(coroutine, left, right, event);
        if (handler == null) {
            throw a == null
                    ? coroutine.typeError("perform arithmetic on", left, leftRegister)
                    : coroutine.typeError("perform arithmetic on", right, rightRegister);
        }
        coroutine.set(target, Metamethods.call(coroutine, handler, left, right));
    }

    /** {@code -operand}. */
    static void negate(Coroutine coroutine, int register, int target) {
        if (coroutine.refs[register] == Tag.NUMBER) {
            coroutine.setNumber(target, -coroutine.nums[register]);
            return;
        }
        Object operand = coroutine.get(register);
        Double number = toNumber(operand);
        if (number != null) {
            coroutine.setNumber(target, -number);
            return;
        }
        Object handler = coroutine.state.metamethod(operand, Meta.UNM);
        if (handler == null) {
            throw coroutine.typeError("perform arithmetic on", operand, register);
        }
        coroutine.set(target, Metamethods.call(coroutine, handler, operand, operand));
    }

    /** {@code #operand}: tables know no metamethod in 5.1. */
    static void length(Coroutine coroutine, int register, int target) {
        Object operand = coroutine.get(register);
        if (operand instanceof LuaTable table) {
            coroutine.setNumber(target, table.length());
        } else if (operand instanceof Bytes text) {
            coroutine.setNumber(target, text.length());
        } else {
            Object handler = coroutine.state.metamethod(operand, Meta.LEN);
            if (handler == null) {
                throw coroutine.typeError("get length of", operand, register);
            }
            coroutine.set(target, Metamethods.call(coroutine, handler, operand, null));
        }
    }

    // ---- concatenation

    /** Joins the registers from {@code first} to {@code last}, from the right, into the first. */
    static void concatenate(Coroutine coroutine, int first, int last) {
        int end = last;
        while (end > first) {
            if (isText(coroutine, end - 1) && isText(coroutine, end)) {
                end = joinTexts(coroutine, first, end);
                continue;
            }
            Object right = coroutine.get(end);
            Object left = coroutine.get(end - 1);
            Object handler = Metamethods.ofEither(coroutine, left, right, Meta.CONCAT);
            if (handler == null) {
                throw isText(coroutine, end - 1)
                        ? coroutine.typeError("concatenate", right, end)
                        : coroutine.typeError("concatenate", left, end - 1);
            }
            coroutine.set(end - 1, Metamethods.call(coroutine, handler, left, right));
            end--;
        }
    }

    private static boolean isText(Coroutine coroutine, int register) {
        Object ref = coroutine.refs[register];
        return ref instanceof Bytes || ref == Tag.NUMBER;
    }

    /** The text in {@code register}, which takes the place of the number that was there. */
    private static Bytes toText(Coroutine coroutine, int register) {
        if (coroutine.refs[register] instanceof Bytes text) {
            return text;
        }
        Bytes text = LuaNumber.text(coroutine.nums[register]);
        coroutine.refs[register] = text;
        return text;
    }

    /** Joins the longest run of texts that ends at {@code end}; returns where the result lies. */
    private static int joinTexts(Coroutine coroutine, int first, int end) {
        int from = end;
        long length = 0;
        while (from >= first && isText(coroutine, from)) {
            length += toText(coroutine, from).length();
            from--;
        }
        from++;
        coroutine.state.chargeString(length);
        coroutine.state.tick(length >> 10);
        byte[] joined = new byte[(int) length];
        int at = 0;
        for (int i = from; i <= end; i++) {
            Bytes text = (Bytes) coroutine.refs[i];
            text.copyTo(0, joined, at, text.length());
            at += text.length();
        }
        coroutine.refs[from] = Bytes.wrap(joined);
        return from;
    }
}
