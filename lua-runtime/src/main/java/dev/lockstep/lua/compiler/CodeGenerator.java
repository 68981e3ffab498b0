package dev.lockstep.lua.compiler;

import dev.lockstep.lua.compiler.CodeBuffer.Label;
import dev.lockstep.lua.vm.Op;
import dev.lockstep.lua.vm.Prototype;
import dev.lockstep.value.Bytes;
import java.util.ArrayList;
import java.util.List;

/**
 * Turns the syntax tree of a function into code for the register machine: here statements (manual
 * 2.4) and functions, in {@link ExpressionGenerator} expressions. Local variables live in the
 * lowest registers, in the order of their declaration; everything above is temporary.
 */
final class CodeGenerator {

    /** A loop that {@code break} can leave, and the variables that were active before its body. */
    private record Loop(Label exit, int outerLocals) {}

    private final FunctionBody function;
    private final Bytes chunkName;
    private final String chunk;
    private final CodeBuffer code;
    private final ExpressionGenerator expressions;
    private final List<Prototype> children = new ArrayList<>();
    private final List<LocalVariable> active = new ArrayList<>();
    private final List<Loop> loops = new ArrayList<>();

    CodeGenerator(FunctionBody function, Bytes chunkName, String chunk) {
        this.function = function;
        this.chunkName = chunkName;
        this.chunk = chunk;
        this.code = new CodeBuffer(chunk);
        this.expressions = new ExpressionGenerator(this, code);
    }

    Prototype generate() {
        int line = function.lineDefined;
        for (LocalVariable parameter : function.parameters) {
            activate(parameter, code.take(1, line));
        }
        LocalVariable arg = function.arg;
        if (arg != null) {
            int register = code.take(1, line);
            int op = function.usesVarargs ? Op.LOADNIL : Op.ARG;
            code.emit(line, op, register, 0, 0);
            activate(arg, register);
        }
        statements(function.block);
        code.emit(function.lastLine, Op.RETURN, 0, 1, 0);
        leaveScope(0);
        return code.finish(function, children, chunkName);
    }

    // ---- scopes

    /** The number of registers that hold local variables. */
    int localRegisters() {
        return active.isEmpty() ? 0 : active.get(active.size() - 1).register + 1;
    }

    private void activate(LocalVariable variable, int register) {
        variable.register = register;
        variable.startPc = code.position();
        active.add(variable);
    }

    private void activate(List<LocalVariable> variables, int firstRegister) {
        for (int i = 0; i < variables.size(); i++) {
            activate(variables.get(i), firstRegister + i);
        }
    }

    /** Ends the variables from number {@code outer} on, and gives their registers back. */
    private void leaveScope(int outer) {
        for (int i = active.size() - 1; i >= outer; i--) {
            code.endLocal(active.get(i));
        }
        active.subList(outer, active.size()).clear();
        code.release(localRegisters());
    }

    /** Closes the variables from number {@code outer} on that functions have captured. */
    private void closeCaptured(int outer, int line) {
        for (int i = outer; i < active.size(); i++) {
            if (active.get(i).captured) {
                code.emit(line, Op.CLOSE, active.get(i).register, 0, 0);
                return;
            }
        }
    }

    private void block(Statement.Block block, int line) {
        int outer = active.size();
        statements(block);
        closeCaptured(outer, line);
        leaveScope(outer);
    }

    private void statements(Statement.Block block) {
        for (Statement statement : block.statements()) {
            statement(statement);
            code.release(localRegisters());
        }
    }

    private void statement(Statement statement) {
        if (statement instanceof Statement.LocalDeclaration s) {
            localDeclaration(s);
        } else if (statement instanceof Statement.Assignment s) {
            assignment(s);
        } else if (statement instanceof Statement.CallStatement s) {
            expressions.call(s.call(), 0);
        } else if (statement instanceof Statement.If s) {
            ifStatement(s);
        } else if (statement instanceof Statement.Return s) {
            returnStatement(s);
        } else if (statement instanceof Statement.NumericFor s) {
            numericFor(s);
        } else if (statement instanceof Statement.GenericFor s) {
            genericFor(s);
        } else if (statement instanceof Statement.While s) {
            whileLoop(s);
        } else if (statement instanceof Statement.Repeat s) {
            repeatLoop(s);
        } else if (statement instanceof Statement.LocalFunction s) {
            localFunction(s);
        } else if (statement instanceof Statement.Block s) {
            block(s, 0);
        } else if (statement instanceof Statement.Break s) {
            breakStatement(s);
        }
    }

