package dev.lockstep.lua.corpus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.lockstep.lua.ScriptRandom;
import dev.lockstep.lua.compiler.LuaCompiler;
import dev.lockstep.lua.lib.BaseLibrary;
import dev.lockstep.lua.lib.LuaDialect;
import dev.lockstep.lua.lib.MathLibrary;
import dev.lockstep.lua.lib.StringLibrary;
import dev.lockstep.lua.vm.LuaError;
import dev.lockstep.lua.vm.LuaState;
import dev.lockstep.lua.vm.LuaTable;
import dev.lockstep.lua.vm.Prototype;
import dev.lockstep.value.Bytes;
import org.junit.jupiter.api.Test;

/** What the engine offers to the program that embeds it. */
class HostInterfaceTest {

    private static final LuaCompiler COMPILER = new LuaCompiler(false);

    private static LuaState newState() {
        LuaState state = new LuaState(64 << 20, false);
        new BaseLibrary(LuaDialect.LUA_5_1).open(state);
        new StringLibrary().open(state);
        new MathLibrary(new ScriptRandom()).open(state);
        return state;
    }

    private static Prototype compile(String source) {
        return COMPILER.compile(Bytes.of(source), Bytes.of("@script"));
    }

    @Test
    void aPrototypeRunsInAnyState() {
        Prototype chunk = compile("n = (n or 0) + ... return n");
        LuaState one = newState();
        LuaState other = newState();

        assertThat(one.call(one.load(chunk), 2.0)).containsExactly(2.0);
        assertThat(one.call(one.load(chunk), 3.0)).containsExactly(5.0);
        assertThat(other.call(other.load(chunk), 4.0)).containsExactly(4.0);
    }

    @Test
    void statesShareNothing() {
        LuaState one = newState();
        LuaState other = newState();
        one.call(
                one.load(
                        compile(
                                "getmetatable('').__index = function() return 1 end"
                                        + " string.rep = nil math.randomseed(5)")));

        assertThat(other.call(other.load(compile("return ('x'):rep(2)"))))
                .containsExactly(Bytes.of("xx"));
    }

    @Test
    void stringsGoThroughAsTheyAre() {
        LuaState state = newState();
        Bytes text = Bytes.latin1("\0\1\u00ff");
        Object[] seen = new Object[1];
        state.globals()
                .set(
                        Bytes.of("echo"),
                        state.function(
                                "echo",
                                call -> {
                                    seen[0] = call.get(1);
                                    call.push(call.get(1));
                                }));

        Object[] results = state.call(state.load(compile("return echo(...)")), text);

        assertThat(seen[0]).isSameAs(text);
        assertThat(results[0]).isSameAs(text);
    }

    @Test
    void anErrorTellsItsPlaceAndKeepsItsValue() {
        LuaState state = newState();
        LuaTable value = state.newTable();
        Prototype chunk = compile("local v = ...\n\nerror(v)");

        LuaError error =
                catchThrowableOfType(LuaError.class, () -> state.call(state.load(chunk), value));

        assertThat(error.value()).isSameAs(value);
        assertThat(error.source()).isEqualTo(Bytes.of("@script"));
        assertThat(error.line()).isEqualTo(3);
    }

    @Test
    void anExceptionOfTheHostPassesThroughPcall() {
        LuaState state = newState();
        state.globals()
                .set(
                        Bytes.of("fail"),
                        state.function(
                                "fail",
                                call -> {
                                    throw new IllegalArgumentException("host");
                                }));
        Prototype chunk = compile("return pcall(fail)");

        IllegalArgumentException thrown =
                catchThrowableOfType(
                        IllegalArgumentException.class, () -> state.call(state.load(chunk)));

        assertThat(thrown).hasMessage("host");
        assertThat(state.call(state.load(compile("return 1")))).containsExactly(1.0);
    }

    @Test
    void aReadonlyTableRefusesEveryWayToChangeIt() {
        LuaState state = newState();
        LuaTable table = state.newTable();
        table.set(Bytes.of("a"), 1.0);
        table.setReadonly(true);
        Prototype chunk =
                compile(
                        "local t = ... local n = 0"
                                + " for _, f in ipairs{function() t.a = 2 end,"
                                + " function() t[1] = 2 end, function() rawset(t, 'b', 1) end,"
                                + " function() setmetatable(t, {}) end} do"
                                + " local ok, e = pcall(f)"
                                + " if not ok and e:find('Attempt to modify a readonly table')"
                                + " then n = n + 1 end end return n, t.a");

        assertThat(state.call(state.load(chunk), table)).containsExactly(4.0, 1.0);
    }

    @Test
    void weakTablesLoseWhatNothingElseHolds() {
        LuaState state = newState();
        Prototype chunk =
                compile(
                        "local t = setmetatable({}, {__mode = 'k'}) local kept = {}"
                                + " t[kept] = 1 t[{}] = 2 collectgarbage()"
                                + " local n = 0 for k in pairs(t) do n = n + 1 end return n");

        assertThat(state.call(state.load(chunk))).containsExactly(1.0);
    }
}
