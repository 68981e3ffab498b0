package dev.lockstep.lua.commands;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.lua.LuaEngine;
import dev.lockstep.lua.ScriptServers;
import dev.lockstep.profile.Profile;
import dev.lockstep.reply.Reply;
import dev.lockstep.testing.Conversation;
import dev.lockstep.testing.TestServer;
import dev.lockstep.value.Bytes;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource(LuaEngine.class)
class FunctionCommandsTest {

    private final TestServer server;
    private final Conversation talk;
    private final LuaEngine engine;

    FunctionCommandsTest(LuaEngine engine) {
        this.engine = engine;
        this.server = ScriptServers.create(Profile.REDIS_7_0, engine);
        this.talk = Conversation.to(server);
    }

    private String load(String name, String... registrations) {
        String code = "#!lua name=" + name + "\n" + String.join("\n", registrations);
        return server.run("FUNCTION", "LOAD", code).accept(talk);
    }

    @Test
    void aFunctionGetsItsKeysAndArgumentsAsTables() {
        assertThat(load("lib", "redis.register_function('f', function(k, a) return {k, a} end)"))
                .isEqualTo("$lib");
        assertThat(talk.say("FCALL f 1 key a b")).isEqualTo("*[*[$key], *[$a, $b]]");
        assertThat(talk.say("FCALL F 0")).isEqualTo("*[*[], *[]]");
    }

    @Test
    void theVariablesOfALibraryOutliveACall() {
        load(
                "counter",
                "local n = 0",
                "redis.register_function('up', function() n = n + 1 return n end)",
                "redis.register_function('get', function() return n end)");
        talk.say("FCALL up 0");
        talk.say("FCALL up 0");
        assertThat(talk.say("FCALL get 0")).isEqualTo(":2");
        talk.say("FLUSHALL");
        talk.say("SCRIPT FLUSH");
        assertThat(talk.say("FCALL get 0")).isEqualTo(":2");
    }

    @Test
    void aLibraryThatIsBeingLoadedSeesNoOtherGlobals() {
        assertThat(load("lib", "local x = tonumber"))
                .isEqualTo(
                        "-ERR Error registering functions: ERR user_function:2: Script attempted"
                                + " to access nonexistent global variable 'tonumber'");
        assertThat(load("lib", "redis.call('PING')"))
                .isEqualTo(
                        "-ERR Error registering functions: ERR user_function:2: Script attempted"
                                + " to access nonexistent global variable 'call'");
        load("lib", "redis.register_function('f', function(k, a) return tonumber(a[1]) + 1 end)");
        assertThat(talk.say("FCALL f 0 2")).isEqualTo(":3");
    }

    @Test
    void aFunctionWithoutWritesIsTheOnlyOneForFcallRo() {
        load(
                "lib",
                "redis.register_function('any', function() return 1 end)",
                "redis.register_function{function_name='ro', flags={'no-writes'},",
                "callback=function(k) return redis.call(k[1], 'x', 'y') end}");
        assertThat(talk.say("FCALL_RO any 0"))
                .isEqualTo("-ERR Can not execute a script with write flag using *_ro command.");
        assertThat(talk.say("FCALL_RO ro 1 ECHO x"))
                .isEqualTo(
                        "-ERR Wrong number of args calling Redis command from script script: ro,"
                                + " on @user_function:4.");
        assertThat(talk.say("FCALL ro 1 SET"))
                .isEqualTo(
                        "-ERR Write commands are not allowed from read-only scripts. script: ro,"
                                + " on @user_function:4.");
    }

    @Test
    void functionsAndScriptsHaveDifferentWorldsButOneSequenceOfRandomNumbers() {
        load("lib", "redis.register_function('f', function() return tostring(math.random()) end)");
        assertThat(talk.say("FCALL f 0")).isEqualTo("$0.39646477363839");
        assertThat(talk.say("EVAL 'return tostring(math.random())' 0"))
                .isEqualTo("$0.84048536971234");
        assertThat(talk.say("EVAL 'return KEYS[1]' 1 k")).isEqualTo("$k");
        load("other", "redis.register_function('keys', function() return KEYS end)");
        assertThat(talk.say("FCALL keys 0"))
                .isEqualTo(
                        "-ERR user_function:2: Script attempted to access nonexistent global"
                                + " variable 'KEYS' script: keys, on @user_function:2.");
    }

