package dev.lockstep.commands.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.lockstep.command.Config;
import dev.lockstep.profile.Profile;
import dev.lockstep.reply.Reply;
import dev.lockstep.testing.TestServer;
import java.io.IOException;
import java.io.InputStream;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Expectations are what the real servers answered. */
class ConfigCommandsTest {

    private TestServer server = TestServer.create();

    private Reply run(String... words) {
        return server.run(words);
    }

    private Map<String, String> get(String... patterns) {
        String[] words = new String[patterns.length + 2];
        words[0] = "CONFIG";
        words[1] = "GET";
        System.arraycopy(patterns, 0, words, 2, patterns.length);
        Map<String, String> values = new LinkedHashMap<>();
        List<Reply> fields = ((Reply.MapOf) run(words)).keysAndValues();
        for (int i = 0; i < fields.size(); i += 2) {
            values.put(text(fields.get(i)), text(fields.get(i + 1)));
        }
        return values;
    }

    private static String text(Reply reply) {
        return ((Reply.Bulk) reply).value().latin1();
    }

    private static Reply failure(String text) {
        return Reply.failure("ERR " + text);
    }

    private static Reply failed(String name, String reason) {
        return failure(
                "CONFIG SET failed (possibly related to argument '" + name + "') - " + reason);
    }

    @Nested
    class Get {

        @ParameterizedTest
        @EnumSource(Profile.class)
        void everySettingOfTheRealServerIsThereWithItsValue(Profile profile) throws IOException {
            server = TestServer.create(profile);
            Map<String, String> ours = new TreeMap<>(get("*"));
            assertThat(ours.remove("port")).isEqualTo("6379");
            assertThat(ours).containsKey("dir");
            ours.remove("dir");
            assertThat(ours).isEqualTo(recorded(profile));
        }

        private Map<String, String> recorded(Profile profile) throws IOException {
            String resource = "/recorded/" + profile + "/config-get.json";
            try (InputStream in = ConfigCommandsTest.class.getResourceAsStream(resource)) {
                return new ObjectMapper()
                        .readValue(in, new TypeReference<TreeMap<String, String>>() {});
            }
        }

        @Test
        void severalPatternsAreAnsweredTogetherAndOnce() {
            assertThat(get("timeout", "TIMEOUT", "t*t", "foo"))
                    .containsOnlyKeys("timeout", "tls-port", "tls-session-cache-timeout");
            assertThat(get("hash-max-*-entries"))
                    .containsOnlyKeys("hash-max-listpack-entries", "hash-max-ziplist-entries");
        }

        @Test
        void aPlainNameIsRepeatedAsItWasAskedFor() {
            assertThat(get("MAXMEMORY")).containsOnlyKeys("MAXMEMORY");
            assertThat(get("HZ*")).containsOnlyKeys("hz");
            server = TestServer.create(Profile.REDIS_6_2);
            assertThat(get("MAXMEMORY")).containsOnlyKeys("maxmemory");
            assertThat(run("CONFIG", "GET", "a", "b"))
                    .isEqualTo(
                            failure(
                                    "Unknown subcommand or wrong number of arguments for 'GET'."
                                            + " Try CONFIG HELP."));
        }
    }

    @Nested
    class Set {

        @Test
        void severalAtOnce() {
            assertThat(run("CONFIG", "SET", "TIMEOUT", "5", "tcp-keepalive", "10"))
                    .isEqualTo(Reply.OK);
            assertThat(get("timeout", "tcp-keepalive"))
                    .containsExactlyInAnyOrderEntriesOf(
                            Map.of("timeout", "5", "tcp-keepalive", "10"));
        }

        @Test
        void allOrNone() {
            assertThat(run("CONFIG", "SET", "timeout", "5", "tcp-keepalive", "-1"))
                    .isEqualTo(
                            failed(
                                    "tcp-keepalive",
                                    "argument must be between 0 and 2147483647 inclusive"));
            assertThat(run("CONFIG", "SET", "timeout", "5", "timeout", "6"))
                    .isEqualTo(failed("timeout", "duplicate parameter"));
            assertThat(run("CONFIG", "SET", "timeout", "a", "databases", "5", "foo", "6"))
                    .isEqualTo(failed("databases", "can't set immutable config"));
            assertThat(run("CONFIG", "SET", "timeout", "5", "foo", "6"))
                    .isEqualTo(
                            failure(
                                    "Unknown option or number of arguments for CONFIG SET -"
                                            + " 'foo'"));
            assertThat(run("CONFIG", "SET", "timeout", "5", "foo"))
                    .isEqualTo(failure("syntax error"));
            assertThat(get("timeout")).containsEntry("timeout", "0");
        }

