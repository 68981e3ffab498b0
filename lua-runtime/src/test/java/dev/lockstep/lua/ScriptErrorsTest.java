package dev.lockstep.lua;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.profile.Profile;
import dev.lockstep.reply.Reply;
import dev.lockstep.testing.TestServer;
import dev.lockstep.value.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Error texts that the real servers gave. */
@ParameterizedClass
@EnumSource(LuaEngine.class)
class ScriptErrorsTest {

    private final LuaEngine engine;

    ScriptErrorsTest(LuaEngine engine) {
        this.engine = engine;
    }

    private Reply eval(String profile, String script) {
        return ScriptServers.create(Profile.of(profile), engine).run("EVAL", script, "0");
    }

    private static String sha(String script) {
        return Sha1.hex(Bytes.of(script)).latin1();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    redis-7.0  | return redis.call()      | ERR Please specify at least one argument for this redis lib call
                    valkey-8.0 | return redis.call()      | ERR Please specify at least one argument for this call
                    redis-8.0  | return redis.call({})    | ERR Lua redis lib command arguments must be strings or integers
                    redis-8.0  | return redis.call('GET') | ERR Wrong number of args calling Redis command from script
                    valkey-8.0 | return redis.call('GET') | ERR Wrong number of args calling command from script
                    redis-7.0  | return redis.call('NO')  | ERR Unknown Redis command called from script
                    redis-7.0  | return redis.call('EVAL', 'return 1', 0) | ERR This Redis command is not allowed from script
                    redis-7.0  | error(nil)               | ERR nil
                    redis-7.0  | error({err='MY x'})      | MY x
                    redis-7.0  | error('x', 0)            | ERR x
                    redis-7.0  | redis.log(10, 'x')       | ERR Invalid debug level.
                    redis-8.0  | redis.log(10, 'x')       | ERR Invalid log level.
                    redis-7.0  | return nosuch            | ERR user_script:1: Script attempted to access nonexistent global variable 'nosuch'
                    redis-7.0  | nosuch = 1               | ERR user_script:1: Attempt to modify a readonly table
                    """)
    void anUncaughtErrorNamesScriptAndLine(String profile, String script, String message) {
        assertThat(eval(profile, script))
                .isEqualTo(
                        Reply.failure(
                                message + " script: " + sha(script) + ", on @user_script:1."));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    return redis.call()         | @user_script: 1: Please specify at least one argument for redis.call()
                    return redis.call('GET')    | @user_script: 1: Wrong number of args calling Redis command From Lua script
                    return redis.call('QUIT')   | @user_script: 1: Unknown Redis command called from Lua script
                    error('x')                  | user_script:1: x
                    return redis.sha1hex()      | wrong number of arguments
                    """)
    void theOldestServerNamesThemBeforeTheMessage(String script, String message) {
        assertThat(eval("redis-6.2", script))
                .isEqualTo(
                        Reply.failure(
                                "ERR Error running script (call to f_"
                                        + sha(script)
                                        + "): @user_script:1: "
                                        + message));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    BZPOPMAX z       | Wrong number | Wrong number
                    BZPOPMAX z 0     | not allowed  | not allowed
                    SUBSCRIBE        | Wrong number | Wrong number
                    SUBSCRIBE a      | not allowed  | not allowed
                    SAVE x           | Wrong number | Wrong number
                    CLIENT           | Wrong number | Wrong number
                    CLIENT ID x      | not allowed  | Wrong number
                    CLIENT nonsense  | not allowed  | Unknown Redis command
                    XGROUP CREATE    | Unknown subcommand or wrong number | Wrong number
                    nonsense x       | Unknown Redis command | Unknown Redis command
                    """)
    void aWrongLengthIsToldBeforeACommandIsRefused(String call, String in62, String in70) {
        String script = "return redis.pcall('" + call.replace(" ", "', '") + "')";
        assertThat(text(eval("redis-6.2", script))).contains(in62);
        assertThat(text(eval("redis-7.0", script))).contains(in70);
    }

    private static String text(Reply reply) {
        return ((Reply.Failure) reply).text().latin1();
    }

    @Test
    void theErrorOfACommandIsTheScriptsError() {
        TestServer server = ScriptServers.create(Profile.REDIS_7_0, engine);
        server.run("SET", "k", "abc");
        String script = "local v = 1\nreturn redis.call('INCR', 'k')";
        assertThat(server.run("EVAL", script, "0"))
                .isEqualTo(
                        Reply.failure(
                                "ERR value is not an integer or out of range script: "
                                        + sha(script)
                                        + ", on @user_script:2."));
    }

    @Test
    void pcallHandsTheErrorOfACommandOverAsText() {
        assertThat(eval("redis-7.0", "local ok, e = pcall(redis.call, 'NO') return e"))
                .isEqualTo(Reply.bulk("ERR Unknown Redis command called from script"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    redis-7.0  | redis.pcall()              | err
                    redis-8.0  | redis.pcall('SET', 'k', nil) | err
                    valkey-8.0 | redis.pcall({})            | err
                    redis-7.0  | redis.pcall('GET')         | err, ignore_error_stats_update
                    redis-8.0  | redis.pcall('NO')          | err, ignore_error_stats_update
                    redis-6.2  | redis.pcall('NO')          | err
                    """)
    void onlyTheErrorsOfCommandsAreMarkedAsCounted(String profile, String call, String fields) {
        String script =
                "local names = {} for name in pairs(%s) do names[#names + 1] = name end"
                        + " table.sort(names) return table.concat(names, ', ')";
        assertThat(eval(profile, script.replace("%s", call))).isEqualTo(Reply.bulk(fields));
    }

