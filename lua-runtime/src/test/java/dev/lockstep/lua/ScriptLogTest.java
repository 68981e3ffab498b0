package dev.lockstep.lua;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.profile.Profile;
import dev.lockstep.reply.Reply;
import dev.lockstep.testing.TestServer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource(LuaEngine.class)
class ScriptLogTest {

    private final List<String> lines = new ArrayList<>();
    private final TestServer server;

    ScriptLogTest(LuaEngine engine) {
        server = ScriptServers.create(Profile.REDIS_8_0, engine);
        server.state().onLog((level, line) -> lines.add(level + " " + line.latin1()));
    }

    private void eval(String script) {
        assertThat(server.run("EVAL", script, "0")).isEqualTo(Reply.NIL);
    }

    @Test
    void textsAndNumbersAreLoggedWithBlanksBetween() {
        eval("redis.log(redis.LOG_WARNING, 'a', 1, 2.5, {}, true, nil, 'b')");
        eval("redis.log(redis.LOG_NOTICE, {})");
        eval("redis.log(redis.LOG_NOTICE, nil, 'b')");
        assertThat(lines).containsExactly("WARNING a 1 2.5 b", "NOTICE ", "NOTICE  b");
    }

    @Test
    void theSettingSaysHowImportantALineMustBe() {
        eval("redis.log(redis.LOG_VERBOSE, 'x')");
        assertThat(lines).isEmpty();
        server.run("CONFIG", "SET", "loglevel", "debug");
        eval("redis.log(redis.LOG_DEBUG, 'x')");
        assertThat(lines).containsExactly("DEBUG x");
        server.run("CONFIG", "SET", "loglevel", "nothing");
        eval("redis.log(redis.LOG_WARNING, 'x')");
        assertThat(lines).hasSize(1);
    }

    @Test
    void withoutAListenerNothingHappens() {
        TestServer quiet = ScriptServers.create(Profile.REDIS_6_2);
        assertThat(quiet.run("EVAL", "redis.log(3, 'x')", "0")).isEqualTo(Reply.NIL);
    }
}
