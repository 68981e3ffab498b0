package dev.lockstep.value;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GlobTest {

    private static boolean matches(String pattern, String text) {
        return Glob.of(Bytes.latin1(pattern)).matches(Bytes.latin1(text));
    }

    @ParameterizedTest
    @CsvSource({
        "*,x,true",
        "**,x,true",
        "a*c,abbc,true",
        "a*c,abb,false",
        "?,x,true",
        "?,xy,false",
        "h[ae]llo,hallo,true",
        "h[ae]llo,hillo,false",
        "h[^e]llo,hallo,true",
        "h[^e]llo,hello,false",
        "[a-c],b,true",
        "[c-a],b,true",
        "[a-],-,false",
        "[a-],^,true",
        "[abc,b,true",
        "[^,x,true",
        "[,x,false",
        "[],x,false",
        "\\*,*,true",
        "\\*,x,false",
        "a\\,a\\,true",
        "[\\]],],true",
        "*a*b*,xxaxxbxx,true"
    })
    void patternsMeanWhatTheyMeanToRedis(String pattern, String text, boolean expected) {
        assertThat(matches(pattern, text)).isEqualTo(expected);
    }

    @Test
    void theEmptyTextMatchesOnlyTheEmptyPattern() {
        assertThat(matches("", "")).isTrue();
        assertThat(matches("*", "")).isFalse();
        assertThat(matches("", "x")).isFalse();
    }

    @Test
    void rangesCountHighBytesAsNegative() {
        assertThat(matches("[\u00e0-\u00ff]", "\u00e1")).isTrue();
        assertThat(matches("[\u0000-\u00ff]", "a")).isFalse();
        assertThat(matches("[\u00e0-b]", "a")).isTrue();
    }

    @Test
    void caseCanBeIgnored() {
        assertThat(Glob.caseless(Bytes.of("MAX[A-C]*")).matches(Bytes.of("maxbmemory"))).isTrue();
    }

    @Test
    void manyStarsTakeNoExponentialTime() {
        String text = "a".repeat(5000);
        boolean found =
                Assertions.assertTimeoutPreemptively(
                        Duration.ofSeconds(20), () -> matches("a*".repeat(500) + "b", text));
        assertThat(found).isFalse();
    }
}