        @Test
        void anotherNameIsTheSameSetting() {
            run("CONFIG", "SET", "hash-max-ziplist-entries", "100", "lua-time-limit", "7");
            assertThat(get("hash-max-listpack-entries", "busy-reply-threshold").values())
                    .containsExactlyInAnyOrder("100", "7");
            assertThat(server.state().config().number("hash-max-listpack-entries")).isEqualTo(100);
        }

        @ParameterizedTest
        @CsvSource({
            "maxmemory, 1gb, 1073741824",
            "maxmemory, 1G, 1000000000",
            "maxmemory, 1k, 1000",
            "maxmemory, 10b, 10",
            "maxmemory, '', 0",
            "maxmemory-clients, 5%, 5%",
            "maxmemory-policy, ALLKEYS-LRU, allkeys-lru",
            "appendonly, YES, yes",
            "hz, 501, 500",
            "hz, 0, 1",
            "slowlog-log-slower-than, -1, -1",
            "shutdown-on-sigterm, save now, save now",
            "notify-keyspace-events, KEA, AKE",
            "notify-keyspace-events, xKg$lshztedmn, AKm",
            "notify-keyspace-events, AnKE, AKE",
            "notify-keyspace-events, gK, gK",
            "notify-keyspace-events, g, g",
            "notify-keyspace-events, '', ''",
            "save, 10 1 20 2, 10 1 20 2",
            "save, '', ''",
            "client-output-buffer-limit, pubsub 1mb 2mb 3 replica 1 2 3, normal 0 0 0 slave 1 2 3"
                    + " pubsub 1048576 2097152 3",
            "latency-tracking-info-percentiles, 50 99.99, 50 99.99",
            "latency-tracking-info-percentiles, 50.0 33.3333333 1e-7 100.0, 50 33.333333 0 100",
            "requirepass, x, x",
            "port, 6379, 6379"
        })
        void theValueIsShownInItsOwnSpelling(String name, String value, String shown) {
            assertThat(run("CONFIG", "SET", name, value)).isEqualTo(Reply.OK);
            assertThat(get(name)).containsValue(shown);
        }

        @ParameterizedTest
        @CsvSource(
                delimiter = '|',
                value = {
                    "timeout|010|argument couldn't be parsed into an integer",
                    "TIMEOUT|a|argument couldn't be parsed into an integer",
                    "maxclients|0|argument must be between 1 and 4294967295 inclusive",
                    "slowlog-log-slower-than|-2|argument must be between -1 and"
                            + " 9223372036854775807 inclusive",
                    "proto-max-bulk-len|1|argument must be between 1048576 and"
                            + " 9223372036854775807 inclusive",
                    "maxmemory|1x|argument must be a memory value",
                    "maxmemory|-1|argument must be a memory value",
                    "maxmemory|1.5gb|argument must be a memory value",
                    "maxmemory-clients|101%|percentage argument must be less or equal to 100",
                    "maxmemory-clients|-5%|argument must be a memory or percent value",
                    "appendonly|maybe|argument must be 'yes' or 'no'",
                    "loglevel|foo|argument(s) must be one of the following: debug, verbose, notice,"
                            + " warning, nothing",
                    "notify-keyspace-events|Kxq|Invalid event class character. Use"
                            + " 'Ag$lshzxeKEtmdn'.",
                    "client-output-buffer-limit|normal 1 2|Wrong number of arguments in buffer"
                            + " limit configuration.",
                    "client-output-buffer-limit|master 1 2 3|Invalid client class specified in"
                            + " buffer limit configuration.",
                    "client-output-buffer-limit|normal 1 2 -3|Error in hard, soft or soft_seconds"
                            + " setting in buffer limit configuration.",
                    "save|1 2 3|Invalid save parameters",
                    "save|0 1|Invalid save parameters",
                    "save|100 -1|Invalid save parameters",
                    "latency-tracking-info-percentiles|50 101|latency-tracking-info-percentiles"
                            + " parameters should sit between [0.0,100.0]",
                    "oom-score-adj-values|1 2|wrong number of arguments",
                    "oom-score-adj-values|0 a 5|Invalid oom-score-adj-values, elements must be"
                            + " between -2000 and 2000.",
                    "shutdown-on-sigterm|foo|argument(s) must be one of the following: default,"
                            + " save, nosave, now, force",
                    "databases|3|can't set immutable config",
                    "dir|/x|can't set protected config",
                    "port|7070|Unable to listen on this port. Check server logs.",
                    "port|70000|argument must be between 0 and 65535 inclusive",
                    "bind|a|Failed to bind to specified addresses."
                })
        void whatIsWrongIsSaid(String name, String value, String reason) {
            assertThat(run("CONFIG", "SET", name, value))
                    .isEqualTo(failed(name.toLowerCase(java.util.Locale.ROOT), reason));
        }

