package dev.lockstep.conformance.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.lockstep.LockstepServer;
import dev.lockstep.conformance.ServerProcess;
import dev.lockstep.conformance.Step;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command line as a team would use it, on real servers and on what plays one. */
class CheckTest {

    private static final Path SCRIPTS =
            Path.of("src/main/resources/dev/lockstep/conformance/scripts");
    private static final Path UNPACKED = Path.of("target/real");

    private final Path folder;
    private String output = "";

    CheckTest(@TempDir Path folder) {
        this.folder = folder;
    }

    private int check(String... words) {
        Outcome outcome = Outcome.of(words);
        output = outcome.output();
        return outcome.status();
    }

    private String script(String name, String text) throws IOException {
        Path file = folder.resolve(name + ".lua");
        Files.writeString(file, text);
        return file.toString();
    }

    private static List<String> limiters() throws IOException {
        try (Stream<Path> files = Files.list(SCRIPTS)) {
            return files.map(Path::toString).sorted().toList();
        }
    }

    /** The binaries of this platform, made executable: unpacking does not keep that. */
    private static List<Path> binaries() throws IOException {
        if (!Files.isDirectory(UNPACKED)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(UNPACKED)) {
            return files.filter(path -> path.toString().endsWith("-linux-amd64"))
                    .filter(path -> path.toFile().setExecutable(true))
                    .sorted()
                    .toList();
        }
    }

    @Test
    void noLimiterRaisesAFalseAlarm() throws IOException {
        List<ServerProcess> servers = new ArrayList<>();
        try {
            for (Path binary : binaries()) {
                servers.add(ServerProcess.start(binary));
            }
            assumeTrue(!servers.isEmpty(), "no real server for this platform");
            List<String> words = new ArrayList<>(List.of("--runs", "3", "--against"));
            words.add(String.join(",", servers.stream().map(CheckTest::address).toList()));
            words.addAll(limiters());
            assertThat(check(words.toArray(String[]::new))).as(output).isZero();
            assertThat(limiters()).hasSize(14);
            assertThat(output).contains("14 scripts: no difference").doesNotContain("cannot run");
        } finally {
            servers.forEach(ServerProcess::close);
        }
    }

    private static String address(ServerProcess server) {
        return server.uri().toString();
    }

    @Test
    void aScriptThatWantsAllSortsOfThingsGetsThemAll() throws IOException {
        String open =
                script(
                        "open",
                        """
                        for i, key in ipairs(KEYS) do redis.call('SET', key, unpack(ARGV)) end
                        return #KEYS + #ARGV
                        """);
        for (String seed : List.of("1", "2", "3")) {
            assertThat(check("--runs", "2", "--seed", seed, open)).as(output).isZero();
        }
    }

    @Test
    void aPlantedDifferenceIsFoundAndMadeSmall() throws IOException {
        String fraction =
                script(
                        "fraction",
                        """
                        -- ARGV[1] cost
                        local n = redis.call('INCRBY', KEYS[1], ARGV[1])
                        redis.call('EXPIRE', KEYS[1], 1000)
                        redis.call('SET', KEYS[2], n / 3, 'EX', 1000)
                        return n
                        """);
        try (LockstepServer old = LockstepServer.builder().profile("redis-6.2").start()) {
            int status = check("--against", old.uri(), "--profile", "redis-8.0", fraction);
            assertThat(status).as(output).isEqualTo(1);
            assertThat(output)
                    .contains("DIFFERS redis 6.2")
                    .containsOnlyOnce("> EVAL lua:fraction 2 k1:a k2:a 1\n");
        }
    }

