package dev.lockstep.lua.compiler;

import dev.lockstep.lua.vm.LuaError;
import dev.lockstep.value.Bytes;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads statements (manual 2.4) into a syntax tree whose names are resolved (manual 2.6); {@link
 * ExpressionParser} reads the expressions. Checks what can be known from the text alone, in the
 * order of the text, with the messages of Lua 5.1.
 */
final class Parser implements Scope.Limits {

    private static final int MAX_LEVELS = 200;
    private static final Bytes SELF = Bytes.of("self");
    private static final Bytes ARG = Bytes.of("arg");

    private final Lexer lexer;
    private final ExpressionParser expressions;
    private Scope scope;
    private int levels;

    Parser(Lexer lexer, int levels) {
        this.lexer = lexer;
        this.levels = levels;
        this.expressions = new ExpressionParser(lexer, this);
        this.scope = new Scope(null, new FunctionBody(0));
    }

    /** The main function of the chunk. */
    FunctionBody chunk() {
        FunctionBody main = scope.function;
        main.vararg = true;
        lexer.next();
        main.block = block();
        check(Token.EOF);
        main.lastLine = lexer.line;
        return main;
    }

    // ---- what the expression parser needs

    Scope scope() {
        return scope;
    }

    void enterLevel() {
        levels++;
        if (levels > MAX_LEVELS) {
            throw lexer.error("chunk has too many syntax levels");
        }
    }

    void leaveLevel() {
        levels--;
    }

    @Override
    public void check(FunctionBody function, int count, int limit, String what) {
        if (count > limit) {
            String where =
                    function.lineDefined == 0
                            ? "main function"
                            : "function at line " + function.lineDefined;
            throw lexer.error(where + " has more than " + limit + " " + what);
        }
    }

    boolean skip(int token) {
        if (lexer.token != token) {
            return false;
        }
        lexer.next();
        return true;
    }

    void check(int token) {
        if (lexer.token != token) {
            throw expected(token);
        }
    }

    void expect(int token) {
        check(token);
        lexer.next();
    }

    private LuaError expected(int token) {
        return lexer.syntaxError("'" + Token.text(token) + "' expected");
    }

    /** Expects what closes {@code opening}, which stood in {@code line}. */
    void expectMatch(int closing, int opening, int line) {
        if (skip(closing)) {
            return;
        }
        if (line == lexer.line) {
            throw expected(closing);
        }
        throw lexer.syntaxError(
                "'"
                        + Token.text(closing)
                        + "' expected (to close '"
                        + Token.text(opening)
                        + "' at line "
                        + line
                        + ")");
    }

    Bytes name() {
        check(Token.NAME);
        Bytes name = lexer.text;
        lexer.next();
        return name;
    }

    // ---- blocks

    private Statement.Block block() {
        enterLevel();
        int outerCount = scope.active.size();
        Statement.Block block = openBlock();
        scope.leaveTo(outerCount);
        leaveLevel();
        return block;
    }

    /** The statements of a block, whose variables stay active. */
    private Statement.Block openBlock() {
        List<Statement> statements = new ArrayList<>();
        boolean last = false;
        while (!last && !endsBlock(lexer.token)) {
            Statement statement = statement();
            statements.add(statement);
            last = statement instanceof Statement.Return || statement instanceof Statement.Break;
            skip(';');
        }
        return new Statement.Block(statements);
    }

    static boolean endsBlock(int token) {
        return switch (token) {
            case Token.ELSE, Token.ELSEIF, Token.END, Token.EOF, Token.UNTIL -> true;
            default -> false;
        };
    }

