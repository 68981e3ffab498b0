package dev.lockstep.commands.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.commands.throttle.RedisCell;
import dev.lockstep.profile.Profile;
import dev.lockstep.reply.Reply;
import dev.lockstep.testing.Conversation;
import dev.lockstep.testing.TestServer;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ModuleCommandsTest {

    private static final String FORBIDDEN =
            "-ERR MODULE command not allowed. If the enable-module-command option is set to"
                    + " \"local\", you can run it from a local connection, otherwise you need to"
                    + " set this option in the configuration file, and then restart the server.";

    @ParameterizedTest
    @EnumSource(Profile.class)
    void aServerWithoutModulesListsNone(Profile profile) {
        assertThat(Conversation.with(profile).say("MODULE LIST")).isEqualTo("*[]");
    }

    @Test
    void aModuleIsAMapThatHasAPathAndArgumentsSince70() {
        Reply name = Reply.bulk("name");
        Reply cell = Reply.bulk("redis-cell");
        Reply ver = Reply.bulk("ver");
        assertThat(listWithCell(Profile.REDIS_6_2))
                .isEqualTo(Reply.array(new Reply.MapOf(List.of(name, cell, ver, Reply.ONE))));
        assertThat(listWithCell(Profile.REDIS_7_0))
                .isEqualTo(
                        Reply.array(
                                new Reply.MapOf(
                                        List.of(
                                                name,
                                                cell,
                                                ver,
                                                Reply.ONE,
                                                Reply.bulk("path"),
                                                Reply.EMPTY_BULK,
                                                Reply.bulk("args"),
                                                Reply.EMPTY_ARRAY))));
    }

    private static Reply listWithCell(Profile profile) {
        return TestServer.withModules(profile, new RedisCell()).run("MODULE", "LIST");
    }

    @Test
    void loadingAndUnloadingIsForbidden() {
        Conversation talk = Conversation.with(Profile.REDIS_7_0);
        assertThat(talk.say("MODULE LOAD /nope")).isEqualTo(FORBIDDEN);
        assertThat(talk.say("MODULE LOADEX /nope")).isEqualTo(FORBIDDEN);
        assertThat(talk.say("MODULE UNLOAD nope")).isEqualTo(FORBIDDEN);
        assertThat(talk.say("MODULE LOAD"))
                .isEqualTo("-ERR wrong number of arguments for 'module|load' command");
    }

    @Test
    void loadingAndUnloadingFailsOnAnOldServer() {
        Conversation talk = Conversation.with(Profile.REDIS_6_2);
        assertThat(talk.say("MODULE LOAD /nope"))
                .isEqualTo("-ERR Error loading the extension. Please check the server logs.");
        assertThat(talk.say("MODULE UNLOAD nope"))
                .isEqualTo("-ERR Error unloading module: no such module with that name");
        assertThat(talk.say("MODULE LOADEX /nope"))
                .isEqualTo(
                        "-ERR Unknown subcommand or wrong number of arguments for 'LOADEX'. Try"
                                + " MODULE HELP.");
    }

    @Test
    void helpNamesTheSubcommandsOfTheProfile() {
        assertThat(Conversation.with(Profile.REDIS_6_2).say("MODULE HELP"))
                .startsWith("*[+MODULE <subcommand> [<arg> [value] [opt] ...]. Subcommands are:,")
                .doesNotContain("+LOADEX")
                .endsWith("+HELP, +    Prints this help.]");
        assertThat(Conversation.with(Profile.REDIS_7_0).say("MODULE HELP"))
                .contains("+LOADEX <path> [[CONFIG NAME VALUE] [CONFIG NAME VALUE]] [ARGS ...],");
    }
}
