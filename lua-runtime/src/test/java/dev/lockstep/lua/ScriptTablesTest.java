package dev.lockstep.lua;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.profile.Profile;
import dev.lockstep.reply.Reply;
import dev.lockstep.testing.TestServer;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tables have the order and the keys that they have in real servers. */
class ScriptTablesTest {

    private static final String ORDER =
            "local names = {} for name in pairs(%s) do names[#names + 1] = name:sub(1, 3) end"
                    + " return table.concat(names, ' ')";

    @ParameterizedTest
    @CsvSource({
        "redis-6.2, abc 53b 1ab",
        "redis-7.0, 53b abc 1ab",
        "redis-8.0, 53b abc 1ab",
        "valkey-8.0, 53b abc 1ab"
    })
    void aLongKeyHasItsPlaceByAllItsBytesButOnTheOldestServer(String profile, String order) {
        TestServer server = ScriptServers.create(Profile.of(profile), LuaEngine.LOCKSTEP);
        String table = "{['1abc2abc3'] = 1, [redis.sha1hex('number')] = 1, abc = 1}";
        assertThat(server.run("EVAL", ORDER.replace("%s", table), "0"))
                .isEqualTo(Reply.bulk(order));
    }

    @ParameterizedTest
    @CsvSource({"nil, nil", "0/0, NaN"})
    void whatIsNoKeyIsRefusedBeforeAHandlerIsLookedFor(String key, String name) {
        TestServer server = ScriptServers.create(Profile.REDIS_8_0);
        String script =
                "local t = setmetatable({}, {__newindex = function() end})"
                        + " return select(2, pcall(function() t[KEY] = 1 end))";
        assertThat(server.run("EVAL", script.replace("KEY", key), "0"))
                .isEqualTo(Reply.bulk("user_script:1: table index is " + name));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{[2147483647] = 1}    | Cannot serialise table: excessively sparse array",
                "{[2147483648] = 1}    | {\"2147483648\":1}",
                "{[1e300] = 1}         | {\"1e+300\":1}",
                "{[3] = 2, [2^31] = 1} | {\"3\":2,\"2147483648\":1}",
                "{[2^31] = 1, [3] = 2} | [null,null,2]"
            })
    void anIndexThatIsTooLargeForAnArrayIsForgottenOnceASmallerOneFollows(
            String table, String json) {
        TestServer server = ScriptServers.create(Profile.REDIS_8_0);
        String script = "return select(2, pcall(cjson.encode, TABLE))";
        assertThat(server.run("EVAL", script.replace("TABLE", table), "0"))
                .isEqualTo(Reply.bulk(json));
    }
}