    private Statement statement() {
        int line = lexer.line;
        switch (lexer.token) {
            case Token.IF -> {
                return ifStatement(line);
            }
            case Token.WHILE -> {
                return whileLoop(line);
            }
            case Token.DO -> {
                lexer.next();
                Statement.Block block = block();
                expectMatch(Token.END, Token.DO, line);
                return block;
            }
            case Token.FOR -> {
                return forLoop(line);
            }
            case Token.REPEAT -> {
                return repeatLoop(line);
            }
            case Token.FUNCTION -> {
                return functionStatement(line);
            }
            case Token.LOCAL -> {
                lexer.next();
                return skip(Token.FUNCTION) ? localFunction() : localDeclaration();
            }
            case Token.RETURN -> {
                return returnStatement();
            }
            case Token.BREAK -> {
                lexer.next();
                if (!scope.isInLoop()) {
                    throw lexer.syntaxError("no loop to break");
                }
                return new Statement.Break(lexer.lastLine);
            }
            default -> {
                return callOrAssignment();
            }
        }
    }

    // ---- control structures

    private Statement ifStatement(int line) {
        List<Statement.Clause> clauses = new ArrayList<>();
        do {
            lexer.next();
            Expression condition = expressions.condition();
            expect(Token.THEN);
            clauses.add(new Statement.Clause(condition, block()));
        } while (lexer.token == Token.ELSEIF);
        if (skip(Token.ELSE)) {
            clauses.add(new Statement.Clause(null, block()));
        }
        expectMatch(Token.END, Token.IF, line);
        return new Statement.If(clauses);
    }

    private Statement whileLoop(int line) {
        lexer.next();
        Expression condition = expressions.condition();
        expect(Token.DO);
        Statement.Block body = loopBody();
        expectMatch(Token.END, Token.WHILE, line);
        return new Statement.While(condition, body);
    }

    private Statement.Block loopBody() {
        scope.enterLoop();
        Statement.Block body = block();
        scope.leaveLoop();
        return body;
    }

    private Statement repeatLoop(int line) {
        lexer.next();
        int outerCount = scope.active.size();
        scope.enterLoop();
        enterLevel();
        Statement.Block body = openBlock();
        leaveLevel();
        scope.leaveLoop();
        expectMatch(Token.UNTIL, Token.REPEAT, line);
        Expression condition = expressions.condition();
        scope.leaveTo(outerCount);
        return new Statement.Repeat(body, condition);
    }

    private Statement forLoop(int line) {
        lexer.next();
        Bytes first = name();
        Statement loop =
                switch (lexer.token) {
                    case '=' -> numericFor(first, line);
                    case ',', Token.IN -> genericFor(first);
                    default -> throw lexer.syntaxError("'=' or 'in' expected");
                };
        expectMatch(Token.END, Token.FOR, line);
        return loop;
    }

    private Statement numericFor(Bytes name, int line) {
        List<LocalVariable> hidden = hidden("(for index)", "(for limit)", "(for step)");
        List<LocalVariable> declared = new ArrayList<>(hidden);
        LocalVariable variable = declare(name, declared);
        lexer.next();
        Expression initial = expressions.single();
        expect(',');
        Expression limit = expressions.single();
        Expression step = skip(',') ? expressions.single() : null;
        int outerCount = scope.active.size();
        scope.activate(hidden);
        expect(Token.DO);
        int doLine = lexer.lastLine;
        Statement.Block body = forBody(List.of(variable), outerCount);
        return new Statement.NumericFor(hidden, variable, initial, limit, step, body, line, doLine);
    }

    private Statement genericFor(Bytes first) {
        List<LocalVariable> hidden = hidden("(for generator)", "(for state)", "(for control)");
        List<LocalVariable> declared = new ArrayList<>(hidden);
        declare(first, declared);
        while (skip(',')) {
            declare(name(), declared);
        }
        List<LocalVariable> variables = declared.subList(hidden.size(), declared.size());
        expect(Token.IN);
        int callLine = lexer.line; // messages give the line of the values, not that of "for"
        List<Expression> values = expressions.list();
        int outerCount = scope.active.size();
        scope.activate(hidden);
        expect(Token.DO);
        int doLine = lexer.lastLine;
        Statement.Block body = forBody(variables, outerCount);
        return new Statement.GenericFor(hidden, variables, values, body, callLine, doLine);
    }

    private Statement.Block forBody(List<LocalVariable> variables, int outerCount) {
        scope.activate(variables);
        Statement.Block body = loopBody();
        scope.leaveTo(outerCount);
        return body;
    }