    @Test
    void casesAreComparedWithWhatTheyTellAndWithTheServer() throws IOException {
        String counter = script("counter", "return redis.call('INCR', KEYS[1])");
        Files.writeString(
                folder.resolve("right.redis"),
                "> EVAL lua:counter 1 k\n  :1\nshow k\n  k: string \"1\", stays\n");
        try (LockstepServer server = LockstepServer.builder().start()) {
            String cases = folder.toString();
            assertThat(check("--against", server.uri(), "--cases", cases, counter))
                    .as(output)
                    .isZero();
            assertThat(output).contains("1 case, 1 call");
            Files.writeString(folder.resolve("wrong.redis"), "> EVAL lua:counter 1 k\n  :2\n");
            assertThat(check("--cases", cases, counter)).isEqualTo(1);
            assertThat(output).contains("Lockstep as redis-8.0, case wrong", "record of redis-8.0");
        }
    }

    @Test
    void versionsAreToldApartWithoutAServer() throws IOException {
        String expiry =
                script(
                        "newer",
                        "redis.call('SET', KEYS[1], 1, 'EX', 9) return redis.pcall('EXPIRETIME',"
                                + " KEYS[1])['err'] and 0 or 1");
        Path page = folder.resolve("page.html");
        assertThat(check("--runs", "3", "--html", page.toString(), expiry)).isEqualTo(1);
        assertThat(output)
                .contains("DIFFERS Lockstep as redis-6.2", "same    Lockstep as redis-7.0");
        assertThat(page).content().contains("redis-6.2");
    }

    @Test
    void whatCannotRunIsOneLineAndTheRestRuns() throws IOException {
        String broken = script("broken", "return return");
        String endless = script("endless", "while true do end");
        String greedy = script("greedy", "local s = 'x' while true do s = s .. s end");
        String hiding = script("hiding", "return {pcall(function() return #('x'):rep(2^30) end)}");
        String deep = script("deep", "local t = {} for i = 1, 1000 do t = {t} end return t");
        String good = script("good", "return redis.call('INCR', KEYS[1])");
        String missing = folder.resolve("missing.lua").toString();
        int status =
                check(
                        "--runs",
                        "2",
                        "--time-limit",
                        "1",
                        broken,
                        endless,
                        greedy,
                        hiding,
                        deep,
                        good,
                        missing);
        assertThat(status).as(output).isEqualTo(2);
        assertThat(output)
                .contains("cannot run: " + missing, "does not compile", "does not end")
                .contains(greedy + ": needs too much memory", hiding + ": needs too much memory")
                .contains("nested more than 500 deep")
                .contains("same    Lockstep as redis-7.0: 2 runs");
    }

    @Test
    void aCaseThatDoesNotEndIsLeftOutAndTheOthersArePlayed() throws IOException {
        String picky =
                script("picky", "while ARGV[1] == 'wait' do end return tonumber(ARGV[1]) + 1");
        Files.writeString(folder.resolve("a.redis"), "> EVAL lua:picky 0 wait\n");
        Files.writeString(folder.resolve("b.redis"), "> SET k 1\n> EVAL lua:picky 0 1\n  :2\n");
        Files.writeString(folder.resolve("c.redis"), "> EVAL lua:picky 0 1\n  :3\n");
        int status = check("--time-limit", "1", "--cases", folder.toString(), picky);
        assertThat(status).as(output).isEqualTo(1);
        assertThat(output)
                .contains("does not end: stopped after 1 s (--time-limit), in the case a")
                .contains("case c")
                .doesNotContain("case b");
    }

    @Test
    void whatIsThereBeforehandIsNobodysFault() throws IOException {
        String counter =
                script(
                        "counter",
                        """
                        -- ARGV[1] window in ms, ARGV[2] who
                        local n = redis.call('INCR', KEYS[1])
                        if n == 1 then redis.call('PEXPIRE', KEYS[1], ARGV[1]) end
                        return n
                        """);
        assertThat(check("--runs", "8", counter)).as(output).isZero();
        assertThat(output).contains("1 script: no difference").doesNotContain("LC103");
    }

