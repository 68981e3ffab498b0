package dev.lockstep.commands.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.profile.Profile;
import dev.lockstep.testing.Conversation;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SaveCommandsTest {

    @ParameterizedTest
    @ValueSource(strings = {"SAVE", "BGSAVE", "bgsave schedule"})
    void whatIsSavedCanBeLoaded(String save) {
        Conversation talk = Conversation.with(Profile.REDIS_8_0);
        talk.say("SET k v");
        talk.server().advance(Duration.ofSeconds(5));
        assertThat(talk.say(save))
                .isEqualTo(save.equals("SAVE") ? "+OK" : "+Background saving started");
        assertThat(talk.say("LASTSAVE")).isEqualTo(":1700000005");
        assertThat(talk.say("INFO persistence")).contains("rdb_changes_since_last_save:0\r\n");
        talk.say("SET k other");
        talk.say("DEBUG RELOAD NOSAVE");
        assertThat(talk.say("GET k")).isEqualTo("$v");
    }

    @Test
    void theAofIsRewrittenAtOnceEvenIfThereIsToBeNone() {
        Conversation talk = Conversation.with(Profile.REDIS_7_0);
        talk.say("SET k v");
        assertThat(talk.say("BGREWRITEAOF"))
                .isEqualTo("+Background append only file rewriting started");
        talk.say("SET k other");
        assertThat(talk.say("DEBUG LOADAOF")).isEqualTo("+OK");
        assertThat(talk.say("GET k")).isEqualTo("$v");
    }

    @Test
    void saveIsNotForTransactionsOfLaterServers() {
        Conversation talk = Conversation.with(Profile.REDIS_8_0);
        talk.say("MULTI");
        assertThat(talk.say("SAVE")).isEqualTo("-ERR Command not allowed inside a transaction");
        Conversation old = Conversation.with(Profile.REDIS_6_2);
        old.say("MULTI");
        assertThat(old.say("SAVE")).isEqualTo("+QUEUED");
        assertThat(old.say("EXEC")).isEqualTo("*[+OK]");
        assertThat(old.say("BGSAVE x")).isEqualTo("-ERR syntax error");
    }
}
