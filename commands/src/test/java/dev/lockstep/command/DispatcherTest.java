package dev.lockstep.command;

import static dev.lockstep.command.CommandSpec.command;
import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.profile.Profile;
import dev.lockstep.reply.Reply;
import dev.lockstep.testing.TestServer;
import java.util.List;
import org.junit.jupiter.api.Test;

class DispatcherTest {

    private static final CommandSpec PING =
            command("PING", -1).flags(Flag.FAST).runs((ctx, args) -> Reply.PONG);
    private static final CommandSpec BOX =
            command("BOX", -2)
                    .subcommands(
                            command("OPEN", 3).runs((ctx, args) -> Reply.bulk(args.next())),
                            command("SHUT", 2).since("7.0.0").runs((ctx, args) -> Reply.OK));
    private static final List<CommandSpec> ROWS = List.of(PING, BOX);

    private final TestServer server = TestServer.with(Profile.REDIS_7_0, ROWS);

    @Test
    void commandsAreFoundInAnyCase() {
        assertThat(server.run("PiNg")).isEqualTo(Reply.PONG);
        assertThat(server.run("box", "OpEn", "x")).isEqualTo(Reply.bulk("x"));
    }

    @Test
    void anUnknownCommandIsNamedWithItsArguments() {
        assertThat(server.run("FOO", "a", "b c"))
                .isEqualTo(
                        Reply.failure(
                                "ERR unknown command 'FOO', with args beginning with: 'a' 'b c' "));
    }

    @Test
    void wordsInErrorsEndAtAZeroByte() {
        assertThat(server.run("FO\0O", "a\0b", "c"))
                .isEqualTo(
                        Reply.failure(
                                "ERR unknown command 'FO', with args beginning with: 'a' 'c' "));
    }

    @Test
    void theOldestProfileQuotesWithBackticks() {
        TestServer old = TestServer.with(Profile.REDIS_6_2, ROWS);
        assertThat(old.run("FOO", "a"))
                .isEqualTo(
                        Reply.failure(
                                "ERR unknown command `FOO`, with args beginning with: `a`, "));
    }

    @Test
    void arityIsJudgedByTheRow() {
        assertThat(server.run("BOX"))
                .isEqualTo(Reply.failure("ERR wrong number of arguments for 'box' command"));
        assertThat(server.run("BOX", "OPEN"))
                .isEqualTo(Reply.failure("ERR wrong number of arguments for 'box|open' command"));
    }

    @Test
    void subcommandsOfLaterVersionsAreUnknown() {
        TestServer old = TestServer.with(Profile.REDIS_6_2, ROWS);
        assertThat(old.run("BOX", "SHUT"))
                .isEqualTo(
                        Reply.failure(
                                "ERR Unknown subcommand or wrong number of arguments for 'SHUT'."
                                        + " Try BOX HELP."));
        assertThat(server.run("BOX", "NONE"))
                .isEqualTo(Reply.failure("ERR unknown subcommand 'NONE'. Try BOX HELP."));
    }
}