    @Test
    void whatCannotBeLoadedLeavesTheOldLibraryAlone() {
        load("lib", "redis.register_function('f', function() return 1 end)");
        for (String code : List.of("syntax(", "return 1", "local x = nosuch")) {
            Reply reply = server.run("FUNCTION", "LOAD", "REPLACE", "#!lua name=lib\n" + code);
            assertThat(reply).isInstanceOf(Reply.Failure.class);
        }
        assertThat(talk.say("FCALL f 0")).isEqualTo(":1");
    }

    @Test
    void aDumpIsRestoredOnAnotherServer() {
        load("one", "redis.register_function('f', function() return 'one' end)");
        load("two", "redis.register_function('g', function() return 'two' end)");
        Bytes dump = ((Reply.Bulk) server.run("FUNCTION", "DUMP")).value();

        TestServer other = ScriptServers.create(Profile.REDIS_8_0, engine);
        assertThat(other.run(Bytes.of("FUNCTION"), Bytes.of("RESTORE"), dump)).isEqualTo(Reply.OK);
        assertThat(other.run("FCALL", "g", "0")).isEqualTo(Reply.bulk("two"));
        assertThat(other.run(Bytes.of("FUNCTION"), Bytes.of("RESTORE"), dump))
                .isEqualTo(Reply.failure("ERR Library one already exists"));
    }

    @Test
    void namesThatDifferInCaseOnlyAreOneFunctionWhichGoesWithItsLibrary() {
        load(
                "lib",
                "redis.register_function('f', function() return 'small' end)",
                "redis.register_function('F', function() return 'capital' end)");
        assertThat(talk.say("FCALL F 0")).isEqualTo("$small");
        assertThat(load("other", "redis.register_function('F', function() end)"))
                .isEqualTo("-ERR Function F already exists");
        assertThat(talk.say("FUNCTION DELETE lib")).isEqualTo("+OK");
        assertThat(talk.say("FCALL f 0")).isEqualTo("-ERR Function not found");
    }

    @Test
    void anErrorRepeatsTheSubcommandAsItWasSent() {
        for (String words : List.of("flush a b", "Restore a b c")) {
            assertThat(talk.say("FUNCTION " + words))
                    .isEqualTo(
                            "-ERR unknown subcommand or wrong number of arguments for '"
                                    + words.substring(0, words.indexOf(' '))
                                    + "'. Try FUNCTION HELP.");
        }
    }

    @Test
    void aChecksumMayBeWrongIfSoWished() {
        load("lib", "redis.register_function('f', function() return 1 end)");
        byte[] dump = ((Reply.Bulk) server.run("FUNCTION", "DUMP")).value().toByteArray();
        dump[dump.length - 1]++;
        Bytes[] restore = {
            Bytes.of("FUNCTION"), Bytes.of("RESTORE"), Bytes.wrap(dump), Bytes.of("REPLACE")
        };
        assertThat(server.run(restore))
                .isEqualTo(Reply.failure("ERR DUMP payload version or checksum are wrong"));
        talk.say("DEBUG SET-SKIP-CHECKSUM-VALIDATION 1");
        assertThat(server.run(restore)).isEqualTo(Reply.OK);
    }

    @Test
    void helpIsThere() {
        assertThat(talk.say("FUNCTION HELP")).startsWith("*[+FUNCTION <subcommand>");
    }

    @Test
    void beforeVersionSevenThereAreNoFunctions() {
        Conversation old = Conversation.to(ScriptServers.create(Profile.REDIS_6_2, engine));
        assertThat(old.say("FCALL f 0")).startsWith("-ERR unknown command `FCALL`");
        assertThat(old.say("FUNCTION LIST")).startsWith("-ERR unknown command `FUNCTION`");
    }
}
