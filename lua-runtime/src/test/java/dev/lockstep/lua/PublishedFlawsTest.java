package dev.lockstep.lua;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.profile.Profile;
import dev.lockstep.reply.Reply;
import dev.lockstep.testing.Conversation;
import dev.lockstep.testing.TestServer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Scripts like those by which published flaws of Lua in Redis were shown. Each has a reply of Lua's
 * own, which is that of a server without the flaw, and the next script runs as if nothing had been.
 * More of their kind are among the hostile scripts of the corpus.
 */
class PublishedFlawsTest {

    private static String reply(Profile profile, String script) {
        TestServer server = ScriptServers.create(profile);
        Conversation talk = Conversation.to(server);
        String reply = server.run("EVAL", script, "0").accept(talk);
        assertThat(talk.say("EVAL 'return redis.call(ARGV[1])' 0 PING")).isEqualTo("+PONG");
        int end = reply.indexOf(" script: ");
        return end < 0 ? reply : reply.substring(0, end);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\u0001',
            textBlock =
                    """
                    CVE-2018-11218 | return #cmsgpack.pack({{{{{{{{{{{{{{{{{{{{}}}}}}}}}}}}}}}}}}}}) | :17
                    CVE-2018-11218 | return cmsgpack.unpack('\\221\\255\\255\\255\\255') | -ERR user_script:1: Missing bytes in input.
                    CVE-2018-11218 | return cmsgpack.unpack('\\223\\255\\255\\255\\255') | -ERR user_script:1: Missing bytes in input.
                    CVE-2018-11218 | local a = {} local r = a for i = 1, 200 do a[1] = {} a = a[1] end return #cmsgpack.pack(r) | :17
                    CVE-2018-11219 | return struct.unpack('i2147483648', 'x') | -ERR user_script:1: integral size overflow
                    CVE-2018-11219 | return struct.unpack('c0', ('x'):rep(10)) | -ERR user_script:1: format 'c0' needs a previous size
                    CVE-2015-8080 | return struct.pack('>I2147483648', 10) | -ERR user_script:1: integral size overflow
                    CVE-2020-14147 | return struct.unpack('I4294967297', 'xxxx') | -ERR user_script:1: integral size overflow
                    CVE-2020-14147 | return struct.size('c4294967295c4294967295') | -ERR user_script:1: integral size overflow
                    CVE-2020-14147 | return struct.unpack('>I2c0', '\\255\\255xx') | -ERR user_script:1: bad argument #2 to 'unpack' (data string too short)
                    CVE-2015-4335 | return loadstring('\\27LuaQ\\0\\1\\4\\8\\4\\8\\0')() | -ERR user_script:1: attempt to call a nil value
                    CVE-2015-4335 | return loadstring(string.dump(function() end)) | $-1
                    CVE-2021-32626 | local t = {} local x = t for i = 1, 20000 do x[1] = {} x = x[1] end return #t | :1
                    CVE-2021-32626 | return unpack({}, 1, 7999) | -ERR user_script:1: too many results to unpack
                    CVE-2022-24834 | return #cjson.encode(('\\1'):rep(2^20)) | :6291458
                    CVE-2022-24834 | return #cjson.encode(('\\1'):rep(2^26)) | -ERR not enough memory
                    CVE-2022-24834 | return #cmsgpack.pack(('x'):rep(2^20)) | :1048581
                    CVE-2024-31449 | return #bit.tohex(1, -2147483648) | :8
                    CVE-2024-31449 | return bit.tohex(65535, -1) | $F
                    CVE-2024-46981 | for i = 1, 100 do collectgarbage('step', 1000) end return 1 | :1
                    CVE-2024-46981 | collectgarbage('setpause', 1) collectgarbage('setstepmul', 1000) local t = {} for i = 1, 1000 do t[i] = {i} end return #t | :1000
                    CVE-2025-49844 | local n = 0 local f = load(function() n = n + 1 collectgarbage() if n < 50 then return ' ' elseif n == 50 then return 'return 7' end end, ('name'):rep(100)) return f() | :7
                    CVE-2025-49844 | local f = loadstring('local a = [[' .. ('x'):rep(100000) .. ']] return #a', '=' .. ('y'):rep(1000)) collectgarbage() return f() | :100000
                    CVE-2025-46817 | return unpack({}, -2147483648, 2147483647) | -ERR user_script:1: too many results to unpack
                    CVE-2025-46817 | return unpack({1,2,3}, -2, 2147483647) | -ERR user_script:1: too many results to unpack
                    CVE-2025-46817 | return unpack({}, 2147483647, 2147483647) | $-1
                    CVE-2025-46819 | return loadstring('return [' .. ('='):rep(100000) .. '[x') | $-1
                    CVE-2025-46819 | return #loadstring('return [' .. ('='):rep(10000) .. '[x]' .. ('='):rep(10000) .. ']')() | :1
                    CVE-2025-46819 | return loadstring('--[' .. ('='):rep(10000)) | $-1
                    gsub | return #(('x'):rep(1000):gsub('.', ('%0'):rep(1000))) | :1000000
                    gsub | return (('a'):rep(200000):gsub('a*', '')) | $
                    format | return #string.format('%99.99f', -1e308) | :410
                    format | return string.format('%100d', 1) | -ERR user_script:1: invalid format (width or precision too long)
                    """)
    void aFlawOfOthersIsNone(String flaw, String script, String reply) {
        assertThat(reply(Profile.REDIS_8_0, script))
                .as(flaw)
                .isEqualTo(reply == null ? "$" : reply);
    }

