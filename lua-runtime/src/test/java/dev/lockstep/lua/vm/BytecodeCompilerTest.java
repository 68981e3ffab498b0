package dev.lockstep.lua.vm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lockstep.lua.compiler.LuaCompiler;
import dev.lockstep.lua.lib.BaseLibrary;
import dev.lockstep.lua.lib.CoroutineLibrary;
import dev.lockstep.lua.lib.LuaDialect;
import dev.lockstep.lua.lib.StringLibrary;
import dev.lockstep.value.Bytes;
import java.lang.reflect.Field;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** When functions are compiled to JVM bytecode, and that nothing but the speed tells. */
class BytecodeCompilerTest {

    /** Something for every operation to do. */
    private static final String EVERYTHING =
            """
            local n, s, yes, no = 7, 'text', true, nil
            local t = {1, 2, 3, x = 4, ['y z'] = 5}
            total = n
            t.k, t[1], t[n] = n, s, yes
            local function outer(a)
              local function inner(b) n = n + b return n end
              return inner(a)
            end
            local function old(...) return arg.n end
            local function spread(...) return select('#', ...), ... end
            local sum = outer(2) + old(1, 2, 3) + spread(4, 5)
            sum = sum - n * n / 2 % 3 ^ 2 + 1 - 2 * (n * 3) / 4 % 5 ^ 2
            sum = sum + (n - 1) * 2 / 3 % 5 ^ 1
            sum = -sum + #t + #s
            local text = s .. n .. ',' .. s:upper() .. tostring(not yes)
            for i = 1, 3 do text = text .. i end
            for k, v in pairs({a = 1}) do text = text .. k .. v end
            local i = 0
            while i < 10 do
              i = i + 1
              if i == 3 then text = text .. 'three' end
              if i <= n and i >= 2 then sum = sum + i end
              if i > 8 or i < 1 then sum = sum + 0.5 end
              if n < i then sum = sum + 1 end
              if i <= 4 then sum = sum + 2 end
              if n <= i then sum = sum + 1 end
              if s == 'text' and i ~= n then sum = sum + 0.25 end
              sum = sum + n / i + n % i + i ^ n + i ^ 2 + (t[n] and 1 or 0)
              local captured = i
              t[captured] = function() captured = captured + 1 return captured end
              if i == 5 then break end
            end
            if no then sum = 0 end
            local either = no or (yes and 'both')
            local counted = t[3]() + t[3]() + t[4]()
            return sum, text, either, counted, t.x, t[7], total, n == i, spread(1, nil, 3)
            """;

    private final LuaState state = newState();

    private static LuaState newState() {
        LuaState state = new LuaState(64 << 20, false);
        new BaseLibrary(new LuaDialect(true, true, true, true)).open(state);
        new StringLibrary().open(state);
        new CoroutineLibrary().open(state);
        return state;
    }

    private LuaClosure load(String source) {
        Prototype chunk = new LuaCompiler(false).compile(Bytes.of(source), Bytes.of("@script"));
        return state.load(chunk);
    }

    @Test
    void everyOperationDoesTheSame() throws ReflectiveOperationException {
        state.setEntriesBeforeCompilation(Integer.MAX_VALUE);
        LuaClosure interpreted = load(EVERYTHING);
        Object[] expected = state.call(interpreted);
        state.setEntriesBeforeCompilation(0);
        LuaClosure compiled = load(EVERYTHING);

        assertThat(state.call(compiled)).isEqualTo(expected);

        assertThat(interpreted.prototype.isCompiled()).isFalse();
        assertThat(compiled.prototype.isCompiled()).isTrue();
        assertThat(operationsOf(compiled.prototype)).isEqualTo(allOperations());
    }

    private static Set<Integer> allOperations() throws IllegalAccessException {
        Set<Integer> all = new TreeSet<>();
        for (Field field : Op.class.getFields()) {
            all.add(field.getInt(null));
        }
        return all;
    }

    private static Set<Integer> operationsOf(Prototype function) {
        Set<Integer> found = new TreeSet<>();
        for (int pc = 0; pc < function.code.length; pc++) {
            int op = function.code[pc] & 0xff;
            found.add(op);
            pc += Op.hasWord(op) ? 1 : 0;
        }
        for (Prototype child : function.children) {
            found.addAll(operationsOf(child));
        }
        return found;
    }

    @Test
    void aFunctionIsCompiledWhenItHasBeenEnteredOften() {
        state.setEntriesBeforeCompilation(3);
        LuaClosure function = load("return ... + 1");

        for (int i = 0; i < 3; i++) {
            assertThat(state.call(function, 1.0)).containsExactly(2.0);
        }
        assertThat(function.prototype.isCompiled()).isFalse();
        assertThat(state.call(function, 1.0)).containsExactly(2.0);
        assertThat(function.prototype.isCompiled()).isTrue();
        assertThat(state.call(function, Bytes.of("41"))).containsExactly(42.0);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "local n = 0 for i = 1, 100000 do n = n + 1 end return n",
                "local n = 0 while n < 100000 do n = n + 1 end return n",
                "local n = 0 repeat n = n + 1 until n == 100000 return n",
                "local n = 0 for _ in function() if n < 100000 then return 1 end end do n = n + 1"
                        + " end return n"
            })
    void aLoopIsCompiledWhileItRuns(String source) {
        LuaClosure function = load(source);

        assertThat(state.call(function)).containsExactly(100000.0);

        assertThat(function.prototype.isCompiled()).isTrue();
    }

    @Test
    void aFunctionTooLongForHotSpotIsNot() {
        state.setEntriesBeforeCompilation(0);
        LuaClosure function = load("local n = 0 " + "n = n + 1 ".repeat(10_000) + "return n");

        assertThat(state.call(function)).containsExactly(10_000.0);

        assertThat(function.prototype.isCompiled()).isFalse();
    }

    @Test
    void aCoroutineGoesOnInCompiledCodeWhereItYieldedInterpreted() {
        state.setEntriesBeforeCompilation(10);
        LuaClosure function =
                load(
                        "local f = coroutine.wrap(function(n) for i = 1, 40 do n = n +"
                            + " coroutine.yield(n) end return 'end', n end) local n = f(100) for i"
                            + " = 1, 39 do n = f(i) end return n, f(40)");

        assertThat(state.call(function)).containsExactly(880.0, Bytes.of("end"), 920.0);

        assertThat(function.prototype.children[0].isCompiled()).isTrue();
    }

    @Test
    void anErrorKnowsItsLineAndTheNameOfTheVariable() {
        state.setEntriesBeforeCompilation(0);
        LuaClosure function = load("local account\n\nreturn account.balance");

        assertThatThrownBy(() -> state.call(function))
                .isInstanceOfSatisfying(
                        LuaError.class,
                        error ->
                                assertThat(error.value())
                                        .isEqualTo(
                                                Bytes.of(
                                                        "script:3: attempt to index local 'account'"
                                                                + " (a nil value)")));
    }
}
