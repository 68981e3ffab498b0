package dev.lockstep.lua.corpus;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.value.Bytes;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Collection;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Scripts whose replies were recorded from the real servers: one result for each row and server.
 * The corpus is a collection of what scripts do; the other file goes through the manual section by
 * section.
 */
class LanguageCorpusTest {

    /** The rows that cannot be compared, and why. */
    private static final Map<String, String> LEFT_OUT =
            Map.of(
                    "err-error-table-noerr", "crashes real servers",
                    "lim-pattern-too-complex", "crashes real servers",
                    "math-random-default", "depends on the scripts that ran before",
                    "lim-constants-str-300000", "Redis's error handler runs inside loadstring",
                    "lim-registers", "the token that is named is another");

    @TestFactory
    Stream<DynamicContainer> corpus() {
        return results("/dev/lockstep/lua/corpus.txt");
    }

    @TestFactory
    Stream<DynamicContainer> manual() {
        return results("/dev/lockstep/lua/manual.txt");
    }

    private static Stream<DynamicContainer> results(String resource) {
        List<CorpusRow> rows = CorpusRow.load(resource);
        return Stream.of(ScriptHost.Server.values())
                .map(
                        server ->
                                DynamicContainer.dynamicContainer(
                                        server.name(), tests(rows, server)));
    }

    private static Collection<DynamicTest> tests(List<CorpusRow> rows, ScriptHost.Server server) {
        return rows.stream()
                .filter(row -> !LEFT_OUT.containsKey(row.id()))
                .map(row -> DynamicTest.dynamicTest(row.id(), () -> check(row, server)))
                .toList();
    }

    private static void check(CorpusRow row, ScriptHost.Server server) {
        ScriptHost host = new ScriptHost(server);
        String reply = host.eval(row.script(), row.keys(), row.args(), sha1(row.script()));
        String expected = row.reply(server);
        if (row.flags().contains("volatile")) {
            assertThat(withoutAddresses(reply)).isEqualTo(withoutAddresses(expected));
        } else {
            assertThat(reply).isEqualTo(expected);
        }
    }

    private static String withoutAddresses(String text) {
        return text.replaceAll("0x[0-9a-f]+", "0x?");
    }

    private static String sha1(Bytes script) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-1").digest(script.toByteArray());
            return HexFormat.of().formatHex(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
