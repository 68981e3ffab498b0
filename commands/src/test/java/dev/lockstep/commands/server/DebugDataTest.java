package dev.lockstep.commands.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.profile.Profile;
import dev.lockstep.testing.Conversation;
import dev.lockstep.testing.CountingHost;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class DebugDataTest {

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
    void reloadKeepsDataAndDeadlines() {
        Conversation talk = Conversation.with(Profile.REDIS_8_0);
        talk.say("SET k v");
        talk.say("SET t v EX 10");
        talk.say("RPUSH l a b");
        talk.say("XADD x 1-1 f v");
        talk.say("SELECT 3");
        talk.say("ZADD z 1 a");
        String digest = talk.say("DEBUG DIGEST");
        talk.server().advance(Duration.ofSeconds(4));
        assertThat(talk.say("DEBUG RELOAD")).isEqualTo("+OK");
        assertThat(talk.say("DEBUG DIGEST")).isEqualTo(digest);
        talk.say("SELECT 0");
        assertThat(talk.say("TTL t")).isEqualTo(":6");
        assertThat(talk.say("OBJECT IDLETIME k")).isEqualTo(":0");
        talk.server().advance(Duration.ofSeconds(7));
        assertThat(talk.say("DBSIZE")).isEqualTo(":3");
        assertThat(talk.say("DEBUG RELOAD X"))
                .isEqualTo(
                        "-ERR DEBUG RELOAD only supports the MERGE, NOFLUSH and NOSAVE options.");
    }

    @Test
    void reloadDropsKeysWhoseTimeHasComeAndBreaksWatches() {
        Conversation talk = Conversation.with(Profile.REDIS_8_0);
        talk.say("DEBUG SET-ACTIVE-EXPIRE 0");
        talk.say("SET k v PX 10");
        talk.server().advance(Duration.ofMillis(20));
        talk.say("WATCH w");
        talk.say("SET other v");
        talk.say("WATCH other");
        assertThat(talk.say("DBSIZE")).isEqualTo(":2");
        talk.say("DEBUG RELOAD");
        assertThat(talk.say("DBSIZE")).isEqualTo(":1");
        talk.say("MULTI");
        assertThat(talk.say("EXEC")).isEqualTo("*-1");
    }

    @Test
    void reloadChoosesEncodingsAnew() {
        Conversation talk = Conversation.with(Profile.REDIS_8_0);
        talk.say("SET k 1");
        talk.say("APPEND k 2");
        talk.say("HSET h f " + "v".repeat(65));
        talk.say("HSET h f v");
        talk.say("ZADD z 1 " + "v".repeat(65) + " 2 a");
        talk.say("ZREM z " + "v".repeat(65));
        talk.say("SADD s a 1 2 3");
        talk.say("CONFIG SET set-max-listpack-entries 2");
        talk.say("SADD s 4");
        talk.say("SREM s a");
        talk.say("CONFIG SET set-max-listpack-entries 1");
        assertThat(encodings(talk)).isEqualTo("$raw $hashtable $skiplist $hashtable");
        talk.say("DEBUG RELOAD");
        assertThat(encodings(talk)).isEqualTo("$int $listpack $listpack $intset");
        talk.say("CONFIG SET hash-max-listpack-entries 0");
        talk.say("CONFIG SET zset-max-listpack-entries 0");
        talk.say("CONFIG SET set-max-intset-entries 1");
        talk.say("DEBUG RELOAD");
        assertThat(encodings(talk)).isEqualTo("$int $hashtable $skiplist $hashtable");
    }

    private static String encodings(Conversation talk) {
        return String.join(
                " ",
                talk.say("OBJECT ENCODING k"),
                talk.say("OBJECT ENCODING h"),
                talk.say("OBJECT ENCODING z"),
                talk.say("OBJECT ENCODING s"));
    }

    @Test
    void reloadWithoutSavingLoadsWhatWasSavedLast() {
        Conversation talk = Conversation.with(Profile.REDIS_8_0);
        talk.say("SET k v");
        talk.say("DEBUG RELOAD");
        talk.say("SET k other");
        talk.say("SET new v");
        assertThat(talk.say("DEBUG RELOAD NOSAVE NOFLUSH MERGE")).isEqualTo("+OK");
        assertThat(talk.say("MGET k new")).isEqualTo("*[$v, $v]");
        talk.say("APPEND k changed");
        assertThat(talk.say("DEBUG RELOAD NOSAVE")).isEqualTo("+OK");
        assertThat(talk.say("MGET k new")).isEqualTo("*[$v, $-1]");
    }

    @ParameterizedTest
    @CsvSource({"redis-7.0,''", "redis-8.0,', check server logs.'"})
    void whereNothingIsSavedAllIsLost(String profile, String end) {
        Conversation talk = Conversation.with(Profile.of(profile));
        talk.say("SET k v");
        assertThat(talk.say("DEBUG RELOAD NOSAVE"))
                .isEqualTo("-ERR Error trying to load the RDB dump" + end);
        assertThat(talk.say("DBSIZE")).isEqualTo(":0");
    }

    @Test
    void aKeyThatIsThereAlreadyEndsTheServer() {
        CountingHost host = new CountingHost();
        Conversation talk = Conversation.with(Profile.REDIS_8_0);
        talk.server().state().setHost(host);
        talk.say("SET k v");
        talk.say("DEBUG RELOAD NOFLUSH");
        assertThat(host.shutdowns()).isEqualTo(1);
    }

    @Test
    void loadAofKeepsDataIfThereIsToBeOne() {
        Conversation talk = Conversation.with(Profile.REDIS_8_0);
        talk.say("CONFIG SET appendonly yes");
        talk.say("SET k v");
        assertThat(talk.say("DEBUG LOADAOF")).isEqualTo("+OK");
        assertThat(talk.say("GET k")).isEqualTo("$v");
        talk.say("CONFIG SET appendonly no");
        assertThat(talk.say("DEBUG LOADAOF"))
                .isEqualTo("-ERR Error trying to load the AOF files, check server logs.");
        assertThat(talk.say("DBSIZE")).isEqualTo(":0");
    }

    @Test
    void restartSavesAndACrashLosesWhatIsNotSaved() {
        CountingHost host = new CountingHost();
        Conversation talk = Conversation.with(Profile.REDIS_8_0);
        talk.server().state().setHost(host);
        talk.say("SET k v");
        talk.say("DEBUG RESTART");
        talk.say("SET new v");
        assertThat(talk.say("DBSIZE")).isEqualTo(":2");
        talk.say("DEBUG CRASH-AND-RECOVER 10");
        assertThat(talk.say("MGET k new")).isEqualTo("*[$v, $-1]");
        assertThat(host.restarts()).isEqualTo(2);
        assertThat(talk.say("DEBUG RESTART x"))
                .isEqualTo("-ERR value is not an integer or out of range");
    }
}
