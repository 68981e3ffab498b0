package dev.lockstep.lua.compiler;

import dev.lockstep.lua.compiler.Expression.BinaryOperator;
import dev.lockstep.lua.compiler.Expression.UnaryOperator;
import dev.lockstep.lua.vm.LuaNumber;
import dev.lockstep.lua.vm.Op;
import dev.lockstep.value.Bytes;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads expressions (manual 2.5) into a syntax tree. */
final class ExpressionParser {

    private final Lexer lexer;
    private final Parser parser;

    ExpressionParser(Lexer lexer, Parser parser) {
        this.lexer = lexer;
        this.parser = parser;
    }

    /** Gives {@code expression} the line of the last token read: now it is known what it is for. */
    private Expression settle(Expression expression) {
        if (isVariable(expression)) {
            expression.line = lexer.lastLine;
        }
        return expression;
    }

    private static boolean isVariable(Expression expression) {
        return expression instanceof Expression.Global || expression instanceof Expression.Index;
    }

    /** An expression whose value is used at once. */
    Expression single() {
        return settle(operation(0));
    }

    Expression condition() {
        return single();
    }

    /** One or more expressions. */
    List<Expression> list() {
        List<Expression> list = new ArrayList<>();
        Expression expression = operation(0);
        while (parser.skip(',')) {
            list.add(settle(expression));
            expression = operation(0);
        }
        list.add(settle(expression));
        return list;
    }

    // ---- operators

    /** An expression whose binary operators all bind more strongly than {@code limit}. */
    private Expression operation(int limit) {
        parser.enterLevel();
        UnaryOperator unary = unaryOperator(lexer.token);
        Expression left;
        if (unary != null) {
            lexer.next();
            Expression operand = settle(operation(BinaryOperator.UNARY_PRIORITY));
            left = unary(unary, operand);
            left.line = lexer.lastLine;
        } else {
            left = simple();
        }
        BinaryOperator operator = binaryOperator(lexer.token);
        while (operator != null && operator.left > limit) {
            lexer.next();
            settle(left);
            Expression right = settle(operation(operator.right));
            left = binary(operator, left, right);
            left.line = lexer.lastLine;
            operator = binaryOperator(lexer.token);
        }
        parser.leaveLevel();
        return left;
    }

    private static Expression unary(UnaryOperator operator, Expression operand) {
        if (operator == UnaryOperator.NEGATE
                && unwrapped(operand) instanceof Expression.NumberLiteral literal
                && !Double.isNaN(literal.value)) {
            return new Expression.NumberLiteral(-literal.value);
        }
        return new Expression.Unary(operator, operand);
    }

    private static Expression binary(BinaryOperator operator, Expression left, Expression right) {
        if (operator.isArithmetic()
                && unwrapped(left) instanceof Expression.NumberLiteral a
                && unwrapped(right) instanceof Expression.NumberLiteral b) {
            Expression folded = fold(operator, a.value, b.value);
            if (folded != null) {
                return folded;
            }
        }
        return new Expression.Binary(operator, left, right);
    }

    private static Expression unwrapped(Expression expression) {
        Expression inner = expression;
        while (inner instanceof Expression.Parenthesized parenthesized) {
            inner = parenthesized.inner;
        }
        return inner;
    }

    /** The result of an operation on two number literals, unless Lua leaves it to run time. */
    private static @Nullable Expression fold(BinaryOperator operator, double left, double right) {
        int op = operator.operation;
        if ((op == Op.DIV || op == Op.MOD) && right == 0) {
            return null;
        }
        double result = LuaNumber.arithmetic(op, left, right);
        return Double.isNaN(result) ? null : new Expression.NumberLiteral(result);
    }

    private static @Nullable UnaryOperator unaryOperator(int token) {
        return switch (token) {
            case Token.NOT -> UnaryOperator.NOT;
            case '-' -> UnaryOperator.NEGATE;
            case '#' -> UnaryOperator.LENGTH;
            default -> null;
        };
    }

    private static @Nullable BinaryOperator binaryOperator(int token) {
        return switch (token) {
            case '+' -> BinaryOperator.ADD;
            case '-' -> BinaryOperator.SUBTRACT;
            case '*' -> BinaryOperator.MULTIPLY;
            case '/' -> BinaryOperator.DIVIDE;
            case '%' -> BinaryOperator.MODULO;
            case '^' -> BinaryOperator.POWER;
            case Token.CONCAT -> BinaryOperator.CONCAT;
            case Token.NE -> BinaryOperator.NOT_EQUAL;
            case Token.EQ -> BinaryOperator.EQUAL;
            case '<' -> BinaryOperator.LESS;
            case Token.LE -> BinaryOperator.LESS_OR_EQUAL;
            case '>' -> BinaryOperator.GREATER;
            case Token.GE -> BinaryOperator.GREATER_OR_EQUAL;
            case Token.AND -> BinaryOperator.AND;
            case Token.OR -> BinaryOperator.OR;
            default -> null;
        };
    }