        @ParameterizedTest
        @CsvSource(
                delimiter = '|',
                value = {
                    "foo|bar|Unsupported CONFIG parameter: foo",
                    "databases|3|Unsupported CONFIG parameter: databases",
                    "TIMEOUT|-1|Invalid argument '-1' for CONFIG SET 'TIMEOUT' - argument must be"
                            + " between 0 and 2147483647 inclusive",
                    "appendonly|maybe|Invalid argument 'maybe' for CONFIG SET 'appendonly' -"
                            + " argument must be 'yes' or 'no'",
                    "dir|/nonexistent|Changing directory: No such file or directory",
                    "bind|a|Failed to bind to specified addresses.",
                    "dbfilename|a/b|Invalid argument 'a/b' for CONFIG SET 'dbfilename' -"
                            + " dbfilename can't be a path, just a filename",
                    "save|a 1|Invalid argument 'a 1' for CONFIG SET 'save'",
                    "notify-keyspace-events|AnKE|Invalid argument 'AnKE' for CONFIG SET"
                            + " 'notify-keyspace-events'",
                    "client-output-buffer-limit|normal 1 2|Invalid argument 'normal 1 2' for"
                            + " CONFIG SET 'client-output-buffer-limit'",
                    "appendfsync|x|Invalid argument 'x' for CONFIG SET 'appendfsync' - argument"
                            + " must be one of the following: everysec, always, no"
                })
        void theOldestServerSaysItInOtherWords(String name, String value, String error) {
            server = TestServer.create(Profile.REDIS_6_2);
            assertThat(run("CONFIG", "SET", name, value)).isEqualTo(failure(error));
        }

        @Test
        void listenersAreToldOnceAndOnlyOfSuccess() {
            int[] calls = new int[1];
            server.state().config().onChange(() -> calls[0]++);
            run("CONFIG", "SET", "timeout", "5", "tcp-keepalive", "10");
            run("CONFIG", "SET", "timeout", "x");
            assertThat(calls[0]).isEqualTo(1);
        }

        @Test
        void aPasswordIsAskedForAtOnce() {
            run("CONFIG", "SET", "requirepass", "sesame");
            assertThat(server.connect().run("PING"))
                    .isEqualTo(Reply.failure("NOAUTH Authentication required."));
        }
    }

    @Nested
    class Others {

        @Test
        void resetStatPutsCountersBackToZero() {
            run("FOO");
            assertThat(run("CONFIG", "RESETSTAT")).isEqualTo(Reply.OK);
            assertThat(server.state().statistics().errorReplies()).isZero();
        }

        @Test
        void thereIsNoFileToRewrite() {
            assertThat(run("CONFIG", "REWRITE"))
                    .isEqualTo(failure("The server is running without a config file"));
        }

        @Test
        void helpNamesTheSubcommands() {
            assertThat(((Reply.Array) run("CONFIG", "HELP")).elements())
                    .contains(Reply.status("SET <directive> <value>"));
        }
    }

    @Nested
    class BeforeTheStart {

        @Test
        void everySettingMayBeChosen() {
            Config config = new Config(Profile.REDIS_8_0);
            config.apply("databases", "3");
            config.apply("Port", "7000");
            config.apply("maxmemory", "100mb");
            assertThat(config.number("databases")).isEqualTo(3);
            assertThat(config.get("port")).isEqualTo("7000");
            assertThat(config.number("maxmemory")).isEqualTo(104857600);
        }

        @Test
        void whatIsWrongIsSaid() {
            Config config = new Config(Profile.REDIS_8_0);
            assertThatThrownBy(() -> config.apply("databases", "x"))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("databases 'x': argument couldn't be parsed into an integer");
            assertThatThrownBy(() -> config.apply("foo", "x"))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("redis-8.0 has no setting 'foo'");
        }

        @Test
        void aHiddenSettingIsShownByItsNameOnly() {
            assertThat(run("CONFIG", "SET", "key-load-delay", "7")).isEqualTo(Reply.OK);
            assertThat(get("key-load-delay")).containsValue("7");
            assertThat(get("key-load-*")).isEmpty();
            assertThat(get("*")).doesNotContainKey("key-load-delay");
        }

        @Test
        void theOldestServersBusyLimitIsFoundUnderItsLaterName() {
            Config config = new Config(Profile.REDIS_6_2);
            config.apply("lua-time-limit", "7");
            assertThat(config.number("busy-reply-threshold")).isEqualTo(7);
            assertThat(config.get("busy-reply-threshold")).isNull();
        }
    }
}
