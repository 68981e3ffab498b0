package dev.lockstep.commands.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.command.docs.CommandDocs;
import dev.lockstep.profile.Profile;
import dev.lockstep.reply.Reply;
import dev.lockstep.testing.RespText;
import dev.lockstep.testing.TestServer;
import dev.lockstep.value.Bytes;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class CommandCommandsTest {

    private final TestServer server = TestServer.create();

    private static List<Reply> elements(Reply reply) {
        return ((Reply.Array) reply).elements();
    }

    @Nested
    class Bare {

        @ParameterizedTest
        @EnumSource(Profile.class)
        void tellsOfEachCommandWhatInfoTells(Profile profile) {
            TestServer own = TestServer.create(profile);
            List<String> names = new ArrayList<>();
            own.state().commands().all().forEach(command -> names.add(command.fullName()));
            if (profile == Profile.REDIS_6_2) {
                names.remove("quit"); // no command there, though it works
            }
            String[] words = new String[names.size() + 2];
            words[0] = "COMMAND";
            words[1] = "INFO";
            for (int i = 0; i < names.size(); i++) {
                words[i + 2] = names.get(i);
            }
            assertThat(own.run("COMMAND")).isEqualTo(own.run(words));
        }

        @Test
        void equalsInfoWithoutNames() {
            assertThat(server.run("COMMAND", "INFO")).isEqualTo(server.run("COMMAND"));
        }
    }

    @Nested
    class Count {

        @Test
        void countsTheCommandsNotTheirSubcommands() {
            assertThat(server.run("COMMAND", "COUNT"))
                    .isEqualTo(Reply.of(elements(server.run("COMMAND")).size()));
        }
    }

    @Nested
    class Info {

        private Reply lastField(String command) {
            List<Reply> rows = elements(server.run("COMMAND", "INFO", command));
            List<Reply> fields = elements(rows.get(0));
            return fields.get(fields.size() - 1);
        }

        @Test
        void subcommandsAreAnArrayAndASetWhereThereAreNone() {
            assertThat(elements(lastField("client"))).isNotEmpty();
            assertThat(lastField("get")).isEqualTo(new Reply.SetOf(List.of()));
        }
    }

    @Nested
    class Docs {

        private static CommandDocs hget(Profile profile) {
            return Objects.requireNonNull(CommandDocs.load(profile.profileName()).get("hget"));
        }

        private static String bulk(String text) {
            return "$" + text.length() + "~" + text + "~";
        }

        @Test
        void fieldsStandInTheServersOrder() {
            assertThat(reply(Profile.REDIS_8_0, 3, "hget"))
                    .isEqualTo(
                            "%1~$4~hget~%5~$7~summary~"
                                    + bulk(hget(Profile.REDIS_8_0).summary())
                                    + "$5~since~$5~2.0.0~$5~group~$4~hash~$10~complexity~"
                                    + "$4~O(1)~$9~arguments~*2~%4~$4~name~$3~key~$4~type~$3~key~"
                                    + "$12~display_text~$3~key~$14~key_spec_index~:0~%3~$4~name~"
                                    + "$5~field~$4~type~$6~string~$12~display_text~$5~field~");
        }

        @Test
        void olderServersHaveNoDisplayText() {
            assertThat(reply(Profile.REDIS_7_0, 2, "HGET"))
                    .isEqualTo(
                            "*2~$4~hget~*10~$7~summary~"
                                    + bulk(hget(Profile.REDIS_7_0).summary())
                                    + "$5~since~$5~2.0.0~$5~group~$4~hash~$10~complexity~"
                                    + "$4~O(1)~$9~arguments~*2~*6~$4~name~$3~key~$4~type~$3~key~"
                                    + "$14~key_spec_index~:0~*4~$4~name~$5~field~$4~type~$6~"
                                    + "string~");
        }

        @Test
        void aSubcommandIsFoundByItsFullName() {
            assertThat(reply(Profile.REDIS_8_0, 3, "command|count"))
                    .startsWith("%1~$13~command|count~%4~$7~summary~")
                    .endsWith("$5~since~$6~2.8.13~$5~group~$6~server~$10~complexity~$4~O(1)~");
        }

        @Test
        void withoutNamesAllCommandsAreTold() {
            Reply.MapOf all = (Reply.MapOf) server.run("COMMAND", "DOCS");
            assertThat(all.keysAndValues()).hasSize(2 * server.state().commands().size());
        }

        private static String reply(Profile profile, int protocol, String name) {
            Reply reply = TestServer.create(profile).run("COMMAND", "DOCS", name);
            return RespText.of(reply, protocol, profile).replace("\r\n", "~");
        }
    }

    @Nested
    class ListNames {

        @Test
        void subcommandsAreNamedToo() {
            assertThat(elements(server.run("COMMAND", "LIST")))
                    .contains(
                            Reply.bulk("command"), Reply.bulk("command|count"), Reply.bulk("hget"));
            assertThat(elements(server.run("COMMAND", "LIST", "FILTERBY", "PATTERN", "command*")))
                    .contains(Reply.bulk("command"), Reply.bulk("command|count"))
                    .doesNotContain(Reply.bulk("hget"));
        }

        @Test
        void aCategoryIsNamedWithoutItsSign() {
            assertThat(elements(server.run("COMMAND", "LIST", "FILTERBY", "ACLCAT", "Hash")))
                    .contains(Reply.bulk("hget"))
                    .doesNotContain(Reply.bulk("ping"));
        }
    }

    @Nested
    class Help {

        @ParameterizedTest
        @EnumSource(Profile.class)
        void namesEverySubcommand(Profile profile) {
            List<Bytes> lines = new ArrayList<>();
            for (Reply line : elements(TestServer.create(profile).run("COMMAND", "HELP"))) {
                lines.add(((Reply.Status) line).text());
            }
            List<String> syntax =
                    lines.stream()
                            .map(Bytes::latin1)
                            .filter(line -> !line.startsWith(" "))
                            .skip(1)
                            .toList();
            assertThat(syntax)
                    .contains("(no subcommand)", "COUNT", "INFO [<command-name> ...]", "HELP");
            assertThat(syntax.contains("DOCS [<command-name> ...]"))
                    .isEqualTo(profile != Profile.REDIS_6_2);
        }
    }
}