    // ---- operands

    private Expression simple() {
        Expression literal =
                switch (lexer.token) {
                    case Token.NUMBER -> new Expression.NumberLiteral(lexer.number);
                    case Token.STRING -> new Expression.StringLiteral(lexer.text);
                    case Token.NIL -> new Expression.Constant(null);
                    case Token.TRUE -> new Expression.Constant(true);
                    case Token.FALSE -> new Expression.Constant(false);
                    case Token.DOTS -> varargs();
                    default -> null;
                };
        if (literal != null) {
            lexer.next();
            literal.line = lexer.lastLine;
            return literal;
        }
        if (lexer.token == '{') {
            return constructor();
        }
        if (lexer.token == Token.FUNCTION) {
            lexer.next();
            return new Expression.Function(parser.functionBody(false, lexer.line));
        }
        return primary();
    }

    private Expression varargs() {
        FunctionBody function = parser.scope().function;
        if (!function.vararg) {
            throw lexer.syntaxError("cannot use '...' outside a vararg function");
        }
        function.usesVarargs = true;
        return new Expression.Varargs();
    }

    /** A variable, a call, or an expression in parentheses. */
    Expression primary() {
        Expression expression = prefix();
        while (true) {
            switch (lexer.token) {
                case '.' -> {
                    settle(expression);
                    lexer.next();
                    Bytes name = parser.name();
                    expression =
                            new Expression.Index(expression, new Expression.StringLiteral(name));
                }
                case '[' -> {
                    settle(expression);
                    expression = new Expression.Index(expression, bracketed());
                }
                case ':' -> {
                    lexer.next();
                    Bytes method = parser.name();
                    settle(expression);
                    expression = call(expression, method);
                }
                case '(', '{', Token.STRING -> {
                    settle(expression);
                    expression = call(expression, null);
                }
                default -> {
                    return expression;
                }
            }
        }
    }

    private Expression prefix() {
        if (lexer.token == Token.NAME) {
            return parser.scope().resolve(parser.name(), parser);
        }
        if (lexer.token == '(') {
            int line = lexer.line;
            lexer.next();
            Expression inner = operation(0);
            parser.expectMatch(')', '(', line);
            settle(inner);
            return new Expression.Parenthesized(inner);
        }
        throw lexer.syntaxError("unexpected symbol");
    }

    private Expression bracketed() {
        lexer.next();
        Expression key = single();
        parser.expect(']');
        return key;
    }

    private Expression call(Expression callee, @Nullable Bytes method) {
        int line = lexer.line;
        int methodLine = lexer.lastLine;
        List<Expression> arguments =
                switch (lexer.token) {
                    case '(' -> arguments(line);
                    case '{' -> List.of(constructor());
                    case Token.STRING -> {
                        Expression text = new Expression.StringLiteral(lexer.text);
                        lexer.next();
                        yield List.of(text);
                    }
                    default -> throw lexer.syntaxError("function arguments expected");
                };
        Expression call = new Expression.Invocation(callee, method, methodLine, arguments);
        call.line = line;
        return call;
    }

    private List<Expression> arguments(int line) {
        if (line != lexer.lastLine) {
            throw lexer.syntaxError("ambiguous syntax (function call x new statement)");
        }
        lexer.next();
        if (parser.skip(')')) {
            return List.of();
        }
        List<Expression> list = list();
        parser.expectMatch(')', '(', line);
        settle(list.get(list.size() - 1));
        return list;
    }

    // ---- table constructors

    private Expression constructor() {
        int line = lexer.line;
        parser.expect('{');
        List<Expression.Field> fields = new ArrayList<>();
        Expression element = null;
        while (lexer.token != '}') {
            boolean named =
                    lexer.token == '[' || (lexer.token == Token.NAME && lexer.lookAhead() == '=');
            if (named) {
                element = null;
                fields.add(namedField());
            } else {
                element = operation(0);
                fields.add(new Expression.Field(null, element, lexer.lastLine));
            }
            boolean more = parser.skip(',') || parser.skip(';');
            if (element != null) {
                settle(element);
            }
            if (!more) {
                break;
            }
        }
        parser.expectMatch('}', '{', line);
        if (element != null) {
            settle(element);
        }
        return new Expression.TableConstructor(fields);
    }

    private Expression.Field namedField() {
        Expression key;
        if (lexer.token == Token.NAME) {
            key = new Expression.StringLiteral(parser.name());
        } else {
            key = bracketed();
        }
        parser.expect('=');
        Expression value = single();
        return new Expression.Field(key, value, lexer.lastLine);
    }
}
