package dev.lockstep.lua.compiler;

import dev.lockstep.lua.compiler.CodeBuffer.Label;
import dev.lockstep.lua.compiler.Expression.Binary;
import dev.lockstep.lua.compiler.Expression.BinaryOperator;
import dev.lockstep.lua.compiler.Expression.Unary;
import dev.lockstep.lua.compiler.Expression.UnaryOperator;
import dev.lockstep.lua.vm.Op;
import java.util.ArrayList;
import java.util.List;

/**
 * Generates code for expressions (manual 2.5). A value can be asked for in a certain register, in
 * the next free one, or in any (which for a local variable is its own); a condition as a jump.
 *
 * <p>The target of an expression may be a local variable that the expression reads. So only the
 * last instruction writes to it, and whatever takes several is computed above and then moved.
 */
final class ExpressionGenerator {

    private static final int MAX_OPERAND = 255;
    private static final int MAX_SMALL_INDEX = 255;

    /** How many elements of a constructor are gathered before they are stored. */
    private static final int ELEMENTS_PER_STORE = 50;

    private final CodeGenerator functions;
    private final CodeBuffer code;

    ExpressionGenerator(CodeGenerator functions, CodeBuffer code) {
        this.functions = functions;
        this.code = code;
    }

    // ---- operands

    /** A register that holds the value. */
    int anyRegister(Expression expression) {
        Expression inner = unwrapped(expression);
        if (inner instanceof Expression.Local local) {
            return local.variable.register;
        }
        return nextRegister(expression);
    }

    /** Computes the value into the next free register, which is taken. */
    int nextRegister(Expression expression) {
        if (expression instanceof Expression.Invocation call) {
            int base = call(call, 1);
            code.take(1, call.line);
            return base;
        }
        int register = code.take(1, expression.line);
        toRegister(expression, register);
        return register;
    }

    /** Computes the value into {@code target}. */
    void toRegister(Expression expression, int target) {
        int mark = code.freeRegister();
        Expression inner = unwrapped(expression);
        int line = inner.line;
        if (inner instanceof Expression.Constant constant) {
            loadConstant(constant, target);
        } else if (inner instanceof Expression.NumberLiteral number) {
            code.emit(line, Op.LOADK, target, 0, 0, code.constant(number.value, line));
        } else if (inner instanceof Expression.StringLiteral text) {
            code.emit(line, Op.LOADK, target, 0, 0, code.constant(text.value, line));
        } else if (inner instanceof Expression.Local local) {
            if (local.variable.register != target) {
                code.emit(line, Op.MOVE, target, local.variable.register, 0);
            }
        } else if (inner instanceof Expression.Upvalue upvalue) {
            code.emit(line, Op.GETUPVAL, target, upvalue.index, 0);
        } else if (inner instanceof Expression.Global global) {
            code.emit(line, Op.GETGLOBAL, target, 0, 0, code.constant(global.name, line));
        } else if (inner instanceof Expression.Index index) {
            index(index, target);
        } else if (inner instanceof Expression.Function function) {
            int child = functions.child(function.body);
            code.emit(function.body.lastLine, Op.CLOSURE, target, 0, 0, child);
        } else if (inner instanceof Expression.Varargs) {
            code.emit(line, Op.VARARG, target, 2, 0);
        } else if (inner instanceof Unary unary) {
            unary(unary, target);
        } else if (inner instanceof Binary binary) {
            binary(binary, target);
        } else {
            throughTemporary(inner, target);
        }
        code.release(mark);
    }

    private void throughTemporary(Expression expression, int target) {
        int register;
        if (expression instanceof Expression.Invocation call) {
            boolean onTop = target == code.freeRegister() - 1;
            if (onTop && target >= functions.localRegisters()) {
                code.release(target);
            }
            register = call(call, 1);
        } else if (isTemporary(target)) {
            register = target;
            constructor((Expression.TableConstructor) expression, target);
        } else {
            register = code.take(1, expression.line);
            constructor((Expression.TableConstructor) expression, register);
        }
        if (register != target) {
            code.emit(expression.line, Op.MOVE, target, register, 0);
        }
    }

