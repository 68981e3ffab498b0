package dev.lockstep.lua.corpus;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.lua.LuaEngine;
import dev.lockstep.lua.ScriptServers;
import dev.lockstep.profile.Profile;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * How much of the corpus LuaJ answers as the real servers do: its differences are listed where
 * deviations are, and must not become more.
 */
class LuajCorpusTest {

    /** Rows that LuaJ takes minutes for, or never ends. */
    private static final Set<String> ENDLESS =
            Set.of(
                    "coro-many",
                    "err-stack-overflow-pcall-nest",
                    "err-tail-recursion",
                    "lim-constants-70000",
                    "lim-pattern-long-lazy");

    @ParameterizedTest
    @CsvSource({"REDIS_6_2, 356", "REDIS_7_0, 363", "REDIS_8_0, 361", "VALKEY_8_0, 355"})
    void luajAnswersTwoThirdsOfItAsTheRealServersDo(Profile profile, int least) {
        long equal =
                CorpusRow.load("corpus.txt").stream()
                        .filter(row -> row.notEqual() == null)
                        .filter(row -> !ENDLESS.contains(row.id()))
                        .filter(row -> isEqual(row, profile))
                        .count();
        assertThat(equal).isGreaterThanOrEqualTo(least);
    }

    private static boolean isEqual(CorpusRow row, Profile profile) {
        CorpusRow.Outcome outcome = row.runOn(ScriptServers.create(profile, LuaEngine.LUAJ));
        return outcome.replies().equals(outcome.recorded());
    }
}
