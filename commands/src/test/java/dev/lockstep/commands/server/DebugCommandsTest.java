package dev.lockstep.commands.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.profile.Profile;
import dev.lockstep.testing.Conversation;
import dev.lockstep.testing.CountingHost;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class DebugCommandsTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "string   | $Hello World",
                "INTEGER  | :12345",
                "double   | ,3.141",
                "null     | $-1",
                "array    | *[:0, :1, :2]",
                "set      | ~[:0, :1, :2]",
                "map      | %[:0, #f, :1, #t, :2, #f]",
                "true     | #t",
                "false    | #f",
                "bignum   | (1234567999999999999999999999999999999"
            })
    void protocolAnswersWithAReplyOfEachType(String type, String expected) {
        assertThat(Conversation.with(Profile.REDIS_7_0).say("DEBUG PROTOCOL " + type))
                .isEqualTo(expected);
    }

    @Test
    void protocolHasVerbatimTextAttributesAndAnOldServersDouble() {
        assertThat(Conversation.with(Profile.REDIS_7_0).say("DEBUG PROTOCOL verbatim"))
                .isEqualTo("=txt:This is a verbatim\nstring");
        assertThat(Conversation.with(Profile.REDIS_7_0).say("DEBUG PROTOCOL attrib"))
                .isEqualTo(
                        "|[$key-popularity, *[$key:123, :90]]"
                                + "$Some real reply following the attribute");
        assertThat(Conversation.with(Profile.REDIS_6_2).say("DEBUG PROTOCOL double"))
                .isEqualTo(",3.14159265359");
    }

    @Test
    void protocolPushesBeforeTheReplyOrBehindIt() {
        String reply = "$Some real reply following the push reply";
        String message = ">[$server-cpu-usage, :42]";
        Conversation old = Conversation.with(Profile.REDIS_7_0);
        assertThat(old.say("DEBUG PROTOCOL push"))
                .isEqualTo("-ERR RESP2 is not supported by this command");
        old.say("HELLO 3");
        assertThat(old.say("DEBUG PROTOCOL push")).isEqualTo("[" + message + ", " + reply + "]");
        Conversation later = Conversation.with(Profile.REDIS_8_0);
        later.say("HELLO 3");
        assertThat(later.say("DEBUG PROTOCOL push")).isEqualTo("[" + reply + ", " + message + "]");
    }

    @Test
    void protocolKnowsNoOtherTypes() {
        assertThat(Conversation.with(Profile.REDIS_8_0).say("DEBUG PROTOCOL nope"))
                .isEqualTo(
                        "-ERR Wrong protocol type name. Please use one of the following:"
                                + " string|integer|double|bignum|null|array|set|map|attrib|push"
                                + "|verbatim|true|false");
    }

    @Test
    void aSubcommandThatIsUnknownOrHasAnotherLengthIsRefused() {
        Conversation talk = Conversation.with(Profile.REDIS_8_0);
        for (String word : new String[] {"NOPE", "SLEEP", "STRINGMATCH-LEN", "ERROR"}) {
            assertThat(talk.say("DEBUG " + word))
                    .isEqualTo(
                            "-ERR unknown subcommand or wrong number of arguments for '"
                                    + word
                                    + "'. Try DEBUG HELP.");
        }
        assertThat(Conversation.with(Profile.REDIS_6_2).say("DEBUG SET-DISABLE-DENY-SCRIPTS 1"))
                .isEqualTo(
                        "-ERR Unknown subcommand or wrong number of arguments for"
                                + " 'SET-DISABLE-DENY-SCRIPTS'. Try DEBUG HELP.");
    }

    @Test
    void errorRepeatsItsTextInOneLine() {
        Conversation talk = Conversation.with(Profile.REDIS_8_0);
        assertThat(talk.say("DEBUG ERROR 'MYERR hello there'")).isEqualTo("-MYERR hello there");
        assertThat(talk.say("DEBUG ERROR 'lower\r\nx'")).isEqualTo("-lower  x");
    }

    @Test
    void keysStayUntilLookedAtWithoutActiveExpiry() {
        Conversation talk = Conversation.with(Profile.REDIS_8_0);
        assertThat(talk.say("DEBUG SET-ACTIVE-EXPIRE 0")).isEqualTo("+OK");
        talk.say("SET k v PX 10");
        talk.server().advance(Duration.ofMillis(20));
        assertThat(talk.say("DBSIZE")).isEqualTo(":1");
        assertThat(talk.say("GET k")).isEqualTo("$-1");
        assertThat(talk.say("DBSIZE")).isEqualTo(":0");
        talk.say("DEBUG SET-ACTIVE-EXPIRE 1");
        talk.say("SET k v PX 10");
        talk.server().advance(Duration.ofMillis(20));
        assertThat(talk.say("DBSIZE")).isEqualTo(":0");
    }

    @ParameterizedTest
    @CsvSource({"0", "0.01", "x", "-1", "0.2x", "nan", "''"})
    void sleepReadsItsNumberLikeACProgram(String seconds) {
        Conversation talk = Conversation.with(Profile.REDIS_8_0);
        assertThat(talk.say("DEBUG SLEEP '" + seconds + "'")).isEqualTo("+OK");
    }

    @ParameterizedTest
    @EnumSource(Profile.class)
    void eachSubcommandIsOnTheServersThatHaveIt(Profile profile) {
        boolean since7 = profile != Profile.REDIS_6_2;
        boolean since72 = since7 && profile != Profile.REDIS_7_0;
        Map<String, Boolean> known = new LinkedHashMap<>();
        known.put("AOF-FLUSH-SLEEP 0", true);
        known.put("CHANGE-REPL-ID", true);
        known.put("LEAK x", true);
        known.put("LOG x", true);
        known.put("PAUSE-CRON 0", true);
        known.put("SET-SKIP-CHECKSUM-VALIDATION 0", true);
        known.put("DICT-RESIZING 0", since72);
        known.put("REPLICATE a b c", since7);
        known.put("DROP-CLUSTER-PACKET-FILTER -1", since7);
        known.put("REPLYBUFFER PEAK-RESET-TIME never", since7);
        known.put("REPLYBUFFER peak-reset-time 10", since7);
        known.put("REPLYBUFFER resizing 0", since7);
        known.put("REPLYBUFFER other 0", false);
        known.put("QUICKLIST-PACKED-THRESHOLD 1kb", since7);
        known.put("LUA-ALWAYS-REPLICATE-COMMANDS 1", !since7);
        known.put("REPL-PAUSE clear", profile == Profile.REDIS_8_0);
        known.put("REPL-PAUSE other", false);
        known.put("MARK-INTERNAL-CLIENT", profile == Profile.REDIS_8_0);
        known.put("SCRIPT list", profile == Profile.REDIS_8_0);
        known.put("PAUSE-AFTER-FORK 0", profile == Profile.VALKEY_8_0);
        known.put("DELAY-RDB-CLIENT-FREE-SECONDS 0", profile == Profile.VALKEY_8_0);
        known.put("CLOSE-CLUSTER-LINK-ON-PACKET-DROP 0", profile == Profile.VALKEY_8_0);
        Conversation talk = Conversation.with(profile);
        known.forEach(
                (words, isKnown) -> {
                    String reply = talk.say("DEBUG " + words);
                    assertThat(reply.equals("+OK")).as(words + " " + reply).isEqualTo(isKnown);
                    assertThat(reply.contains("known subcommand or")).isEqualTo(!isKnown);
                });
    }

    @Test
    void whatNeedsAClusterOrAFileFails() {
        Conversation talk = Conversation.with(Profile.REDIS_8_0);
        assertThat(talk.say("DEBUG CLUSTERLINK KILL to x"))
                .isEqualTo("-ERR Debug option only available for cluster mode enabled setup!");
        assertThat(talk.say("DEBUG INTERNAL_SECRET")).isEqualTo("-ERR Internal secret is missing");
        assertThat(talk.say("DEBUG CONFIG-REWRITE-FORCE-ALL"))
                .isEqualTo("-ERR CONFIG-REWRITE-FORCE-ALL failed: Bad address");
        assertThat(talk.say("DEBUG MALLCTL background_thread"))
                .isEqualTo("-ERR No such file or directory");
        assertThat(talk.say("DEBUG MALLCTL background_thread x"))
                .isEqualTo("-ERR value is not an integer or out of range");
        assertThat(talk.say("DEBUG MALLCTL-STR version"))
                .isEqualTo("-ERR No such file or directory");
        assertThat(talk.say("DEBUG SCRIPT " + "0".repeat(40)))
                .isEqualTo("-NOSCRIPT No matching script. Please use EVAL.");
        assertThat(Conversation.with(Profile.REDIS_6_2).say("DEBUG CONFIG-REWRITE-FORCE-ALL"))
                .isEqualTo("-ERR CONFIG-REWRITE-FORCE-ALL failed");
    }

    @Test
    void whatCrashesARealServerEndsThisOneWithoutAReply() {
        for (String words :
                List.of("SEGFAULT", "PANIC", "ASSERT", "OOM x y", "CLUSTERLINK", "LOADAOF")) {
            CountingHost host = new CountingHost();
            Conversation talk = Conversation.with(Profile.REDIS_7_0);
            talk.server().state().setHost(host);
            assertThat(talk.say("DEBUG " + words)).as(words).isEqualTo("[]");
            assertThat(host.shutdowns()).as(words).isEqualTo(1);
        }
    }

    @Test
    void changeReplIdShowsInInfo() {
        Conversation talk = Conversation.with(Profile.REDIS_7_0);
        String before = talk.say("INFO replication");
        talk.say("DEBUG CHANGE-REPL-ID");
        assertThat(talk.say("INFO replication")).isNotEqualTo(before);
    }

    @Test
    void clientEvictionCountsClientsByMemory() {
        Conversation talk = Conversation.with(Profile.REDIS_8_0);
        assertThat(talk.say("DEBUG CLIENT-EVICTION"))
                .isEqualTo("-ERR maxmemory-clients is disabled.");
        talk.say("CONFIG SET maxmemory-clients 1mb");
        assertThat(talk.say("DEBUG CLIENT-EVICTION").lines())
                .hasSize(19)
                .startsWith(
                        "$bucket          0 -      32767: tot-mem:      17280, clients: 1",
                        "bucket      32768 -      65535: tot-mem:          0, clients: 0")
                .endsWith("bucket 4294967296+            : tot-mem:          0, clients: 0");
    }

    @Test
    void keysStayUntilLookedAtWhileHousekeepingPauses() {
        Conversation talk = Conversation.with(Profile.REDIS_8_0);
        talk.say("DEBUG PAUSE-CRON 1");
        talk.say("SET k v PX 10");
        talk.server().advance(Duration.ofMillis(20));
        assertThat(talk.say("DBSIZE")).isEqualTo(":1");
        talk.say("DEBUG PAUSE-CRON 0");
        talk.server().advance(Duration.ofMillis(1));
        assertThat(talk.say("DBSIZE")).isEqualTo(":0");
    }

    @Test
    void theFuzzTesterComesToItsEnd() {
        assertThat(Conversation.with(Profile.REDIS_7_0).say("DEBUG STRINGMATCH-TEST"))
                .isEqualTo("+Apparently Redis did not crash: test passed");
    }
}
