package dev.lockstep.lua.commands;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.lua.ScriptServers;
import dev.lockstep.profile.Profile;
import dev.lockstep.reply.Reply;
import dev.lockstep.testing.TestServer;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What MONITOR shows of scripts. */
class ScriptMonitorTest {

    private static List<String> shown(Profile profile, String... command) {
        TestServer server = ScriptServers.create(profile);
        TestServer.Connected monitor = server.connect();
        monitor.run("MONITOR");
        server.run(command);
        return monitor.sent().stream()
                .map(reply -> ((Reply.Status) reply).text().latin1())
                .map(line -> line.substring(line.indexOf('[')))
                .toList();
    }

    @ParameterizedTest
    @EnumSource(Profile.class)
    void aScriptIsShownBeforeWhatItCalls(Profile profile) {
        String script = "redis.call('set','x','1') redis.call('select','2') redis.call('get','y')";
        assertThat(shown(profile, "EVAL", script, "0"))
                .containsExactly(
                        "[0 127.0.0.1:50001] \"EVAL\" \"" + script + "\" \"0\"",
                        "[0 lua] \"set\" \"x\" \"1\"",
                        "[2 lua] \"select\" \"2\"",
                        "[2 lua] \"get\" \"y\"");
    }

    @Test
    void aScriptThatIsUnknownOrWrongIsShownToo() {
        String sha = "f".repeat(40);
        assertThat(shown(Profile.REDIS_7_0, "EVALSHA", sha, "0"))
                .containsExactly("[0 127.0.0.1:50001] \"EVALSHA\" \"" + sha + "\" \"0\"");
        assertThat(shown(Profile.REDIS_7_0, "EVAL", "syntax(", "0"))
                .containsExactly("[0 127.0.0.1:50001] \"EVAL\" \"syntax(\" \"0\"");
    }

    @ParameterizedTest
    @EnumSource(Profile.class)
    void aClientThatMonitorsRunsNoScripts(Profile profile) {
        TestServer server = ScriptServers.create(profile);
        server.run("MONITOR");
        assertThat(server.run("EVAL", "return 1", "0"))
                .isEqualTo(
                        Reply.failure(
                                profile == Profile.REDIS_6_2
                                        ? "ERR Replica can't interract with the keyspace"
                                        : "ERR Replica can't interact with the keyspace"));
    }

    @Test
    void waitDoesNotWaitInAScript() {
        TestServer server = ScriptServers.create(Profile.REDIS_8_0);
        assertThat(server.run("EVAL", "return redis.call('WAIT', 1, 0)", "0"))
                .isEqualTo(Reply.ZERO);
    }

    @Test
    void debugLetsScriptsCallWhatIsNotMeantForThem() {
        TestServer server = ScriptServers.create(Profile.REDIS_7_0);
        String script = "return redis.pcall('WAIT', 1, 0)";
        assertThat(server.run("EVAL", script, "0")).isInstanceOf(Reply.Failure.class);
        server.run("DEBUG", "SET-DISABLE-DENY-SCRIPTS", "1");
        assertThat(server.run("EVAL", script, "0")).isEqualTo(Reply.ZERO);
        server.run("DEBUG", "SET-DISABLE-DENY-SCRIPTS", "0");
        assertThat(server.run("EVAL", script, "0")).isInstanceOf(Reply.Failure.class);
    }

    @Test
    void aScriptThatMayCallEverythingStillNeitherMonitorsNorEndsTheServer() {
        TestServer server = ScriptServers.create(Profile.REDIS_7_0);
        server.run("DEBUG", "SET-DISABLE-DENY-SCRIPTS", "1");
        assertThat(server.run("EVAL", "return redis.pcall('MONITOR')", "0"))
                .isEqualTo(Reply.failure("ERR MONITOR isn't allowed for DENY BLOCKING client"));
        assertThat(server.run("EVAL", "return redis.pcall('SHUTDOWN')", "0"))
                .isEqualTo(
                        Reply.failure(
                                "ERR SHUTDOWN without NOW or ABORT isn't allowed for DENY BLOCKING"
                                        + " client"));
    }
}
