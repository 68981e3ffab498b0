package dev.lockstep.lua.compiler;

import dev.lockstep.lua.vm.ChunkName;
import dev.lockstep.lua.vm.LuaError;
import dev.lockstep.lua.vm.Prototype;
import dev.lockstep.value.Bytes;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Compiles Lua 5.1 source text. The result depends on nothing but the text and its name, so it can
 * be kept and run in any state.
 */
public final class LuaCompiler {

    private final boolean nestedLongBrackets;
    private final Map<Bytes, Bytes> sharedNames = new HashMap<>();

    /**
     * A compiler for one dialect.
     *
     * @param nestedLongBrackets whether {@code [[} may stand inside {@code [[ ]]}; builds of Lua
     *     5.1 with the compatibility for its predecessor refuse that
     */
    public LuaCompiler(boolean nestedLongBrackets) {
        this.nestedLongBrackets = nestedLongBrackets;
    }

    /**
     * Makes chunks that are compiled from now on use {@code name} itself wherever it occurs in
     * them: a table that has it as a key is the faster to find it.
     */
    public void share(Bytes name) {
        sharedNames.putIfAbsent(name, name);
    }

    /**
     * Compiles a chunk.
     *
     * @param chunkName what messages and error positions call it: {@code @name}, or the text itself
     * @throws LuaError with the message of Lua 5.1 if the text is no Lua
     */
    public Prototype compile(Bytes source, Bytes chunkName) {
        return compile(whole(source), chunkName, 0);
    }

    /** Source text in pieces, which are asked for as the compiler gets to them. */
    @FunctionalInterface
    public interface Source {
        /** The next piece, null at the end. */
        @Nullable Bytes next();
    }

    /** All of {@code text} as one piece. */
    public static Source whole(Bytes text) {
        return new Whole(text);
    }

    /** A class and not a lambda, whose bootstrap would cost the first script of a process. */
    private static final class Whole implements Source {
        private @Nullable Bytes text;

        Whole(Bytes text) {
            this.text = text.isEmpty() ? null : text;
        }

        @Override
        public @Nullable Bytes next() {
            Bytes piece = text;
            text = null;
            return piece;
        }
    }

    /** Compiles a chunk from inside {@code usedLevels} host calls, which leave less for nesting. */
    public Prototype compile(Source source, Bytes chunkName, int usedLevels) {
        Lexer lexer = new Lexer(source, chunkName, nestedLongBrackets, sharedNames);
        try {
            FunctionBody main = new Parser(lexer, usedLevels).chunk();
            String chunk = ChunkName.display(chunkName).latin1();
            return new CodeGenerator(main, chunkName, chunk).generate();
        } catch (StackOverflowError overflow) {
            throw lexer.error("chunk has too many syntax levels");
        }
    }
}