    private boolean isTemporary(int register) {
        return register >= functions.localRegisters();
    }

    private static Expression unwrapped(Expression expression) {
        Expression inner = expression;
        while (inner instanceof Expression.Parenthesized parenthesized) {
            inner = parenthesized.inner;
        }
        return inner;
    }

    private void loadConstant(Expression.Constant constant, int target) {
        if (constant.value == null) {
            code.emit(constant.line, Op.LOADNIL, target, 0, 0);
        } else {
            code.emit(constant.line, Op.LOADBOOL, target, constant.value ? 1 : 0, 0);
        }
    }

    /** The number of a literal among the constants if an operand can hold it, else -1. */
    int constantOperand(Expression expression) {
        Expression inner = unwrapped(expression);
        int index = -1;
        if (inner instanceof Expression.StringLiteral text) {
            index = code.constant(text.value, inner.line);
        } else if (inner instanceof Expression.NumberLiteral number) {
            index = code.constant(number.value, inner.line);
        } else if (inner instanceof Expression.Constant constant) {
            index = code.constant(constant.value, inner.line);
        }
        return index <= MAX_OPERAND ? index : -1;
    }

    private int numberOperand(Expression expression) {
        return unwrapped(expression) instanceof Expression.NumberLiteral
                ? constantOperand(expression)
                : -1;
    }

    /** The key as a small array index, 0 if it is none. */
    static int smallIndex(Expression key) {
        if (unwrapped(key) instanceof Expression.NumberLiteral number
                && number.value >= 1
                && number.value <= MAX_SMALL_INDEX
                && number.value == (int) number.value) {
            return (int) number.value;
        }
        return 0;
    }

    private void index(Expression.Index index, int target) {
        int object = anyRegister(index.object);
        int small = smallIndex(index.key);
        if (small > 0) {
            code.emit(index.line, Op.GETINDEX, target, object, small);
            return;
        }
        if (index.key instanceof Expression.StringLiteral) {
            int constant = constantOperand(index.key);
            if (constant >= 0) {
                code.emit(index.line, Op.GETFIELD, target, object, constant);
                return;
            }
        }
        code.emit(index.line, Op.GETTABLE, target, object, anyRegister(index.key));
    }

    // ---- operators

    private void unary(Unary unary, int target) {
        int op =
                switch (unary.operator) {
                    case NEGATE -> Op.UNM;
                    case NOT -> Op.NOT;
                    case LENGTH -> Op.LEN;
                };
        code.emit(unary.line, op, target, anyRegister(unary.operand), 0);
    }

    private void binary(Binary binary, int target) {
        BinaryOperator operator = binary.operator;
        if (operator.isArithmetic()) {
            arithmetic(binary, target);
        } else if (operator == BinaryOperator.CONCAT) {
            concatenation(binary, target);
        } else if (operator.isComparison()) {
            Label holds = new Label();
            jumpIf(binary, true, holds);
            code.emit(binary.line, Op.LOADBOOL, target, 0, 1);
            code.bind(holds);
            code.emit(binary.line, Op.LOADBOOL, target, 1, 0);
        } else {
            logical(binary, target);
        }
    }

    private void arithmetic(Binary binary, int target) {
        int op = binary.operator.operation;
        // Lua 5.1 adds a number on the left to the constants last: -0 and 0 share a place there.
        boolean number = unwrapped(binary.left) instanceof Expression.NumberLiteral;
        int left = number ? -1 : anyRegister(binary.left);
        int constant = numberOperand(binary.right);
        int right = constant >= 0 ? constant : anyRegister(binary.right);
        if (number) {
            left = anyRegister(binary.left);
        }
        code.emit(binary.line, constant >= 0 ? op + (Op.ADDK - Op.ADD) : op, target, left, right);
    }

