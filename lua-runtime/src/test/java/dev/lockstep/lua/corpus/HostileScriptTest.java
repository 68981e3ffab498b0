package dev.lockstep.lua.corpus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lockstep.lua.compiler.LuaCompiler;
import dev.lockstep.lua.vm.LuaError;
import dev.lockstep.lua.vm.LuaState;
import dev.lockstep.value.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Scripts that want to hang, exhaust or crash whoever runs them. */
class HostileScriptTest {

    private static final int PATIENCE_CHECKS = 2000;

    /** What the host throws to end a script: no error of Lua, so that pcall lets it pass. */
    private static final class Killed extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    private static Object[] run(String script) {
        return run(script, PATIENCE_CHECKS, LuaState.ENTRIES_BEFORE_COMPILATION);
    }

    private static Object[] run(String script, int patience, int entriesBeforeCompilation) {
        LuaState state = ScriptHost.newState();
        state.setEntriesBeforeCompilation(entriesBeforeCompilation);
        int[] checks = {0};
        state.setInterrupt(
                () -> {
                    if (++checks[0] > patience) {
                        throw new Killed();
                    }
                });
        return run(state, script);
    }

    private static Object[] run(LuaState state, String script) {
        LuaCompiler compiler = new LuaCompiler(true);
        return state.call(state.load(compiler.compile(Bytes.of(script), Bytes.of("@script"))));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "while true do end",
                "repeat until false",
                "for i=1,1e300 do end",
                "local function f() return f() end f()",
                "while true do pcall(error) end",
                "pcall(function() while true do end end)",
                "xpcall(function() while true do end end, function() while true do end end)",
                "return string.find(('a'):rep(30), ('a?'):rep(30)..('a'):rep(30)..'b')",
                "return (('x'):rep(300000)):find('.-b')",
                "table.sort({1,2,3,4,5}, function() while true do end end)",
                "local t={} for i=1,1e5 do t[i]=i%7 end while true do table.sort(t) end",
                "while true do ('x'):rep(1000):gsub('.', '%0%0') end",
                "while true do local s=('x'):rep(1e6) end",
                "while true do table.concat({1,2,3}) end",
                "while true do cjson.encode({1,2,3}) end",
                "while true do cjson.decode('[1,2,3]') end",
                "while true do cmsgpack.unpack(cmsgpack.pack({1,2,3})) end",
                "local f=coroutine.wrap(function() while true do coroutine.yield() end end)"
                        + " while true do f() end",
                "return setmetatable({}, {__index=function() while true do end end}).x",
                "load(function() return ' ' end)",
                "while true do loadstring('return 1') end",
                "local s=('a'):rep(1e5) while true do s:find(s..'b', 1, true) end"
            })
    void theHostCanEndIt(String script) {
        int patience = PATIENCE_CHECKS / 4;
        assertThatThrownBy(() -> run(script, patience, Integer.MAX_VALUE))
                .isInstanceOf(Killed.class);
        assertThatThrownBy(() -> run(script, patience, 0)).isInstanceOf(Killed.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "return ('x'):rep(2^31-1)",
                "return ('x'):rep(1e6):rep(1e6)",
                "local s='x' while true do s=s..s end",
                "return table.concat({('x'):rep(1e8),('x'):rep(1e8)})",
                "local s=('x'):rep(1e6) return (s:gsub('.', ('%0'):rep(1000)))",
                "return string.format('%s%s', ('x'):rep(1e8), ('x'):rep(1e8))",
                "local t={} for i=1,300 do t[i]=('x'):rep(1e6)..i end"
            })
    void runningOutOfMemoryIsAnErrorOfLua(String script) {
        assertThatThrownBy(() -> run(script))
                .isInstanceOf(LuaError.class)
                .hasMessage("not enough memory");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "return pcall(unpack, {}, -2147483648, 2147483647)",
                "return pcall(unpack, {}, 0, 2147483647)",
                "return pcall(unpack, {}, 1, 1e8)",
                "return pcall(string.byte, ('x'):rep(1e5), 1, -1)",
                "return pcall(struct.pack, 'i2147483648', 1)",
                "return pcall(struct.pack, 'c2147483647', 'x')",
                "return pcall(struct.unpack, 'c2147483647', 'x')",
                "return pcall(struct.unpack, 'c0c0', 'x')",
                "return pcall(struct.unpack, 'I4c0', '\\255\\255\\255\\255x')",
                "return pcall(struct.unpack, 'dc0', struct.pack('d', -1)..'abc')",
                "return pcall(struct.unpack, 'b', 'x', 4294967296)",
                "return pcall(struct.size, 'i99999999999')",
                "return pcall(cmsgpack.unpack, '\\221\\255\\255\\255\\255')",
                "return pcall(cmsgpack.unpack, '\\223\\255\\255\\255\\255')",
                "return pcall(cmsgpack.unpack, '\\219\\255\\255\\255\\255a')",
                "return pcall(cmsgpack.unpack, ('\\145'):rep(1e5))",
                "return pcall(cmsgpack.unpack, ('\\129\\1'):rep(1e5))",
                "return pcall(cmsgpack.unpack, ('\\1'):rep(1e5))",
                "return pcall(cmsgpack.unpack_limit, '\\1', 2147483647, -1)",
                "return pcall(cjson.decode, ('['):rep(1e5))",
                "return pcall(cjson.decode, ('{\"a\":'):rep(1e5))",
                "return pcall(string.find, ('a'):rep(1e5), ('(a)'):rep(40))",
                "return pcall(string.format, '%99.99f%d', 1e300)",
                "return pcall(string.gsub, 'x', 'x', '%9')",
                "return pcall(table.concat, {}, ',', 1, 2147483647)",
                "local t={} t[1]=t return pcall(cjson.encode, t)",
                "return pcall(string.rep, 'x', -1e300) and pcall(error)",
                "local function f() return pcall(f) end f() return pcall(error)",
                "local function f() f() return 1 end return pcall(f)",
                "local t=setmetatable({}, {}) getmetatable(t).__index=t return pcall(function()"
                        + " return t.x end)",
                "return pcall(loadstring(('a='):rep(250)..'1') or error)",
                "return pcall(assert, loadstring(('('):rep(1e5)))",
                "return pcall(assert, loadstring(('{'):rep(1e5)))",
                "return pcall(assert, loadstring('\\27Lua'))"
            })
    void isRefused(String script) {
        Object[] results = run(script);

        assertThat(results).isNotEmpty();
        assertThat(results[0]).isEqualTo(false);
    }

    @Test
    void bitToHexTakesTheSmallestNumberOfDigits() {
        assertThat(run("return #bit.tohex(1, -2^31)")).containsExactly(8.0);
    }

    @Test
    void manyObjectsAsKeysKeepTheirValues() {
        Object[] results =
                run(
                        "local keys, t = {}, {} for i=1,100 do keys[i]={} t[keys[i]]=i end"
                                + " local n=0 for i=1,100 do n=n+t[keys[i]] end return n");

        assertThat(results).containsExactly(5050.0);
    }

    @Test
    void sharingOneLargeStringTakesUpItsMemoryOnce() {
        Object[] results =
                run("local s=('x'):rep(1e6) local t={} for i=1,1e5 do t[i]=s end return #t");

        assertThat(results).containsExactly(1e5);
    }

    @Test
    void garbageDoesNotCount() {
        Object[] results = run("for i=1,600 do local s=('x'):rep(1e6)..i end return 1");

        assertThat(results).containsExactly(1.0);
    }

    @Test
    void aStateGoesOnAfterItRanOutOfMemory() {
        LuaState state = ScriptHost.newState();

        assertThatThrownBy(() -> run(state, "local s='x' while true do s=s..s end"))
                .isInstanceOf(LuaError.class)
                .hasMessageStartingWith("not enough memory");
        assertThat(run(state, "return 1+1")).containsExactly(2.0);
    }

    @Test
    void fifteenThousandCallsFitOnASmallStack() throws InterruptedException {
        String script =
                "local function f(n) if n==0 then return 0 end return 1+f(n-1) end"
                        + " return f(15000)";
        Object[][] results = new Object[1][];
        Thread thread = new Thread(null, () -> results[0] = run(script), "small", 256 << 10);

        thread.start();
        thread.join();

        assertThat(results[0]).containsExactly(15000.0);
    }
}
