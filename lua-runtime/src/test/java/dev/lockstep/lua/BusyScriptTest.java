package dev.lockstep.lua;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.command.NoHost;
import dev.lockstep.profile.Profile;
import dev.lockstep.reply.Reply;
import dev.lockstep.testing.TestServer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource(LuaEngine.class)
class BusyScriptTest {

    private final LuaEngine engine;

    BusyScriptTest(LuaEngine engine) {
        this.engine = engine;
    }

    private static final String ENDLESS = "local n = 0\nwhile true do n = n + 1 end";

    /** A program in which a second passes whenever someone looks, and others send commands. */
    private static final class Host extends NoHost {
        private final TestServer.Connected other;
        private final List<String[]> commands = new ArrayList<>();
        private final List<Reply> replies = new ArrayList<>();
        private long nanos;

        Host(TestServer server) {
            other = server.connect();
            server.state().setHost(this);
        }

        @Override
        public void serveOthers() {
            if (!commands.isEmpty()) {
                replies.add(other.run(commands.remove(0)));
            }
        }

        @Override
        public long elapsedNanos() {
            return nanos += 1_000_000_000;
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = Profile.class,
            names = {"REDIS_7_0", "REDIS_8_0", "VALKEY_8_0"})
    void othersAreToldBusyAndMayKillTheScript(Profile profile) {
        TestServer server = ScriptServers.create(profile, engine);
        Host host = new Host(server);
        host.commands.add(new String[] {"PING"});
        host.commands.add(new String[] {"SCRIPT", "KILL"});
        String sha = Sha1.hex(dev.lockstep.value.Bytes.of(ENDLESS)).latin1();
        assertThat(server.run("EVAL", ENDLESS, "0"))
                .isEqualTo(
                        Reply.failure(
                                "ERR Script killed by user with SCRIPT KILL... script: "
                                        + sha
                                        + ", on @user_script:2."));
        String name = profile.isValkey() ? "Valkey" : "Redis";
        assertThat(host.replies)
                .containsExactly(
                        Reply.failure(
                                "BUSY "
                                        + name
                                        + " is busy running a script. You can only call SCRIPT"
                                        + " KILL or SHUTDOWN NOSAVE."),
                        Reply.OK);
        assertThat(server.run("PING")).isEqualTo(Reply.PONG);
    }

    @Test
    void noScriptEscapesItsKillByCatchingErrors() {
        TestServer server = ScriptServers.create(Profile.REDIS_7_0, engine);
        Host host = new Host(server);
        host.commands.add(new String[] {"SCRIPT", "KILL"});
        String script = "while true do pcall(function() while true do end end) end";
        assertThat(server.run("EVAL", script, "0")).isInstanceOf(Reply.Failure.class);
    }

    @Test
    void aScriptThatHasWrittenIsNotKilled() {
        TestServer server = ScriptServers.create(Profile.REDIS_7_0, engine);
        Host host = new Host(server);
        host.commands.add(new String[] {"SCRIPT", "KILL"});
        String script = "redis.call('SET', 'k', 'v') for i = 1, 100000 do end return 1";
        assertThat(server.run("EVAL", script, "0")).isEqualTo(Reply.ONE);
        assertThat(host.replies)
                .containsExactly(
                        Reply.failure(
                                "UNKILLABLE Sorry the script already executed write commands"
                                        + " against the dataset. You can either wait the script"
                                        + " termination or kill the server in a hard way using the"
                                        + " SHUTDOWN NOSAVE command."));
    }

    @Test
    void theOldestServerAllowsTheSame() {
        TestServer server = ScriptServers.create(Profile.REDIS_6_2, engine);
        Host host = new Host(server);
        host.commands.add(new String[] {"SCRIPT", "FLUSH"});
        host.commands.add(new String[] {"SCRIPT", "KILL"});
        String sha = Sha1.hex(dev.lockstep.value.Bytes.of(ENDLESS)).latin1();
        assertThat(server.run("EVAL", ENDLESS, "0"))
                .isEqualTo(
                        Reply.failure(
                                "ERR Error running script (call to f_"
                                        + sha
                                        + "): @user_script:2: Script killed by user with SCRIPT"
                                        + " KILL..."));
        assertThat(host.replies)
                .containsExactly(
                        Reply.failure(
                                "BUSY Redis is busy running a script. You can only call SCRIPT"
                                        + " KILL or SHUTDOWN NOSAVE."),
                        Reply.OK);
    }

    @Test
    void aFunctionIsKilledByFunctionKillOnly() {
        TestServer server = ScriptServers.create(Profile.REDIS_7_0, engine);
        server.run(
                "FUNCTION",
                "LOAD",
                "#!lua name=lib\nredis.register_function('f', function()\n" + ENDLESS + "\nend)");
        Host host = new Host(server);
        host.commands.add(new String[] {"PING"});
        host.commands.add(new String[] {"SCRIPT", "KILL"});
        host.commands.add(new String[] {"FUNCTION", "STATS"});
        host.commands.add(new String[] {"FUNCTION", "KILL"});
        assertThat(server.run("FCALL", "f", "0"))
                .isEqualTo(
                        Reply.failure(
                                "ERR Script killed by user with SCRIPT KILL... script: f, on"
                                        + " @user_function:4."));
        Reply busy =
                Reply.failure(
                        "BUSY Redis is busy running a script. You can only call FUNCTION KILL or"
                                + " SHUTDOWN NOSAVE.");
        assertThat(host.replies).hasSize(4).startsWith(busy, busy).endsWith(Reply.OK);
        Reply.MapOf stats = (Reply.MapOf) host.replies.get(2);
        Reply.MapOf running = (Reply.MapOf) stats.keysAndValues().get(1);
        assertThat(running.keysAndValues())
                .startsWith(
                        Reply.bulk("name"),
                        Reply.bulk("f"),
                        Reply.bulk("command"),
                        Reply.array(Reply.bulk("FCALL"), Reply.bulk("f"), Reply.bulk("0")));
    }

    @Test
    void aScriptIsNotKilledByFunctionKill() {
        TestServer server = ScriptServers.create(Profile.REDIS_7_0, engine);
        Host host = new Host(server);
        host.commands.add(new String[] {"FUNCTION", "KILL"});
        host.commands.add(new String[] {"FUNCTION", "STATS"});
        host.commands.add(new String[] {"SCRIPT", "KILL"});
        server.run("EVAL", ENDLESS, "0");
        Reply busy =
                Reply.failure(
                        "BUSY Redis is busy running a script. You can only call SCRIPT KILL or"
                                + " SHUTDOWN NOSAVE.");
        assertThat(host.replies).containsExactly(busy, busy, Reply.OK);
    }

    @Test
    void aLibraryThatIsNotLoadedInHalfASecondIsNotLoaded() {
        TestServer server = ScriptServers.create(Profile.REDIS_7_0, engine);
        new Host(server);
        assertThat(server.run("FUNCTION", "LOAD", "#!lua name=lib\n" + ENDLESS))
                .isEqualTo(
                        Reply.failure(
                                "ERR Error registering functions: ERR FUNCTION LOAD timeout"));
    }

    @Test
    void withoutAnOverrunningScriptThereIsNoneToKill() {
        TestServer server = ScriptServers.create(Profile.REDIS_7_0, engine);
        assertThat(server.run("SCRIPT", "KILL"))
                .isEqualTo(Reply.failure("NOTBUSY No scripts in execution right now."));
    }
}