    private void concatenation(Binary binary, int target) {
        List<Expression> parts = new ArrayList<>();
        Expression rest = binary;
        while (unwrapped(rest) instanceof Binary inner && inner.operator == BinaryOperator.CONCAT) {
            parts.add(inner.left);
            rest = inner.right;
        }
        parts.add(rest);
        int first = code.freeRegister();
        for (Expression part : parts) {
            nextRegister(part);
        }
        code.emit(binary.line, Op.CONCAT, target, first, first + parts.size() - 1);
    }

    // ---- conditions

    /** Jumps to {@code label} if the truth of {@code expression} is {@code wanted}. */
    void jumpIf(Expression expression, boolean wanted, Label label) {
        int mark = code.freeRegister();
        Expression inner = unwrapped(expression);
        if (inner instanceof Unary unary && unary.operator == UnaryOperator.NOT) {
            jumpIf(unary.operand, !wanted, label);
        } else if (inner instanceof Binary binary && binary.operator == BinaryOperator.AND) {
            jumpIfBoth(binary, wanted, label, false);
        } else if (inner instanceof Binary binary && binary.operator == BinaryOperator.OR) {
            jumpIfBoth(binary, wanted, label, true);
        } else if (inner instanceof Binary binary && binary.operator.isComparison()) {
            compare(binary, wanted, label);
        } else if (isLiteral(inner)) {
            if (literalTruth(inner) == wanted) {
                code.jump(inner.line, label);
            }
        } else {
            int register = anyRegister(expression);
            code.emitJump(inner.line, Op.TEST, register, wanted ? 1 : 0, 0, label);
        }
        code.release(mark);
    }

    /** {@code decisive} is the truth of the left operand that settles the whole. */
    private void jumpIfBoth(Binary binary, boolean wanted, Label label, boolean decisive) {
        if (wanted == decisive) {
            jumpIf(binary.left, wanted, label);
            jumpIf(binary.right, wanted, label);
            return;
        }
        Label settled = new Label();
        jumpIf(binary.left, decisive, settled);
        jumpIf(binary.right, wanted, label);
        code.bind(settled);
    }

    private static boolean isLiteral(Expression expression) {
        return expression instanceof Expression.Constant
                || expression instanceof Expression.NumberLiteral
                || expression instanceof Expression.StringLiteral;
    }

    private static boolean literalTruth(Expression literal) {
        return !(literal instanceof Expression.Constant constant)
                || (constant.value != null && constant.value);
    }

    private void compare(Binary binary, boolean wanted, Label label) {
        boolean equality =
                binary.operator == BinaryOperator.EQUAL
                        || binary.operator == BinaryOperator.NOT_EQUAL;
        if (equality) {
            boolean equal = (binary.operator == BinaryOperator.EQUAL) == wanted;
            compareEqual(binary, equal, label);
        } else {
            compareOrder(binary, wanted ? 1 : 0, label);
        }
    }

    private void compareEqual(Binary binary, boolean equal, Label label) {
        int a = equal ? 1 : 0;
        int leftConstant = constantOperand(binary.left);
        int left = leftConstant >= 0 ? -1 : anyRegister(binary.left);
        int constant = constantOperand(binary.right);
        if (constant >= 0) {
            left = left >= 0 ? left : anyRegister(binary.left);
            code.emitJump(binary.line, Op.EQK, a, left, constant, label);
        } else if (leftConstant >= 0) {
            int right = anyRegister(binary.right);
            code.emitJump(binary.line, Op.EQK, a, right, leftConstant, label);
        } else {
            code.emitJump(binary.line, Op.EQ, a, left, anyRegister(binary.right), label);
        }
    }

