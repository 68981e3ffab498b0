package dev.lockstep.commands.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.profile.Profile;
import dev.lockstep.testing.Conversation;
import java.time.Duration;
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
    void digestIsThatOfTheRealServer(Profile profile) {
        boolean shortest = profile == Profile.REDIS_8_0 || profile == Profile.VALKEY_8_0;
        Conversation talk = Conversation.with(profile);
        assertThat(talk.say("DEBUG DIGEST")).isEqualTo("+" + "0".repeat(40));
        talk.say("SET k v");
        assertThat(talk.say("DEBUG DIGEST")).isEqualTo("+264ccf65edec66bccfa7cc659414ccca432057d2");
        assertThat(talk.say("DEBUG DIGEST-VALUE k nokey"))
                .isEqualTo("*[+d79ee9fe5d5ad902d7f6620efc3b07b75ddd742f, +" + "0".repeat(40) + "]");
        talk.say("PEXPIREAT k 99999999999999");
        talk.say("ZADD z 0.1 a 2 b");
        talk.say("HSET h a 1 b 2");
        assertThat(talk.say("DEBUG DIGEST-VALUE k h z"))
                .isEqualTo(
                        "*[+311b17018163335616e089f6b951c82c477335ac,"
                                + " +6c8f22b3bf510fdcfd6122dd0f908a80e88243bf,"
                                + (shortest
                                        ? " +68e0ac877990a80190793f1afe2fcb6bd0cc26e8]"
                                        : " +be930d77310ad4a0395eedf9bac2015e3c35a5c5]"));
        talk.say("SELECT 1");
        talk.say("SET i 100");
        assertThat(talk.say("DEBUG DIGEST"))
                .isEqualTo(
                        shortest
                                ? "+dd31e8a15abda4527c7ed4f92c36151bc1aa08a6"
                                : "+c2bda7a814019425e2caf5dd7fdc0ebbda9d8e95");
    }

    @Test
    void objectTellsHowAValueIsKept() {
        Conversation talk = Conversation.with(Profile.REDIS_7_0);
        talk.say("SET k v");
        talk.server().advance(Duration.ofSeconds(2));
        assertThat(talk.say("DEBUG OBJECT k"))
                .isEqualTo(
                        "+Value at:0x0 refcount:1 encoding:embstr serializedlength:2 lru:"
                                + (1_700_000_000 % (1 << 24))
                                + " lru_seconds_idle:2");
        assertThat(talk.say("DEBUG OBJECT nokey")).isEqualTo("-ERR no such key");
        talk.say("SET i 12345");
        assertThat(talk.say("DEBUG OBJECT i")).contains(" encoding:int serializedlength:3 ");
    }

    @Test
    void populateAddsNumberedStrings() {
        Conversation talk = Conversation.with(Profile.REDIS_8_0);
        talk.say("SET key:0 mine");
        assertThat(talk.say("DEBUG POPULATE 2")).isEqualTo("+OK");
        assertThat(talk.say("MGET key:0 key:1 key:2")).isEqualTo("*[$mine, $value:1, $-1]");
        talk.say("DEBUG POPULATE 2 q 10");
        assertThat(talk.say("GET q:1")).isEqualTo("$value:1\0\0\0");
        talk.say("DEBUG POPULATE 1 s 3");
        assertThat(talk.say("GET s:0")).isEqualTo("$val");
        assertThat(talk.say("DEBUG POPULATE -1"))
                .isEqualTo("-ERR value is out of range, must be positive");
        assertThat(talk.say("DEBUG POPULATE x"))
                .isEqualTo("-ERR value is out of range, must be positive");
    }

    @Test
    void reloadKeepsAllData() {
        Conversation talk = Conversation.with(Profile.REDIS_8_0);
        talk.say("SET k v");
        assertThat(talk.say("DEBUG RELOAD")).isEqualTo("+OK");
        assertThat(talk.say("DEBUG RELOAD NOSAVE NOFLUSH MERGE")).isEqualTo("+OK");
        assertThat(talk.say("GET k")).isEqualTo("$v");
        assertThat(talk.say("DEBUG RELOAD X"))
                .isEqualTo(
                        "-ERR DEBUG RELOAD only supports the MERGE, NOFLUSH and NOSAVE options.");
    }
}