    /** Real servers see a text of C: up to a zero byte, in one line. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    redis-6.2  | {err = 'a\\0b'}                | a
                    redis-8.0  | {err = '\\n a\\r\\nb\\r\\n'}   | '  a  b'
                    redis-7.0  | redis.error_reply('a\\0b')     | ERR a
                    redis-7.0  | redis.error_reply('-A\\0 B')   | ERR A
                    redis-8.0  | redis.error_reply('\\na\\n')   | ERR a
                    valkey-8.0 | redis.error_reply('-A \\nB\\n') | A B
                    redis-6.2  | redis.error_reply('-A \\nB\\n') | -A  B
                    """)
    void theTextOfAnErrorIsOneLine(String profile, String value, String message) {
        assertThat(eval(profile, "return " + value)).isEqualTo(Reply.failure(message));
    }

    @Test
    void aStatusEndsAtAZeroByteToo() {
        assertThat(eval("redis-7.0", "return {ok = 'a\\0b'}")).isEqualTo(Reply.status("a"));
        assertThat(eval("redis-7.0", "return {ok = 'a\\n'}")).isEqualTo(Reply.status("a "));
    }

    @Test
    void aNameInAnErrorEndsAtAZeroByte() {
        String script = "local ok, e = pcall(function() local t = {} t['a\\0b']() end) return e";
        String name = engine == LuaEngine.LOCKSTEP ? "field 'a' (a nil value)" : "nil";
        assertThat(eval("redis-7.0", script))
                .isEqualTo(Reply.bulk("user_script:1: attempt to call " + name));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    redis.log(' 0x1 ', 'x')      | fine
                    redis.log(3.9, 'x')          | fine
                    redis.log(-0.5, 'x')         | fine
                    redis.log('nan', 'x')        | ERR Invalid log level.
                    redis.log(0/0, 'x')          | ERR Invalid log level.
                    redis.log(2^32 + 1, 'x')     | ERR Invalid log level.
                    redis.log('1d', 'x')         | ERR First argument must be a number (log level).
                    redis.setresp('0x3')         | fine
                    redis.setresp(2^33)          | ERR RESP version must be 2 or 3.
                    redis.set_repl({})           | fine
                    redis.set_repl(0/0)          | ERR Invalid replication flags. Use REPL_AOF, REPL_REPLICA, REPL_ALL or REPL_NONE.
                    """)
    void numbersAreTakenAsInC(String call, String outcome) {
        String script = "local ok, e = pcall(function() %s end) return ok and 'fine' or e.err or e";
        assertThat(eval("redis-8.0", script.replace("%s", call))).isEqualTo(Reply.bulk(outcome));
    }

    @Test
    void aScriptWithFlagsButWritesIsNotForEvalRo() {
        TestServer server = ScriptServers.create(Profile.REDIS_8_0, engine);
        Reply refused =
                Reply.failure("ERR Can not execute a script with write flag using *_ro command.");
        assertThat(server.run("EVAL_RO", "#!lua\nreturn 1", "0")).isEqualTo(refused);
        assertThat(server.run("EVAL_RO", "#!lua flags=\"no-writes\"\nreturn 1", "0"))
                .isEqualTo(Reply.ONE);
        assertThat(server.run("EVAL_RO", "return 1", "0")).isEqualTo(Reply.ONE);
        assertThat(server.run("EVAL", "#!lua 'flags=no-writes\nreturn 1", "0"))
                .isEqualTo(Reply.failure("ERR Invalid engine in script shebang"));
    }

    @Test
    void scriptsWithoutWritesCannotWrite() {
        String script = "#!lua flags=no-writes\nreturn redis.call('SET', 'k', 'v')";
        assertThat(eval("redis-8.0", script))
                .isEqualTo(
                        Reply.failure(
                                "ERR Write commands are not allowed from read-only scripts."
                                        + " script: "
                                        + sha(script)
                                        + ", on @user_script:2."));
        assertThat(eval("redis-8.0", "#!lua flags=bogus\nreturn 1"))
                .isEqualTo(Reply.failure("ERR Unexpected flag in script shebang: bogus"));
    }
}