    @Test
    void aServerThatIsOneOfSeveralIsRefused() throws IOException {
        assumeTrue(!binaries().isEmpty(), "no real server for this platform");
        String binary = binaries().get(0).toAbsolutePath().toString();
        String good = script("good", "return redis.call('INCR', KEYS[1])");
        List<String> single = List.of(binary, "--bind", "127.0.0.1", "--save", "");
        try (ServerProcess primary = ServerProcess.start(single);
                ServerProcess replica =
                        ServerProcess.start(
                                and(
                                        single,
                                        "--replicaof",
                                        "127.0.0.1",
                                        String.valueOf(primary.port())));
                ServerProcess node = ServerProcess.start(and(single, "--cluster-enabled", "yes"));
                ServerProcess lonely =
                        ServerProcess.start(and(single, "--min-replicas-to-write", "1"))) {
            assertThat(check("--against", address(replica), good)).isEqualTo(2);
            assertThat(output).contains("is a replica");
            assertThat(check("--against", address(node), good)).isEqualTo(2);
            assertThat(output).contains("is a node of a cluster");
            assertThat(check("--against", address(lonely), good)).isEqualTo(2);
            assertThat(output).contains("a script cannot write there: ", "NOREPLICAS");
        }
    }

    private static List<String> and(List<String> words, String... more) {
        return Stream.concat(words.stream(), Stream.of(more)).toList();
    }

    @Test
    void aServerThatIsNotFitIsSaidWhy() throws IOException {
        String good = script("good", "return redis.call('INCR', KEYS[1])");
        assertThat(check("--against", "redis://127.0.0.1:1", good)).isEqualTo(2);
        assertThat(output).contains("127.0.0.1:1: cannot be reached");
        try (LockstepServer locked = LockstepServer.builder().password("secret").start()) {
            assertThat(check("--against", locked.uri(), good)).isEqualTo(2);
            assertThat(output).contains("needs a password: redis://:PASSWORD@");
            String wrong = locked.uri().replace("redis://", "redis://:nonsense@");
            assertThat(check("--against", wrong, good)).isEqualTo(2);
            assertThat(output).contains("refuses this user").doesNotContain("nonsense");
            String right = locked.uri().replace("redis://", "redis://:secret@");
            assertThat(check("--runs", "2", "--against", right, good)).as(output).isZero();
        }
    }

    @Test
    void whatIsStoredOnAServerIsNotTouched() throws IOException {
        String good = script("good", "return redis.call('INCR', KEYS[1])");
        String other = script("other", "return redis.call('INCR', 'mine')");
        try (LockstepServer server = LockstepServer.builder().start();
                Stage stage =
                        Stage.at(
                                ServerAddress.ask(server.uri(), Duration.ofSeconds(30)),
                                "",
                                Duration.ofSeconds(30))) {
            stage.take(send("SET", "mine", "1"));
            String uri = server.uri();
            assertThat(check("--against", uri, good)).isEqualTo(2);
            assertThat(output).contains("is not empty");
            assertThat(check("--runs", "2", "--against", uri, "--key-prefix", "t:", good)).isZero();
            assertThat(check("--runs", "2", "--against", uri, "--key-prefix", "t:", other))
                    .isEqualTo(2);
            assertThat(output).contains("touches mine, which is outside of --key-prefix");
            assertThat(stage.keys()).containsExactly("mine");
            assertThat(stage.take(send("GET", "mine"))).containsExactly("\"1\"");
            stage.take(send("SET", "t:old", "1"));
            assertThat(check("--against", uri, "--key-prefix", "t:", good)).isEqualTo(2);
            assertThat(output).contains("there are keys that begin with t:");
            assertThat(
                            check(
                                    "--runs",
                                    "2",
                                    "--against",
                                    uri,
                                    "--key-prefix",
                                    "t:",
                                    "--flush",
                                    good))
                    .isZero();
            assertThat(stage.keys()).containsExactly("mine");
            assertThat(check("--runs", "2", "--against", uri, "--flush", good)).isZero();
            assertThat(stage.keys()).isEmpty();
        }
    }

    private static Step send(String... words) {
        return new Step.Send("", "", List.of(words), null);
    }
}
