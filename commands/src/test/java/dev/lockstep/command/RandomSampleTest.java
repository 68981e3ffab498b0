package dev.lockstep.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.profile.Profile;
import dev.lockstep.testing.Conversation;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Counts of HRANDFIELD and ZRANDMEMBER that no memory could hold. */
class RandomSampleTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "HRANDFIELD h -1000000000",
                "HRANDFIELD h -1000000000 WITHVALUES",
                "HRANDFIELD h -9223372036854775807",
                "ZRANDMEMBER z -1000000000",
                "ZRANDMEMBER z -4611686018427387903 WITHSCORES"
            })
    void anEnormousSampleWithRepetitionsIsRefusedInsteadOfFillingTheMemory(String line) {
        Conversation talk = Conversation.with(Profile.REDIS_8_0);
        talk.say("HSET h f v");
        talk.say("ZADD z 1 m");
        assertThat(talk.say(line)).isEqualTo("-OOM reply of more than 4194304 elements");
    }

    @ParameterizedTest
    @CsvSource({
        "HRANDFIELD h -9223372036854775808, value is out of range; value must between"
                + " -9223372036854775807 and 9223372036854775807",
        "HRANDFIELD h -4611686018427387905 WITHVALUES, value is out of range",
        "HRANDFIELD nokey -4611686018427387905 WITHVALUES, value is out of range",
        "ZRANDMEMBER z 9223372036854775807 WITHSCORES, value is out of range",
        "HRANDFIELD h 9223372036854775808, value is not an integer or out of range"
    })
    void aCountBeyondWhatServersCountToHasTheirErrors(String line, String error) {
        Conversation talk = Conversation.with(Profile.REDIS_8_0);
        talk.say("HSET h f v");
        talk.say("ZADD z 1 m");
        assertThat(talk.say(line)).isEqualTo("-ERR " + error.replace(';', ','));
    }

    @ParameterizedTest
    @EnumSource(Profile.class)
    void anEnormousSampleWithoutRepetitionsIsAllThereIs(Profile profile) {
        Conversation talk = Conversation.with(profile);
        talk.say("HSET h f v");
        assertThat(talk.say("HRANDFIELD h 9223372036854775807")).isEqualTo("*[$f]");
        assertThat(talk.say("HRANDFIELD nokey -1000000000")).isEqualTo("*[]");
    }
}
