package dev.lockstep.commands.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.lockstep.command.Client;
import dev.lockstep.command.CommandSpec;
import dev.lockstep.command.RedisModule;
import dev.lockstep.command.ServerState;
import dev.lockstep.profile.Profile;
import dev.lockstep.reply.Reply;
import dev.lockstep.testing.TestServer;
import dev.lockstep.time.TimerQueue;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class InfoCommandTest {

    private static final String DEFAULT =
            "Server Clients Memory Persistence Stats Replication CPU Modules Errorstats Cluster"
                    + " Keyspace";

    private final TestServer server = TestServer.create(Profile.REDIS_7_0);

    private static String text(TestServer server, String... sections) {
        List<String> words = new ArrayList<>(List.of("INFO"));
        words.addAll(List.of(sections));
        Reply reply = server.run(words.toArray(String[]::new));
        assertThat(reply).isInstanceOf(Reply.Verbatim.class);
        return ((Reply.Verbatim) reply).text().latin1();
    }

    private static String field(TestServer server, String section, String name) {
        return text(server, section)
                .lines()
                .filter(line -> line.startsWith(name + ":"))
                .map(line -> line.substring(name.length() + 1))
                .collect(Collectors.joining(" | "));
    }

    private String field(String section, String name) {
        return field(server, section, name);
    }

    /** The names of the sections, in order. */
    private static String sections(TestServer server, String... asked) {
        return text(server, asked)
                .lines()
                .filter(line -> line.startsWith("# "))
                .map(line -> line.substring(2))
                .collect(Collectors.joining(" "));
    }

    @Nested
    class Sections {

        @ParameterizedTest
        @EnumSource(Profile.class)
        void fieldsAreThoseOfTheRealServerInItsOrder(Profile profile) throws IOException {
            JsonNode recorded;
            try (InputStream in =
                    InfoCommandTest.class.getResourceAsStream(
                            "/recorded/" + profile + "/info-fields.json")) {
                recorded = new ObjectMapper().readTree(in);
            }
            for (String asked : List.of("default", "all", "everything")) {
                assertThat(fields(text(TestServer.create(profile), asked)))
                        .isEqualTo(expected(recorded.get(asked)));
            }
        }

        /** Without what depends on the commands run before, and on modules that we have not. */
        private Map<String, List<String>> expected(JsonNode sections) {
            Map<String, List<String>> expected = new LinkedHashMap<>();
            sections.properties()
                    .forEach(
                            section -> {
                                List<String> names = new ArrayList<>();
                                section.getValue().forEach(name -> names.add(name.asText()));
                                names.removeIf(name -> name.matches("(cmdstat|latency)_.*|module"));
                                expected.put(section.getKey(), names);
                            });
            return expected;
        }

        private Map<String, List<String>> fields(String text) {
            Map<String, List<String>> fields = new LinkedHashMap<>();
            List<String> names = new ArrayList<>();
            for (String line : text.lines().toList()) {
                if (line.startsWith("# ")) {
                    names = new ArrayList<>();
                    fields.put(line.substring(2), names);
                } else if (!line.isEmpty()) {
                    names.add(line.substring(0, line.indexOf(':')));
                }
            }
            return fields;
        }

        @ParameterizedTest
        @EnumSource(Profile.class)
        void everyFieldHasAValue(Profile profile) {
            assertThat(text(TestServer.create(profile), "everything")).doesNotContain("?");
        }

        @Test
        void anEmptyLineStandsBetweenSections() {
            assertThat(text(server, "cluster", "keyspace"))
                    .isEqualTo("# Cluster\r\ncluster_enabled:0\r\n\r\n# Keyspace\r\n");
        }

        @Test
        void severalComeInTheServersOrderEachOnce() {
            assertThat(sections(server, "clients", "server", "CLIENTS"))
                    .isEqualTo("Server Clients");
        }

        @Test
        void whatIsNoSectionShowsNothing() {
            assertThat(text(server, "foo")).isEmpty();
            assertThat(text(server, "foo", "bar")).isEmpty();
            assertThat(text(server, "")).isEmpty();
            assertThat(sections(server, "server", "foo")).isEqualTo("Server");
        }

        @Test
        void defaultsAreShownUnlessOneIsNamed() {
            assertThat(sections(server)).isEqualTo(DEFAULT);
            assertThat(sections(server, "Default")).isEqualTo(DEFAULT);
            assertThat(sections(server, "default", "commandstats"))
                    .isEqualTo(DEFAULT.replace("Modules", "Modules Commandstats"));
        }

        @ParameterizedTest
        @CsvSource({"redis-6.2,''", "redis-7.0,''", "redis-8.0,Debug", "valkey-8.0,Debug"})
        void newServersHaveDebuggingFigures(String profile, String expected) {
            TestServer newer = TestServer.create(Profile.of(profile));
            assertThat(sections(newer, "debug")).isEqualTo(expected);
            assertThat(sections(newer, "everything")).doesNotContain("Debug");
        }

        @ParameterizedTest
        @CsvSource({"redis-6.2,''", "redis-7.0,Modules", "redis-8.0,Modules", "valkey-8.0,Modules"})
        void modulesHaveASecondName(String profile, String expected) {
            TestServer other = TestServer.create(Profile.of(profile));
            assertThat(sections(other, "module_list")).isEqualTo(expected);
            assertThat(sections(other, "modules")).isEqualTo("Modules");
        }

        @Test
        void theOldestServerTakesOneSection() {
            TestServer old = TestServer.create(Profile.REDIS_6_2);
            assertThat(old.run("INFO", "server", "clients"))
                    .isEqualTo(Reply.failure("ERR syntax error"));
            assertThat(sections(old, "SERVER")).isEqualTo("Server");
        }

        @Test
        void modulesAreListed() {
            RedisModule module =
                    new RedisModule() {
                        @Override
                        public String name() {
                            return "redis-cell";
                        }

                        @Override
                        public int version() {
                            return 7;
                        }

                        @Override
                        public List<CommandSpec> commands() {
                            return List.of();
                        }
                    };
            assertThat(text(TestServer.withModules(Profile.REDIS_7_0, module), "modules"))
                    .isEqualTo(
                            "# Modules\r\nmodule:name=redis-cell,ver=7,api=1,filters=0,usedby=[],"
                                    + "using=[],options=[]\r\n");
        }
    }

    @Nested
    class Server {

        @ParameterizedTest
        @CsvSource({
            "redis-6.2,6.2.11,''",
            "redis-7.0,7.0.15,''",
            "redis-8.0,8.0.2,''",
            "valkey-8.0,7.2.4,8.0.1"
        })
        void itsVersionIsThatOfTheProfile(String profile, String redis, String valkey) {
            TestServer other = TestServer.create(Profile.of(profile));
            assertThat(field(other, "server", "redis_version")).isEqualTo(redis);
            assertThat(field(other, "server", "valkey_version")).isEqualTo(valkey);
        }

        @Test
        void itsTimeIsThatOfItsClock() {
            server.advance(Duration.ofDays(2).plusMillis(4500));
            assertThat(field("server", "uptime_in_seconds")).isEqualTo("172804");
            assertThat(field("server", "uptime_in_days")).isEqualTo("2");
            assertThat(field("server", "server_time_usec")).isEqualTo("1700172804500000");
            assertThat(field("server", "lru_clock"))
                    .isEqualTo(Long.toString(1_700_172_804L % (1 << 24)));
        }

        @Test
        void itsIdsComeFromTheSeed() {
            TestServer twin = TestServer.create(Profile.REDIS_7_0);
            String runId = field("server", "run_id");
            assertThat(runId).matches("[0-9a-f]{40}").isEqualTo(field(twin, "server", "run_id"));
            assertThat(field("replication", "master_replid"))
                    .matches("[0-9a-f]{40}")
                    .isNotEqualTo(runId);
        }

        @Test
        void newServersNameWhereTheyListen() {
            TestServer newer = TestServer.create(Profile.REDIS_8_0);
            newer.state().config().set("bind", "127.0.0.1 -::1");
            assertThat(field(newer, "server", "listener0"))
                    .isEqualTo("name=tcp,bind=127.0.0.1,bind=-::1,port=0");
        }
    }

    @Nested
    class Clients {

        private final TestServer newer = TestServer.create(Profile.REDIS_8_0);

        @Test
        void connectedClientsAreCounted() {
            TestServer.Connected second = newer.connect();
            assertThat(field(newer, "clients", "connected_clients")).isEqualTo("2");
            newer.state().disconnect(second.client());
            assertThat(field(newer, "clients", "connected_clients")).isEqualTo("1");
            assertThat(field(newer, "stats", "total_connections_received")).isEqualTo("2");
        }

        @Test
        void waitingClientsAreCountedAndThoseWithATimeoutAgain() {
            block(newer.connect().client(), TimerQueue.NEVER);
            block(newer.connect().client(), newer.nowNanos() + 1_000_000);
            assertThat(field(newer, "clients", "blocked_clients")).isEqualTo("2");
            assertThat(field(newer, "clients", "clients_in_timeout_table")).isEqualTo("1");
            newer.advance(Duration.ofSeconds(1));
            assertThat(field(newer, "clients", "blocked_clients")).isEqualTo("1");
            assertThat(field(newer, "clients", "clients_in_timeout_table")).isEqualTo("0");
        }

        private void block(Client client, long deadlineNanos) {
            ServerState state = newer.state();
            state.block(client, () -> Reply.NIL, deadlineNanos);
        }

        @Test
        void aClientThatAPausePutsOffCountsAsWaiting() {
            newer.run("CLIENT", "PAUSE", "100", "WRITE");
            newer.connect().run("SET", "k", "v");
            assertThat(field(newer, "clients", "blocked_clients")).isEqualTo("1");
            assertThat(field(newer, "clients", "clients_in_timeout_table")).isEqualTo("0");
        }

        @Test
        void watchedKeysAreCountedOnceForAllWhoWatch() {
            newer.run("WATCH", "a", "b");
            newer.connect().run("WATCH", "a");
            assertThat(field(newer, "clients", "watching_clients")).isEqualTo("2");
            assertThat(field(newer, "clients", "total_watched_keys")).isEqualTo("2");
            newer.run("UNWATCH");
            assertThat(field(newer, "clients", "watching_clients")).isEqualTo("1");
            assertThat(field(newer, "clients", "total_watched_keys")).isEqualTo("1");
        }
    }

    @Nested
    class Memory {

        @ParameterizedTest
        @CsvSource({
            "0,0B",
            "1023,1023B",
            "1024,1.00K",
            "1536,1.50K",
            "1048575,1024.00K",
            "1048576,1.00M",
            "104857600,100.00M",
            "1073741824,1.00G",
            "1099511627776,1.00T",
            "5000000000000000,4.44P"
        })
        void theLimitIsShownForPeopleToo(String bytes, String human) {
            server.run("CONFIG", "SET", "maxmemory", bytes);
            assertThat(field("memory", "maxmemory")).isEqualTo(bytes);
            assertThat(field("memory", "maxmemory_human")).isEqualTo(human);
        }

        @Test
        void thePolicyIsThatOfTheSettings() {
            server.run("CONFIG", "SET", "maxmemory-policy", "allkeys-lru");
            assertThat(field("memory", "maxmemory_policy")).isEqualTo("allkeys-lru");
        }

        @Test
        void whatTheServerDoesNotKnowAnotherMayTell() {
            assertThat(field("memory", "number_of_cached_scripts")).isEqualTo("0");
            server.state().setInfoValue("number_of_cached_scripts", () -> 3);
            assertThat(field("memory", "number_of_cached_scripts")).isEqualTo("3");
        }
    }

    @Nested
    class Errors {

        private void countErrors(TestServer other, int from, int to) {
            for (int i = from; i < to; i++) {
                other.state().statistics().countError("E" + i + " x");
            }
        }

        @Test
        void areCountedByTheirFirstWord() {
            server.run("SET", "k", "v");
            server.run("INCR", "k");
            server.run("HGET", "k", "f");
            server.run("NOSUCH");
            assertThat(text(server, "errorstats").lines())
                    .containsExactly(
                            "# Errorstats", "errorstat_ERR:count=2", "errorstat_WRONGTYPE:count=1");
            assertThat(field("stats", "total_error_replies")).isEqualTo("3");
        }

        @ParameterizedTest
        @CsvSource({"nospace,ERR", "A:b c,A_b", "'a,b=c d','a,b=c'", "-x y,-x", "' foo',''"})
        void aCodeIsMadeFitForALine(String error, String code) {
            server.state().statistics().countError(error);
            assertThat(text(server, "errorstats"))
                    .isEqualTo("# Errorstats\r\nerrorstat_" + code + ":count=1\r\n");
        }

        @Test
        void anyNumberOfCodesIsCountedOnOldServers() {
            countErrors(server, 0, 140);
            assertThat(text(server, "errorstats").lines()).hasSize(141);
        }

        @Test
        void oneCodeTooManyStopsTheCountOfRedis() {
            TestServer newer = TestServer.create(Profile.REDIS_8_0);
            countErrors(newer, 0, 128);
            countErrors(newer, 0, 1);
            assertThat(field(newer, "errorstats", "errorstat_E0")).isEqualTo("count=2");
            countErrors(newer, 128, 140);
            String disabled = "# Errorstats\r\nerrorstat_ERRORSTATS_DISABLED:count=1\r\n";
            assertThat(text(newer, "errorstats")).isEqualTo(disabled);
            assertThat(field(newer, "stats", "total_error_replies")).isEqualTo("141");
            newer.run("CONFIG", "RESETSTAT");
            countErrors(newer, 0, 1);
            assertThat(field(newer, "errorstats", "errorstat_E0")).isEqualTo("count=1");
        }

        @Test
        void codesTooManyAreCountedTogetherByValkey() {
            TestServer valkey = TestServer.create(Profile.VALKEY_8_0);
            countErrors(valkey, 0, 141);
            countErrors(valkey, 5, 6);
            assertThat(field(valkey, "errorstats", "errorstat_E5")).isEqualTo("count=2");
            assertThat(field(valkey, "errorstats", "errorstat_E128")).isEmpty();
            assertThat(field(valkey, "errorstats", "errorstat_ERRORSTATS_OVERFLOW"))
                    .isEqualTo("count=13");
        }

        @Test
        void anErrorOfATransactionCountsOnce() {
            server.run("SET", "k", "v");
            server.run("MULTI");
            server.run("INCR", "k");
            server.run("EXEC");
            server.run("MULTI");
            server.run("GET");
            server.run("EXEC");
            assertThat(text(server, "errorstats").lines())
                    .containsExactly(
                            "# Errorstats", "errorstat_ERR:count=2", "errorstat_EXECABORT:count=1");
        }
    }

    @Nested
    class Calls {

        private static final String ONE = "calls=1,usec=0,usec_per_call=0.00";
        private static final String NONE = "calls=0,usec=0,usec_per_call=0.00";

        @Test
        void areCountedWithThoseThatFailOrAreRefused() {
            server.run("SET", "k", "v");
            server.run("incr", "k");
            server.run("GET");
            server.run("NOSUCH");
            assertThat(text(server, "commandstats"))
                    .contains("cmdstat_set:" + ONE + ",rejected_calls=0,failed_calls=0\r\n")
                    .contains("cmdstat_incr:" + ONE + ",rejected_calls=0,failed_calls=1\r\n")
                    .contains("cmdstat_get:" + NONE + ",rejected_calls=1,failed_calls=0\r\n");
            assertThat(text(server, "commandstats").lines()).hasSize(5); // INFO itself as well
            assertThat(field("stats", "total_commands_processed")).isEqualTo("4");
        }

        @Test
        void subcommandsAreCountedApart() {
            server.run("CLIENT", "ID");
            server.run("CLIENT", "ID", "x");
            server.run("CLIENT");
            server.run("CLIENT", "NOSUCH");
            assertThat(field("commandstats", "cmdstat_client|id"))
                    .isEqualTo(ONE + ",rejected_calls=1,failed_calls=0");
            assertThat(field("commandstats", "cmdstat_client"))
                    .isEqualTo(NONE + ",rejected_calls=1,failed_calls=0");
        }

        @Test
        void subcommandsOfTheOldestServerAreCountedTogether() {
            TestServer old = TestServer.create(Profile.REDIS_6_2);
            old.run("CLIENT", "ID");
            old.run("CLIENT", "GETNAME");
            old.run("CLIENT", "ID", "x");
            old.run("CLIENT");
            assertThat(text(old, "commandstats"))
                    .isEqualTo(
                            "# Commandstats\r\ncmdstat_client:calls=3,usec=0,usec_per_call=0.00,"
                                    + "rejected_calls=1,failed_calls=1\r\n");
        }

        @Test
        void takeTimeByTheServersClock() {
            TestServer[] ticking = new TestServer[1];
            CommandSpec slow =
                    CommandSpec.command("SLOW", 1)
                            .runs(
                                    (ctx, args) -> {
                                        ticking[0].advanceQuietly(Duration.ofMillis(3));
                                        return Reply.OK;
                                    });
            ticking[0] = TestServer.with(Profile.REDIS_7_0, List.of(InfoCommand.ROWS.get(0), slow));
            ticking[0].run("SLOW");
            ticking[0].run("SLOW");
            assertThat(field(ticking[0], "commandstats", "cmdstat_slow"))
                    .isEqualTo(
                            "calls=2,usec=6000,usec_per_call=3000.00,"
                                    + "rejected_calls=0,failed_calls=0");
            assertThat(field(ticking[0], "latencystats", "latency_percentiles_usec_slow"))
                    .isEqualTo("p50=3014.655,p99=3014.655,p99.9=3014.655");
        }
    }

    @Nested
    class Latencies {

        @Test
        void aCallThatTakesNoTimeCountsAsTheShortest() {
            server.run("GET", "k");
            assertThat(field("latencystats", "latency_percentiles_usec_get"))
                    .isEqualTo("p50=0.001,p99=0.001,p99.9=0.001");
        }

        @Test
        void percentilesAreThoseOfTheSettings() {
            server.run(
                    "CONFIG", "SET", "latency-tracking-info-percentiles", "0 12.5 99.999999 100");
            server.run("GET", "k");
            assertThat(field("latencystats", "latency_percentiles_usec_get"))
                    .isEqualTo("p0=0.001,p12.5=0.001,p99.999999=0.001,p100=0.001");
            server.run("CONFIG", "SET", "latency-tracking-info-percentiles", "");
            assertThat(field("latencystats", "latency_percentiles_usec_get")).isEmpty();
            assertThat(text(server, "latencystats")).contains("latency_percentiles_usec_get:\r\n");
        }

        @Test
        void areShownAndCountedOnlyWhileTheyAreTracked() {
            server.run("GET", "k");
            server.run("CONFIG", "SET", "latency-tracking", "no");
            server.run("SET", "k", "v");
            assertThat(text(server, "latencystats")).isEqualTo("# Latencystats\r\n");
            server.run("CONFIG", "SET", "latency-tracking", "yes");
            assertThat(text(server, "latencystats"))
                    .contains("usec_get:")
                    .doesNotContain("usec_set:");
        }
    }

    @Nested
    class Keys {

        @ParameterizedTest
        @CsvSource({"redis-6.2,''", "redis-7.0,''", "redis-8.0,',subexpiry=0'", "valkey-8.0,''"})
        void aDatabaseWithKeysHasALine(String profile, String subexpiry) {
            TestServer other = TestServer.create(Profile.of(profile));
            other.run("SET", "a", "v");
            other.run("SET", "b", "v", "EX", "100");
            other.run("SET", "c", "v", "EX", "200");
            other.run("SELECT", "3");
            other.run("SET", "a", "v");
            assertThat(text(other, "keyspace"))
                    .isEqualTo(
                            "# Keyspace\r\n"
                                    + ("db0:keys=3,expires=2,avg_ttl=150000" + subexpiry + "\r\n")
                                    + ("db3:keys=1,expires=0,avg_ttl=0" + subexpiry + "\r\n"));
        }

        @Test
        void theirSizesAreCountedInPowersOfTwo() {
            TestServer newer = TestServer.create(Profile.REDIS_8_0);
            for (int size : new int[] {0, 1, 2, 3, 4, 7, 500, 1023, 1024, 2048, 1 << 20}) {
                newer.run("SET", "s" + size, "x".repeat(size));
            }
            newer.run("SET", "number", "12345");
            newer.run("ZADD", "z", "1", "a");
            newer.run("HSET", "h", "a", "1", "b", "2");
            newer.run("SELECT", "2");
            newer.run("HSET", "h", "a", "1");
            assertThat(text(newer, "keysizes"))
                    .isEqualTo(
                            "# Keysizes\r\n"
                                    + "db0_distrib_strings_sizes:"
                                    + "0=1,1=1,2=2,4=3,256=1,512=1,1K=1,2K=1,1M=1\r\n"
                                    + "db0_distrib_zsets_items:1=1\r\n"
                                    + "db0_distrib_hashes_items:2=1\r\n"
                                    + "db2_distrib_hashes_items:1=1\r\n");
        }

        @Test
        void thatEndedAreCounted() {
            server.run("SET", "a", "v", "PX", "1");
            server.run("SET", "b", "v", "PX", "1");
            server.run("SET", "c", "v");
            server.run("PEXPIRE", "c", "-1");
            server.advance(Duration.ofMillis(5));
            assertThat(field("stats", "expired_keys")).isEqualTo("2");
        }

        @Test
        void thatWereFoundOrMissedAreCounted() {
            server.run("SET", "a", "v");
            server.run("GET", "a");
            server.run("GET", "b");
            server.run("EXISTS", "a", "b", "c");
            assertThat(field("stats", "keyspace_hits")).isEqualTo("2");
            assertThat(field("stats", "keyspace_misses")).isEqualTo("3");
        }
    }

    @Nested
    class Changes {

        @ParameterizedTest
        @EnumSource(Profile.class)
        void countAsRealServersCountThem(Profile profile) {
            TestServer other = TestServer.create(profile);
            other.run("CONFIG", "SET", "save", "");
            boolean oldest = profile == Profile.REDIS_6_2;
            assertThat(changes(other, "MSET a 1 b 2 c 3")).isEqualTo(3);
            assertThat(changes(other, "DEL a b x")).isEqualTo(2);
            assertThat(changes(other, "HSET h a 1 b 2 b 3")).isEqualTo(3);
            assertThat(changes(other, "HDEL h a b c")).isEqualTo(2);
            assertThat(changes(other, "ZADD z 1 a 2 b 3 c 4 d 5 e")).isEqualTo(5);
            assertThat(changes(other, "ZADD z 1 a 9 b")).isEqualTo(1);
            assertThat(changes(other, "ZPOPMIN z 2")).isEqualTo(2);
            assertThat(changes(other, "ZREM z e x")).isEqualTo(1);
            assertThat(changes(other, "ZREMRANGEBYRANK z 0 -1")).isEqualTo(2);
            assertThat(changes(other, "RENAME c d")).isEqualTo(1);
            assertThat(changes(other, "MOVE d 1")).isEqualTo(1);
            assertThat(changes(other, "SWAPDB 0 1")).isEqualTo(1);
            assertThat(changes(other, "SWAPDB 1 1")).isEqualTo(1);
            assertThat(changes(other, "FLUSHDB")).isEqualTo(1);
            assertThat(changes(other, "MSET a 1 b 2")).isEqualTo(2);
            assertThat(changes(other, "FLUSHALL ASYNC")).isEqualTo(oldest ? 3 : 2);
            assertThat(changes(other, "FLUSHALL")).isEqualTo(oldest ? 1 : 0);
            other.run("MULTI");
            other.run("SET", "a", "1");
            assertThat(changes(other, "EXEC")).isEqualTo(oldest ? 2 : 1);
            other.run("MULTI");
            other.run("DEL", "x");
            assertThat(changes(other, "EXEC")).isZero();
        }

        private long changes(TestServer other, String command) {
            long before = other.state().dirty(); // within MULTI nobody is told
            assertThat(other.run(command.split(" "))).isNotInstanceOf(Reply.Failure.class);
            return other.state().dirty() - before;
        }

        private long dirty(TestServer other) {
            return Long.parseLong(field(other, "persistence", "rdb_changes_since_last_save"));
        }

        @Test
        void areSavedByFlushAllWhereSettingsSayWhenToSave() {
            server.advance(Duration.ofSeconds(10));
            server.run("MSET", "a", "1", "b", "2");
            assertThat(field("persistence", "rdb_last_save_time")).isEqualTo("1700000000");
            server.run("FLUSHALL");
            assertThat(dirty(server)).isZero();
            assertThat(field("persistence", "rdb_last_save_time")).isEqualTo("1700000010");
            assertThat(server.run("LASTSAVE")).isEqualTo(Reply.of(1_700_000_010));
        }

        @Test
        void areSavedByFlushAllOfTheOldestServerToo() {
            TestServer old = TestServer.create(Profile.REDIS_6_2);
            old.advance(Duration.ofSeconds(10));
            old.run("MSET", "a", "1", "b", "2");
            old.run("FLUSHALL");
            assertThat(dirty(old)).isEqualTo(5);
            assertThat(field(old, "persistence", "rdb_last_save_time")).isEqualTo("1700000010");
        }
    }

    @Nested
    class ResetStat {

        @Test
        void forgetsWhatWasCounted() {
            TestServer newer = TestServer.create(Profile.REDIS_8_0);
            newer.run("SET", "a", "v", "PX", "1");
            newer.run("GET", "a");
            newer.run("GET", "b");
            newer.run("AUTH", "x", "y");
            newer.advance(Duration.ofMillis(5));
            newer.state().statistics().countInput(10);
            newer.state().statistics().countOutput(10);
            newer.state().statistics().countRejectedConnection();
            newer.run("CONFIG", "RESETSTAT");
            String stats = text(newer, "everything");
            assertThat(stats.lines().filter(line -> line.matches("[a-z_]*(stat|latency)_.*")))
                    .allMatch(line -> line.contains("config|resetstat"));
            assertThat(stats)
                    .contains(
                            "total_connections_received:0\r\n",
                            "total_commands_processed:1\r\n",
                            "total_net_input_bytes:0\r\n",
                            "total_net_output_bytes:0\r\n",
                            "total_reads_processed:0\r\n",
                            "total_writes_processed:0\r\n",
                            "rejected_connections:0\r\n",
                            "expired_keys:0\r\n",
                            "keyspace_hits:0\r\n",
                            "keyspace_misses:0\r\n",
                            "total_error_replies:0\r\n");
        }

        @Test
        void keepsChangesAndDeniedLogins() {
            TestServer newer = TestServer.create(Profile.REDIS_8_0);
            newer.run("SET", "a", "v");
            newer.run("AUTH", "x", "y");
            newer.run("CONFIG", "RESETSTAT");
            assertThat(field(newer, "persistence", "rdb_changes_since_last_save")).isEqualTo("1");
            assertThat(field(newer, "stats", "acl_access_denied_auth")).isEqualTo("1");
        }
    }
}
