package dev.lockstep.conformance.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.conformance.ScriptLibrary;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What a script takes is read from its text. */
class ScriptShapeTest {

    private static ScriptShape ofLibrary(String name) {
        return ScriptShape.of(new ScriptLibrary().text(name));
    }

    private static List<ArgumentRole> roles(ScriptShape shape) {
        return shape.arguments().stream().map(ScriptShape.Argument::role).toList();
    }

    @Test
    void countsKeysAndArgumentsByTheirNumbers() {
        ScriptShape shape = ScriptShape.of("return {KEYS[1], KEYS[3], ARGV[2]}");
        assertThat(shape.keys()).isEqualTo(3);
        assertThat(shape.arguments()).hasSize(2);
        assertThat(shape.moreKeys()).isFalse();
    }

    @Test
    void doesNotCountWhatIsInCommentsAndStrings() {
        ScriptShape shape = ScriptShape.of("-- KEYS[7]\n--[[ ARGV[9] ]] return 'KEYS[4]'");
        assertThat(shape.keys()).isZero();
        assertThat(shape.arguments()).isEmpty();
    }

    @Test
    void seesThatAScriptGoesThroughAll() {
        ScriptShape shape = ScriptShape.of("for i, key in ipairs(KEYS) do end return #ARGV");
        assertThat(shape.moreKeys()).isTrue();
        assertThat(shape.moreArguments()).isTrue();
    }

    @Test
    void takesTheCommentsWordForKeysThatAreWorkedOut() {
        assertThat(ofLibrary("sliding-window-slots").keys()).isEqualTo(2);
    }

    @Test
    void namesArgumentsAsTheScriptDoes() {
        assertThat(roles(ofLibrary("token-bucket")))
                .containsExactly(ArgumentRole.TIME, ArgumentRole.RATE, ArgumentRole.LIMIT);
        assertThat(roles(ofLibrary("token-bucket-retry")))
                .containsExactly(
                        ArgumentRole.LIMIT,
                        ArgumentRole.RATE,
                        ArgumentRole.TIME,
                        ArgumentRole.COST);
    }

    @Test
    void knowsATimeToLiveByTheCommandThatTakesIt() {
        assertThat(roles(ScriptShape.of("redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])")))
                .containsExactly(ArgumentRole.UNKNOWN, ArgumentRole.SPAN);
        assertThat(roles(ofLibrary("lock-acquire")))
                .containsExactly(ArgumentRole.TEXT, ArgumentRole.SPAN);
    }

    @Test
    void readsExplanationsLineByLine() {
        ScriptShape shape =
                ScriptShape.of(
                        "-- ARGV[1]: window in seconds\n-- ARGV[2] = limit\nx(ARGV[1], ARGV[2])");
        assertThat(roles(shape)).containsExactly(ArgumentRole.SPAN, ArgumentRole.LIMIT);
        assertThat(ArgumentRole.inSeconds(shape.arguments().get(0).explanation())).isTrue();
    }

    @Test
    void readsExplanationsThatStandInOneLine() {
        ScriptShape shape =
                ScriptShape.of(
                        "-- KEYS[1] = log, ARGV[1] = now ms, ARGV[2] = window ms, ARGV[3] = limit\n"
                                + "x(KEYS[1], ARGV[1], ARGV[2], ARGV[3])");
        assertThat(roles(shape))
                .containsExactly(ArgumentRole.TIME, ArgumentRole.SPAN, ArgumentRole.LIMIT);
        assertThat(shape.arguments().get(0).explanation()).isEqualTo("now ms");
    }

    @Test
    void aDefaultDoesNotNameWhatItStandsInFor() {
        ScriptShape shape =
                ScriptShape.of(
                        "local held = tonumber(data[2]) or tonumber(ARGV[1])\n"
                                + "local now = tonumber(ARGV[1] or 0)");
        assertThat(shape.arguments().get(0).explanation()).isEqualTo("now");
    }

    @Test
    void survivesScriptsOfAnyLength() {
        String text = "x".repeat(100_000);
        assertThat(ScriptShape.of("local a = '" + text + "' -- ARGV[1] " + text).keys()).isZero();
        String seen = "1.0 [0 lua] \"ECHO\" \"" + text + "\"";
        assertThat(MonitorLine.of(seen).words()).containsExactly("ECHO", text);
        Judge judge = new Judge(true);
        List<String> reply = List.of("[\"" + text + "\", :1]");
        assertThat(judge.agrees(List.of(reply), reply, reply, 1)).isTrue();
    }

    @Test
    void survivesWhatIsNoLua() {
        assertThat(ScriptShape.of("KEYS[ 'un").keys()).isZero();
        assertThat(ScriptShape.of("local a, = = ARGV[1").arguments()).isEmpty();
    }

    @Test
    void aScriptSaysWhatAdviceItDoesNotWant() {
        CheckedScript script =
                new CheckedScript(
                        "s",
                        Path.of("s.lua"),
                        "-- lockstep-check: ignore LC101, LC103 (on purpose)\nreturn 1");
        assertThat(script.ignored()).isEqualTo(Set.of("LC101", "LC103"));
    }
}
