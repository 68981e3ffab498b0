package dev.lockstep.lua.compiler;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** A statement of the syntax tree (manual 2.4). */
sealed interface Statement {

    /** A sequence of statements with its own local variables. */
    record Block(List<Statement> statements) implements Statement {}

    record LocalDeclaration(List<LocalVariable> variables, List<Expression> values, int line)
            implements Statement {}

    record LocalFunction(LocalVariable variable, FunctionBody body, int line)
            implements Statement {}

    record Assignment(List<Expression> targets, List<Expression> values, int line)
            implements Statement {}

    record CallStatement(Expression.Invocation call) implements Statement {}

    record While(Expression condition, Block body) implements Statement {}

    record Repeat(Block body, Expression condition) implements Statement {}

    /** Conditions and their blocks; the block of a null condition is that of {@code else}. */
    record If(List<Clause> clauses) implements Statement {}

    record Clause(@Nullable Expression condition, Block body) {}

    /** A for loop over numbers; a null step is 1. */
    record NumericFor(
            List<LocalVariable> hidden,
            LocalVariable variable,
            Expression initial,
            Expression limit,
            @Nullable Expression step,
            Block body,
            int line,
            int doLine)
            implements Statement {}

    record GenericFor(
            List<LocalVariable> hidden,
            List<LocalVariable> variables,
            List<Expression> values,
            Block body,
            int line,
            int doLine)
            implements Statement {}

    record Return(List<Expression> values, int line) implements Statement {}

    record Break(int line) implements Statement {}
}
