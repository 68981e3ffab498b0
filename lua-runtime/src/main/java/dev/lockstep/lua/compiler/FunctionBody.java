package dev.lockstep.lua.compiler;

import dev.lockstep.value.Bytes;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The parameters, statements and captured variables of a function in the syntax tree. */
final class FunctionBody {

    /** A variable of an enclosing function: a local of the next one, or one of its upvalues. */
    record Captured(Bytes name, @Nullable LocalVariable local, int upvalue) {}

    final int lineDefined;
    final List<LocalVariable> parameters = new ArrayList<>();
    final List<Captured> upvalues = new ArrayList<>();
    boolean vararg;

    /** The implicit variable of a vararg function that holds the varargs as a table. */
    @Nullable LocalVariable arg;

    /** Whether {@code ...} occurs: then {@code arg} stays nil. */
    boolean usesVarargs;

    Statement.Block block = new Statement.Block(List.of());
    int lastLine;

    FunctionBody(int lineDefined) {
        this.lineDefined = lineDefined;
    }
}