    private void compareOrder(Binary binary, int a, Label label) {
        BinaryOperator operator = binary.operator;
        boolean less = operator == BinaryOperator.LESS || operator == BinaryOperator.GREATER;
        boolean swapped =
                operator == BinaryOperator.GREATER || operator == BinaryOperator.GREATER_OR_EQUAL;
        int leftConstant = numberOperand(binary.left);
        int left = leftConstant >= 0 ? -1 : anyRegister(binary.left);
        int constant = numberOperand(binary.right);
        if (constant >= 0) {
            left = left >= 0 ? left : anyRegister(binary.left);
            int op = swapped ? (less ? Op.GTK : Op.GEK) : (less ? Op.LTK : Op.LEK);
            code.emitJump(binary.line, op, a, left, constant, label);
            return;
        }
        int right = anyRegister(binary.right);
        if (leftConstant >= 0) {
            int op = swapped ? (less ? Op.LTK : Op.LEK) : (less ? Op.GTK : Op.GEK);
            code.emitJump(binary.line, op, a, right, leftConstant, label);
            return;
        }
        int first = swapped ? right : left;
        int second = swapped ? left : right;
        code.emitJump(binary.line, less ? Op.LT : Op.LE, a, first, second, label);
    }

    // ---- and, or as values

    private void logical(Binary binary, int target) {
        int result = isTemporary(target) ? target : code.take(1, binary.line);
        Label end = new Label();
        keepIf(binary.left, binary.operator == BinaryOperator.OR, result, end);
        toRegister(binary.right, result);
        code.bind(end);
        if (result != target) {
            code.emit(binary.line, Op.MOVE, target, result, 0);
        }
    }

    /**
     * If the truth of {@code expression} is {@code kept}, puts its value into {@code target} and
     * goes to {@code end}; else goes on.
     */
    private void keepIf(Expression expression, boolean kept, int target, Label end) {
        int mark = code.freeRegister();
        Expression inner = unwrapped(expression);
        BinaryOperator same = kept ? BinaryOperator.OR : BinaryOperator.AND;
        BinaryOperator other = kept ? BinaryOperator.AND : BinaryOperator.OR;
        if (inner instanceof Binary binary && binary.operator == same) {
            keepIf(binary.left, kept, target, end);
            keepIf(binary.right, kept, target, end);
        } else if (inner instanceof Binary binary && binary.operator == other) {
            Label skip = new Label();
            jumpIf(binary.left, !kept, skip);
            keepIf(binary.right, kept, target, end);
            code.bind(skip);
        } else if (isCondition(inner)) {
            Label skip = new Label();
            jumpIf(inner, !kept, skip);
            code.emit(inner.line, Op.LOADBOOL, target, kept ? 1 : 0, 0);
            code.jump(inner.line, end);
            code.bind(skip);
        } else if (isLiteral(inner)) {
            if (literalTruth(inner) == kept) {
                toRegister(inner, target);
                code.jump(inner.line, end);
            }
        } else if (inner instanceof Expression.Local local) {
            int from = local.variable.register;
            code.emitJump(inner.line, Op.TESTSET, target, from, kept ? 1 : 0, end);
        } else {
            toRegister(expression, target);
            code.emitJump(inner.line, Op.TEST, target, kept ? 1 : 0, 0, end);
        }
        code.release(mark);
    }

    private static boolean isCondition(Expression expression) {
        return (expression instanceof Binary binary && binary.operator.isComparison())
                || (expression instanceof Unary unary && unary.operator == UnaryOperator.NOT);
    }

    // ---- lists and calls

    /** Computes values into the next registers; whether the last one is open in number. */
    boolean list(List<Expression> values) {
        for (int i = 0; i < values.size(); i++) {
            Expression value = values.get(i);
            if (i == values.size() - 1 && value.isMultiple()) {
                open(value, -1);
                return true;
            }
            nextRegister(value);
        }
        return false;
    }

    /** Computes {@code wanted} results of a call or {@code ...} at the next register; -1: all. */
    private void open(Expression multiple, int wanted) {
        if (multiple instanceof Expression.Invocation call) {
            call(call, wanted);
        } else {
            code.reserve(1, multiple.line);
            code.emit(multiple.line, Op.VARARG, code.freeRegister(), wanted + 1, 0);
        }
    }

