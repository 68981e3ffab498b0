package dev.lockstep.lua.compiler;

import dev.lockstep.lua.vm.Op;
import dev.lockstep.value.Bytes;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An expression of the syntax tree (manual 2.5). Its line is that of the instruction which computes
 * it: Lua 5.1 takes the last token that has been read when it knows what an expression is for.
 */
abstract sealed class Expression {

    int line;

    /** Whether this can stand for any number of values: a call or {@code ...}. */
    boolean isMultiple() {
        return false;
    }

    /** nil, true or false, as the value itself. */
    static final class Constant extends Expression {
        final @Nullable Boolean value;

        Constant(@Nullable Boolean value) {
            this.value = value;
        }
    }

    static final class NumberLiteral extends Expression {
        final double value;

        NumberLiteral(double value) {
            this.value = value;
        }
    }

    static final class StringLiteral extends Expression {
        final Bytes value;

        StringLiteral(Bytes value) {
            this.value = value;
        }
    }

    static final class Varargs extends Expression {
        @Override
        boolean isMultiple() {
            return true;
        }
    }

    static final class Function extends Expression {
        final FunctionBody body;

        Function(FunctionBody body) {
            this.body = body;
        }
    }

    static final class Local extends Expression {
        final LocalVariable variable;

        Local(LocalVariable variable) {
            this.variable = variable;
        }
    }

    static final class Upvalue extends Expression {
        final int index;

        Upvalue(int index) {
            this.index = index;
        }
    }

    static final class Global extends Expression {
        final Bytes name;

        Global(Bytes name) {
            this.name = name;
        }
    }

    static final class Index extends Expression {
        final Expression object;
        final Expression key;

        Index(Expression object, Expression key) {
            this.object = object;
            this.key = key;
        }
    }

    /** A call; with a method name, {@code callee} is the object. */
    static final class Invocation extends Expression {
        final Expression callee;
        final @Nullable Bytes method;
        final int methodLine;
        final List<Expression> arguments;

        Invocation(
                Expression callee,
                @Nullable Bytes method,
                int methodLine,
                List<Expression> arguments) {
            this.callee = callee;
            this.method = method;
            this.methodLine = methodLine;
            this.arguments = arguments;
        }

        @Override
        boolean isMultiple() {
            return true;
        }
    }

    static final class Unary extends Expression {
        final UnaryOperator operator;
        final Expression operand;

        Unary(UnaryOperator operator, Expression operand) {
            this.operator = operator;
            this.operand = operand;
        }
    }

    static final class Binary extends Expression {
        final BinaryOperator operator;
        final Expression left;
        final Expression right;

        Binary(BinaryOperator operator, Expression left, Expression right) {
            this.operator = operator;
            this.left = left;
            this.right = right;
        }
    }

    /** An expression in parentheses: one value, and not assignable. */
    static final class Parenthesized extends Expression {
        final Expression inner;

        Parenthesized(Expression inner) {
            this.inner = inner;
        }
    }

    static final class TableConstructor extends Expression {
        final List<Field> fields;

        TableConstructor(List<Field> fields) {
            this.fields = fields;
        }
    }

    /** A field of a constructor; without a key it is the next element. */
    record Field(@Nullable Expression key, Expression value, int line) {}

    enum UnaryOperator {
        NEGATE,
        NOT,
        LENGTH
    }

    /** Binary operators with their precedence (manual 2.5.6): how they bind to either side. */
    enum BinaryOperator {
        ADD(6, 6, Op.ADD),
        SUBTRACT(6, 6, Op.SUB),
        MULTIPLY(7, 7, Op.MUL),
        DIVIDE(7, 7, Op.DIV),
        MODULO(7, 7, Op.MOD),
        POWER(10, 9, Op.POW),
        CONCAT(5, 4),
        NOT_EQUAL(3, 3),
        EQUAL(3, 3),
        LESS(3, 3),
        LESS_OR_EQUAL(3, 3),
        GREATER(3, 3),
        GREATER_OR_EQUAL(3, 3),
        AND(2, 2),
        OR(1, 1);

        static final int UNARY_PRIORITY = 8;
        private static final int COMPARISON_PRIORITY = 3;

        final int left;
        final int right;

        /** The operation of an arithmetic operator on two registers, -1 for others. */
        final int operation;

        BinaryOperator(int left, int right, int operation) {
            this.left = left;
            this.right = right;
            this.operation = operation;
        }

        BinaryOperator(int left, int right) {
            this(left, right, -1);
        }

        boolean isArithmetic() {
            return operation >= 0;
        }

        boolean isComparison() {
            return left == COMPARISON_PRIORITY;
        }
    }
}