    private List<LocalVariable> hidden(String... names) {
        List<LocalVariable> variables = new ArrayList<>();
        for (String name : names) {
            declare(Bytes.of(name), variables);
        }
        return variables;
    }

    /** A new variable, which becomes active with the others of {@code declared}. */
    private LocalVariable declare(Bytes name, List<LocalVariable> declared) {
        int count = scope.active.size() + declared.size() + 1;
        check(scope.function, count, Scope.MAX_LOCALS, "local variables");
        LocalVariable variable = new LocalVariable(name);
        declared.add(variable);
        return variable;
    }

    // ---- functions

    private Statement functionStatement(int line) {
        lexer.next();
        Expression target = scope.resolve(name(), this);
        boolean method = false;
        while (!method && (lexer.token == '.' || lexer.token == ':')) {
            method = lexer.token == ':';
            target.line = lexer.lastLine;
            lexer.next();
            target = new Expression.Index(target, new Expression.StringLiteral(name()));
        }
        Expression.Function function = new Expression.Function(functionBody(method, line));
        return new Statement.Assignment(List.of(target), List.of(function), line);
    }

    private Statement localFunction() {
        List<LocalVariable> declared = new ArrayList<>();
        LocalVariable variable = declare(name(), declared);
        scope.activate(variable);
        FunctionBody body = functionBody(false, lexer.line);
        return new Statement.LocalFunction(variable, body, lexer.lastLine);
    }

    FunctionBody functionBody(boolean method, int line) {
        FunctionBody function = new FunctionBody(line);
        scope = new Scope(scope, function);
        expect('(');
        if (method) {
            declare(SELF, function.parameters);
        }
        parameters(function);
        expect(')');
        function.block = block();
        function.lastLine = lexer.line;
        expectMatch(Token.END, Token.FUNCTION, line);
        scope = enclosing();
        return function;
    }

    private Scope enclosing() {
        Scope outer = scope.outer;
        if (outer == null) {
            throw new IllegalStateException("the main function has no outer one");
        }
        return outer;
    }

    private void parameters(FunctionBody function) {
        if (lexer.token != ')') {
            do {
                if (lexer.token == Token.NAME) {
                    declare(name(), function.parameters);
                } else if (skip(Token.DOTS)) {
                    function.vararg = true;
                    List<LocalVariable> all = new ArrayList<>(function.parameters);
                    function.arg = declare(ARG, all);
                } else {
                    throw lexer.syntaxError("<name> or '...' expected");
                }
            } while (!function.vararg && skip(','));
        }
        scope.activate(function.parameters);
        if (function.arg != null) {
            scope.activate(function.arg);
        }
    }

    // ---- simple statements

    private Statement localDeclaration() {
        List<LocalVariable> variables = new ArrayList<>();
        do {
            declare(name(), variables);
        } while (skip(','));
        List<Expression> values = skip('=') ? expressions.list() : List.of();
        scope.activate(variables);
        return new Statement.LocalDeclaration(variables, values, lexer.lastLine);
    }

    private Statement returnStatement() {
        lexer.next();
        boolean bare = endsBlock(lexer.token) || lexer.token == ';';
        List<Expression> values = bare ? List.of() : expressions.list();
        return new Statement.Return(values, lexer.lastLine);
    }

    private Statement callOrAssignment() {
        Expression first = expressions.primary();
        if (first instanceof Expression.Invocation call) {
            return new Statement.CallStatement(call);
        }
        List<Expression> targets = new ArrayList<>();
        targets.add(assignable(first));
        while (skip(',')) {
            targets.add(assignable(expressions.primary()));
            int limit = MAX_LEVELS - levels;
            check(scope.function, targets.size() - 1, limit, "variables in assignment");
        }
        expect('=');
        List<Expression> values = expressions.list();
        return new Statement.Assignment(targets, values, lexer.lastLine);
    }

    private Expression assignable(Expression target) {
        if (target instanceof Expression.Local
                || target instanceof Expression.Upvalue
                || target instanceof Expression.Global
                || target instanceof Expression.Index) {
            return target;
        }
        throw lexer.syntaxError("syntax error");
    }
}