    /** CVE-2014-5461: few arguments for a function that names many and takes more. */
    @Test
    void aFunctionMayNameMoreParametersThanItGets() {
        StringBuilder names = new StringBuilder();
        for (int i = 1; i <= 50; i++) {
            names.append('p').append(i).append(',');
        }
        String script = "local function f(" + names + "...) return select('#', ...) end return f()";
        assertThat(reply(Profile.REDIS_8_0, script)).isEqualTo(":0");
    }

    /** CVE-2022-24735: what a script changes would be seen by the scripts of other users. */
    @ParameterizedTest
    @EnumSource(Profile.class)
    void noScriptChangesTheGlobalsOfOthers(Profile profile) {
        for (String script :
                new String[] {
                    "redis.call = function() return 'mine' end",
                    "rawset(_G, 'redis', {})",
                    "setmetatable(_G, {})",
                    "getmetatable(_G).__index = function() return 'mine' end",
                    "table.insert(string, 'mine')",
                    "string.rep = nil",
                }) {
            assertThat(reply(profile, script)).as(script).startsWith("-").contains("readonly");
        }
    }

    /** CVE-2025-46818: so would be what it changes of the methods of strings. */
    @ParameterizedTest
    @EnumSource(
            value = Profile.class,
            names = {"REDIS_7_0", "REDIS_8_0"})
    void noScriptChangesTheMethodsOfStrings(Profile profile) {
        assertThat(reply(profile, "getmetatable('').__index = function() return 'mine' end"))
                .isEqualTo("-ERR user_script:1: Attempt to modify a readonly table");
    }

    /** CVE-2024-46981: a finalizer that runs when the world ends would find it half gone. */
    @Test
    void finalizersDoNotOutliveTheirWorld() {
        TestServer server = ScriptServers.create(Profile.VALKEY_8_0);
        String script =
                "local p = newproxy(true) getmetatable(p).__gc = function() redis.call('PING') end"
                        + " p = nil collectgarbage() return 1";
        assertThat(server.run("EVAL", script, "0")).isEqualTo(Reply.ONE);
        assertThat(server.run("SCRIPT", "FLUSH")).isEqualTo(Reply.OK);
        assertThat(server.run("EVAL", "return 1", "0")).isEqualTo(Reply.ONE);
    }
}
