package dev.lockstep.lua.corpus;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.lua.compiler.LuaCompiler;
import dev.lockstep.lua.vm.LuaError;
import dev.lockstep.lua.vm.LuaState;
import dev.lockstep.lua.vm.Prototype;
import dev.lockstep.value.Bytes;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.jspecify.annotations.Nullable;

/**
 * Whatever the source text: it compiles or fails as Lua does, and running it ends. A thousand tries
 * each, or as many as {@code -Djqwik.tries.default} says.
 */
class CompilerFuzzTest {

    private static final int PATIENCE_CHECKS = 50;

    private static final List<Bytes> SCRIPTS =
            Stream.of("corpus.txt", "manual.txt")
                    .map(CorpusRow::scripts)
                    .flatMap(List::stream)
                    .toList();

    private static final List<String> PIECES =
            List.of(
                    "and",
                    "break",
                    "do",
                    "else",
                    "elseif",
                    "end",
                    "false",
                    "for",
                    "function",
                    "if",
                    "in",
                    "local",
                    "nil",
                    "not",
                    "or",
                    "repeat",
                    "return",
                    "then",
                    "true",
                    "until",
                    "while",
                    "+",
                    "-",
                    "*",
                    "/",
                    "%",
                    "^",
                    "#",
                    "==",
                    "~=",
                    "<=",
                    ">=",
                    "<",
                    ">",
                    "=",
                    "(",
                    ")",
                    "{",
                    "}",
                    "[",
                    "]",
                    ";",
                    ":",
                    ",",
                    ".",
                    "..",
                    "...",
                    "a",
                    "b",
                    "x",
                    "t",
                    "0",
                    "1",
                    "2.5",
                    "0x1f",
                    "1e9",
                    "'s'",
                    "\"q\"",
                    "[[l]]",
                    "--c\n",
                    "\n",
                    "string.rep",
                    "pcall",
                    "a.b",
                    "t[1]",
                    "f()",
                    "function()",
                    "local a =",
                    "return",
                    "for i=1,3 do",
                    "if a then",
                    "[==[",
                    "'",
                    "\\",
                    "\0");

    private static final class Ended extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    @Property
    void randomTokensOnlyFailAsLuaDoes(@ForAll("tokens") List<String> tokens) {
        assertThat(outcome(Bytes.latin1(String.join(" ", tokens)))).isNotNull();
    }

    @Property
    void randomBytesOnlyFailAsLuaDoes(@ForAll byte[] source) {
        assertThat(outcome(Bytes.copyOf(source))).isNotNull();
    }

    @Property
    void mutatedScriptsOnlyFailAsLuaDoes(@ForAll long seed) {
        Random random = new Random(seed);
        Bytes script = SCRIPTS.get(random.nextInt(SCRIPTS.size()));

        assertThat(outcome(mutated(script, random))).isNotNull();
    }

    @Provide
    Arbitrary<List<String>> tokens() {
        return Arbitraries.of(PIECES).list().ofMaxSize(60);
    }

    private static Bytes mutated(Bytes script, Random random) {
        List<Byte> bytes = new ArrayList<>();
        for (byte b : script.toByteArray()) {
            bytes.add(b);
        }
        for (int i = random.nextInt(4); i >= 0 && !bytes.isEmpty(); i--) {
            int at = random.nextInt(bytes.size());
            switch (random.nextInt(3)) {
                case 0 -> bytes.remove(at);
                case 1 -> bytes.set(at, (byte) random.nextInt(256));
                default -> bytes.add(at, bytes.get(random.nextInt(bytes.size())));
            }
        }
        byte[] result = new byte[bytes.size()];
        for (int i = 0; i < result.length; i++) {
            result[i] = bytes.get(i);
        }
        return Bytes.wrap(result);
    }

    /** What came of compiling and running: never anything but results, an error, or the end. */
    private static @Nullable String outcome(Bytes source) {
        LuaState state = ScriptHost.newState();
        int[] checks = {0};
        state.setInterrupt(
                () -> {
                    if (++checks[0] > PATIENCE_CHECKS) {
                        throw new Ended();
                    }
                });
        try {
            Prototype chunk = new LuaCompiler(false).compile(source, Bytes.of("@fuzz"));
            return "results " + state.call(state.load(chunk)).length;
        } catch (LuaError error) {
            return "error " + error.getMessage();
        } catch (Ended ended) {
            return "ended";
        }
    }
}