    /** Computes exactly {@code wanted} values into the next registers, which are taken. */
    void adjustedList(List<Expression> values, int wanted, int line) {
        int first = code.freeRegister();
        for (int i = 0; i < values.size(); i++) {
            Expression value = values.get(i);
            if (i == values.size() - 1 && value.isMultiple() && wanted > i) {
                open(value, wanted - i);
                code.take(wanted - i, line);
                return;
            }
            nextRegister(value);
        }
        int missing = wanted - values.size();
        if (missing > 0) {
            code.emit(line, Op.LOADNIL, code.take(missing, line), missing - 1, 0);
        } else {
            code.release(first + wanted);
        }
    }

    /**
     * Calls, with the function at the next free register, where the results go, {@code wanted} of
     * them (-1: all). Returns that register, which is not taken.
     */
    int call(Expression.Invocation call, int wanted) {
        return call(call, Op.CALL, wanted);
    }

    int tailCall(Expression.Invocation call) {
        return call(call, Op.TAILCALL, -1);
    }

    private int call(Expression.Invocation call, int op, int wanted) {
        int base = code.freeRegister();
        int given = call.arguments.size();
        if (call.method != null) {
            int mark = code.freeRegister();
            int object = anyRegister(call.callee);
            code.release(mark);
            code.take(2, call.line);
            int name = code.constant(call.method, call.methodLine);
            code.emit(call.methodLine, Op.SELF, base, object, 0, name);
            given++;
        } else {
            nextRegister(call.callee);
        }
        boolean open = list(call.arguments);
        code.emit(call.line, op, base, open ? 0 : given + 1, wanted + 1);
        code.release(base);
        code.reserve(Math.max(wanted, 1), call.line);
        return base;
    }

    // ---- table constructors

    private void constructor(Expression.TableConstructor constructor, int target) {
        List<Expression.Field> fields = constructor.fields;
        int elements = 0;
        for (Expression.Field field : fields) {
            elements += field.key() == null ? 1 : 0;
        }
        int last = fields.size() - 1;
        boolean open =
                last >= 0
                        && fields.get(last).key() == null
                        && fields.get(last).value().isMultiple();
        code.emit(
                constructor.line,
                Op.NEWTABLE,
                target,
                Op.encodeSize(open ? elements - 1 : elements),
                Op.encodeSize(last + 1 - elements));
        int first = code.freeRegister();
        int gathered = 0;
        int stored = 0;
        for (int i = 0; i <= last; i++) {
            Expression.Field field = fields.get(i);
            Expression key = field.key();
            if (key != null) {
                keyedField(target, key, field);
            } else if (open && i == last) {
                open(field.value(), -1);
                store(target, first, 0, stored, field.line());
                return;
            } else {
                nextRegister(field.value());
                gathered++;
                if (gathered == ELEMENTS_PER_STORE) {
                    store(target, first, gathered, stored, field.line());
                    stored += gathered;
                    gathered = 0;
                }
            }
        }
        if (gathered > 0) {
            store(target, first, gathered, stored, fields.get(last).line());
        }
    }

    private void store(int table, int first, int count, int offset, int line) {
        code.emit(line, Op.SETLIST, table, count, first, offset);
        code.release(first);
    }

    private void keyedField(int table, Expression key, Expression.Field field) {
        int mark = code.freeRegister();
        int line = field.line();
        int constant = key instanceof Expression.StringLiteral ? constantOperand(key) : -1;
        int small = smallIndex(key);
        if (constant >= 0) {
            code.emit(line, Op.SETFIELD, table, constant, anyRegister(field.value()));
        } else if (small > 0) {
            code.emit(line, Op.SETINDEX, table, small, anyRegister(field.value()));
        } else {
            int register = anyRegister(key);
            code.emit(line, Op.SETTABLE, table, register, anyRegister(field.value()));
        }
        code.release(mark);
    }
}
