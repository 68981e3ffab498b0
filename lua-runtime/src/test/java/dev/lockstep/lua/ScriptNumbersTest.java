package dev.lockstep.lua;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.profile.Profile;
import dev.lockstep.reply.Reply;
import dev.lockstep.testing.TestServer;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Numbers between Lua and the keyspace, as the real servers print them. */
@ParameterizedClass
@EnumSource(LuaEngine.class)
class ScriptNumbersTest {

    private final LuaEngine engine;

    ScriptNumbersTest(LuaEngine engine) {
        this.engine = engine;
    }

    @ParameterizedTest
    @CsvSource({
        "redis-6.2, 0.1, 0.10000000000000001",
        "redis-7.0, 100 - 0.1 - 0.2, 99.700000000000003",
        "redis-7.0, 1e17, 1e+17",
        "redis-8.0, 0.1, 0.1",
        "redis-8.0, 1e17, 100000000000000000",
        "redis-8.0, 1e-7, 1e-7",
        "redis-8.0, 2^63, 9223372036854776000",
        "valkey-8.0, 1700000000.123, 1700000000.123",
    })
    void aNumberBecomesAnArgumentAsTheProfilePrintsIt(String profile, String number, String text) {
        TestServer server = ScriptServers.create(Profile.of(profile), engine);
        server.run("EVAL", "redis.call('SET', 'k', " + number + ")", "0");
        assertThat(server.run("GET", "k")).isEqualTo(Reply.bulk(text));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "tostring(99.7)                                    | 99.7",
                "tostring(1/3)                                     | 0.33333333333333",
                "tostring(2^53)                                    | 9.007199254741e+15",
                "1700000000.123 .. ' s'                            | 1700000000.123 s",
                "1.5 .. '/' .. 1e15 .. '/' .. 2                    | 1.5/1e+15/2",
                "table.concat({0.1, 1e15, 7}, ' ')                 | 0.1 1e+15 7",
                "string.format('%.2f %5d %s', 1.005, 42, 0.1)      | 1.00    42 0.1",
                "tostring(tonumber('0x10')) .. tostring(tonumber('x')) | 16nil",
            })
    void numberTextIsThatOfLua(String expression, String text) {
        TestServer server = ScriptServers.create(Profile.REDIS_7_0, engine);
        assertThat(server.run("EVAL", "return " + expression, "0")).isEqualTo(Reply.bulk(text));
    }

    @ParameterizedTest
    @CsvSource({"3.99, 3", "-3.99, -3", "2^53 + 1, 9007199254740992", "1/0, -9223372036854775808"})
    void aReturnedNumberIsCutToAnInteger(String expression, long integer) {
        TestServer server = ScriptServers.create(Profile.REDIS_8_0, engine);
        assertThat(server.run("EVAL", "return " + expression, "0")).isEqualTo(Reply.of(integer));
    }

    @Test
    void theFractionOfAWholeNumberHasItsSign() {
        TestServer server = ScriptServers.create(Profile.REDIS_8_0);
        assertThat(server.run("EVAL", "return tostring(select(2, math.modf(-959)))", "0"))
                .isEqualTo(Reply.bulk("-0"));
    }

    @ParameterizedTest
    @CsvSource({"redis-7.0, -nan", "redis-8.0, nan", "valkey-8.0, nan"})
    void whatIsNotANumberHasASignOnOlderServersOnly(String profile, String shown) {
        TestServer server = ScriptServers.create(Profile.of(profile));
        Reply reply = server.run("EVAL", "return {double = 0/0}", "0");
        double number = ((Reply.Dbl) reply).value();
        assertThat(Double.doubleToRawLongBits(number) < 0).isEqualTo(shown.startsWith("-"));
    }

    @ParameterizedTest
    @CsvSource({"redis-6.2, 17082803611217", "redis-7.0, 39646477363839"})
    void randomNumbersAreThoseOfTheServer(String profile, String digits) {
        TestServer server = ScriptServers.create(Profile.of(profile), engine);
        assertThat(server.run("EVAL", "return tostring(math.random())", "0"))
                .isEqualTo(Reply.bulk("0." + digits));
    }

    @ParameterizedTest
    @CsvSource({"redis-6.2", "valkey-8.0"})
    void aSeedGivesTheSameNumbersEverywhere(String profile) {
        TestServer server = ScriptServers.create(Profile.of(profile), engine);
        String script = "math.randomseed(1) return {math.random(1e6), math.random(1, 1e6)}";
        assertThat(server.run("EVAL", script, "0"))
                .isEqualTo(new Reply.Array(Arrays.asList(Reply.of(41631), Reply.of(454493))));
    }
}
