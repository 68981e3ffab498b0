package dev.lockstep.lua.commands;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.lua.LuaEngine;
import dev.lockstep.lua.ScriptServers;
import dev.lockstep.profile.Profile;
import dev.lockstep.reply.Reply;
import dev.lockstep.testing.TestServer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource(LuaEngine.class)
class ScriptingCommandsTest {

    private final TestServer server;

    ScriptingCommandsTest(LuaEngine engine) {
        this.server = ScriptServers.create(Profile.REDIS_7_0, engine);
    }

    @Test
    void aScriptSeesItsKeysAndArguments() {
        assertThat(server.run("EVAL", "return {KEYS[1],ARGV[1],#ARGV}", "1", "k", "a", "b"))
                .isEqualTo(Reply.array(Reply.bulk("k"), Reply.bulk("a"), Reply.of(2)));
    }

    @Test
    void aLoadedScriptRunsByItsShaInAnyCase() {
        assertThat(server.run("SCRIPT", "LOAD", "return 1"))
                .isEqualTo(Reply.bulk("e0e1f9fabfc9d4800c877a703b823ac0578ff8db"));
        assertThat(server.run("EVALSHA", "E0E1F9FABFC9D4800C877A703B823AC0578FF8DB", "0"))
                .isEqualTo(Reply.ONE);
    }

    @Test
    void anUnknownShaIsNoScript() {
        assertThat(server.run("EVALSHA", "e0e1f9fabfc9d4800c877a703b823ac0578ff8db", "0"))
                .isEqualTo(Reply.failure("NOSCRIPT No matching script. Please use EVAL."));
    }

    @Test
    void flushForgetsScripts() {
        server.run("EVAL", "return 1", "0");
        assertThat(server.run("SCRIPT", "FLUSH")).isEqualTo(Reply.OK);
        assertThat(server.run("SCRIPT", "EXISTS", "e0e1f9fabfc9d4800c877a703b823ac0578ff8db"))
                .isEqualTo(Reply.array(Reply.ZERO));
    }

    @Test
    void anErrorNamesTheScriptAndTheLine() {
        assertThat(server.run("EVAL", "local a = 1\nerror('x')", "0"))
                .isEqualTo(
                        Reply.failure(
                                "ERR user_script:2: x script:"
                                        + " 6c4c25fd74492a4b34cebecd6cf88d2c03af00f8, on"
                                        + " @user_script:2."));
    }
}