    // ---- functions

    /** Adds the code of an inner function; returns its number. */
    int child(FunctionBody body) {
        children.add(new CodeGenerator(body, chunkName, chunk).generate());
        return children.size() - 1;
    }

    private void localFunction(Statement.LocalFunction statement) {
        int register = code.take(1, statement.line());
        activate(statement.variable(), register);
        int child = child(statement.body());
        code.emit(statement.line(), Op.CLOSURE, register, 0, 0, child);
        statement.variable().startPc = code.position();
    }

    private void returnStatement(Statement.Return statement) {
        List<Expression> values = statement.values();
        int line = statement.line();
        if (values.size() == 1) {
            Expression value = values.get(0);
            if (value instanceof Expression.Invocation call) {
                int base = expressions.tailCall(call);
                code.emit(line, Op.RETURN, base, 0, 0);
                return;
            }
            if (!value.isMultiple()) {
                code.emit(line, Op.RETURN, expressions.anyRegister(value), 2, 0);
                return;
            }
        }
        int first = code.freeRegister();
        boolean open = expressions.list(values);
        code.emit(line, Op.RETURN, first, open ? 0 : values.size() + 1, 0);
    }

    // ---- declarations and assignments

    private void localDeclaration(Statement.LocalDeclaration statement) {
        int first = code.freeRegister();
        expressions.adjustedList(
                statement.values(), statement.variables().size(), statement.line());
        code.release(first + statement.variables().size());
        activate(statement.variables(), first);
    }

    private void assignment(Statement.Assignment statement) {
        List<Expression> targets = statement.targets();
        List<Expression> values = statement.values();
        int line = statement.line();
        if (targets.size() == 1 && values.size() == 1) {
            assign(targets.get(0), values.get(0), line);
            return;
        }
        List<Place> places = new ArrayList<>();
        for (Expression target : targets) {
            places.add(place(target, targets));
        }
        int first = code.freeRegister();
        expressions.adjustedList(values, targets.size(), line);
        for (int i = targets.size() - 1; i >= 0; i--) {
            store(places.get(i), first + i, line);
        }
    }

    private void assign(Expression target, Expression value, int line) {
        if (target instanceof Expression.Local local) {
            expressions.toRegister(value, local.variable.register);
            return;
        }
        Place place = place(target, List.of());
        store(place, expressions.anyRegister(value), line);
    }

    /** Where a value goes to, once the table and the key have been computed. */
    private record Place(Expression target, int object, int key, boolean constantKey) {}

    private Place place(Expression target, List<Expression> targets) {
        if (!(target instanceof Expression.Index index)) {
            return new Place(target, 0, 0, false);
        }
        int object = protectedRegister(index.object, targets);
        int constant = expressions.constantOperand(index.key);
        if (constant >= 0 && index.key instanceof Expression.StringLiteral) {
            return new Place(target, object, constant, true);
        }
        int small = ExpressionGenerator.smallIndex(index.key);
        if (small > 0) {
            return new Place(target, object, small, true);
        }
        return new Place(target, object, protectedRegister(index.key, targets), false);
    }

    /** The register of an operand, which is a copy if the variable is assigned to as well. */
    private int protectedRegister(Expression operand, List<Expression> targets) {
        if (operand instanceof Expression.Local local) {
            for (Expression target : targets) {
                if (target instanceof Expression.Local other && other.variable == local.variable) {
                    return expressions.nextRegister(operand);
                }
            }
        }
        return expressions.anyRegister(operand);
    }

    private void store(Place place, int value, int line) {
        if (place.target instanceof Expression.Local local) {
            if (local.variable.register != value) {
                code.emit(line, Op.MOVE, local.variable.register, value, 0);
            }
        } else if (place.target instanceof Expression.Upvalue upvalue) {
            code.emit(line, Op.SETUPVAL, value, upvalue.index, 0);
        } else if (place.target instanceof Expression.Global global) {
            code.emit(line, Op.SETGLOBAL, value, 0, 0, code.constant(global.name, line));
        } else if (place.target instanceof Expression.Index index) {
            int op = Op.SETTABLE;
            if (place.constantKey) {
                op = index.key instanceof Expression.StringLiteral ? Op.SETFIELD : Op.SETINDEX;
            }
            code.emit(line, op, place.object, place.key, value);
        }
    }

    // ---- control structures

    private void ifStatement(Statement.If statement) {
        Label end = new Label();
        List<Statement.Clause> clauses = statement.clauses();
        for (int i = 0; i < clauses.size(); i++) {
            Statement.Clause clause = clauses.get(i);
            Label next = new Label();
            if (clause.condition() != null) {
                expressions.jumpIf(clause.condition(), false, next);
            }
            block(clause.body(), 0);
            if (i < clauses.size() - 1) {
                code.jump(0, end);
            }
            code.bind(next);
        }
        code.bind(end);
    }

    private void whileLoop(Statement.While statement) {
        Label start = new Label();
        Label exit = new Label();
        code.bind(start);
        expressions.jumpIf(statement.condition(), false, exit);
        loops.add(new Loop(exit, active.size()));
        block(statement.body(), 0);
        loops.remove(loops.size() - 1);
        code.jump(Math.max(statement.condition().line, code.lastLine()), start);
        code.bind(exit);
    }

    private void repeatLoop(Statement.Repeat statement) {
        Label start = new Label();
        Label done = new Label();
        Label exit = new Label();
        code.bind(start);
        int outer = active.size();
        loops.add(new Loop(exit, outer));
        statements(statement.body());
        loops.remove(loops.size() - 1);
        expressions.jumpIf(statement.condition(), true, done);
        closeCaptured(outer, 0);
        code.jump(statement.condition().line, start);
        code.bind(done);
        closeCaptured(outer, 0);
        leaveScope(outer);
        code.bind(exit);
    }

    private void breakStatement(Statement.Break statement) {
        Loop loop = loops.get(loops.size() - 1);
        closeCaptured(loop.outerLocals, statement.line());
        code.jump(statement.line(), loop.exit);
    }

    private void numericFor(Statement.NumericFor statement) {
        int line = statement.line();
        int outer = active.size();
        int base = expressions.nextRegister(statement.initial());
        expressions.nextRegister(statement.limit());
        Expression step = statement.step();
        expressions.nextRegister(step == null ? new Expression.NumberLiteral(1) : step);
        activate(statement.hidden(), base);
        Label body = new Label();
        Label loop = new Label();
        Label exit = new Label();
        code.emitJump(statement.doLine(), Op.FORPREP, base, 0, 0, loop);
        code.bind(body);
        loops.add(new Loop(exit, outer));
        loopBody(List.of(statement.variable()), statement.body(), line);
        loops.remove(loops.size() - 1);
        code.bind(loop);
        code.emitJump(line, Op.FORLOOP, base, 0, 0, body);
        leaveScope(outer);
        code.bind(exit);
    }

    private void genericFor(Statement.GenericFor statement) {
        int line = statement.line();
        int outer = active.size();
        int base = code.freeRegister();
        expressions.adjustedList(statement.values(), 3, statement.doLine());
        code.release(base + 3);
        activate(statement.hidden(), base);
        code.reserve(Math.max(3, statement.variables().size()), line);
        Label body = new Label();
        Label loop = new Label();
        Label exit = new Label();
        code.jump(line, loop);
        code.bind(body);
        loops.add(new Loop(exit, outer));
        loopBody(statement.variables(), statement.body(), line);
        loops.remove(loops.size() - 1);
        code.bind(loop);
        code.emitJump(line, Op.TFORLOOP, base, 0, statement.variables().size(), body);
        leaveScope(outer);
        code.bind(exit);
    }

    private void loopBody(List<LocalVariable> variables, Statement.Block body, int line) {
        int outer = active.size();
        int first = code.take(variables.size(), line);
        activate(variables, first);
        statements(body);
        closeCaptured(outer, line);
        leaveScope(outer);
    }
}
