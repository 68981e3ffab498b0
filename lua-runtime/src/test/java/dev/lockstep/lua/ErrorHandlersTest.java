package dev.lockstep.lua;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.profile.Profile;
import dev.lockstep.reply.Reply;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Handlers of {@code xpcall} that fail themselves: how often real servers call them. */
class ErrorHandlersTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    n = n + 1 if n < 5 then error(n) end return e .. '!' | user_script:1: 4! 5
                    n = n + 1 error('again')                             | error in error handling 221
                    n = n + 1 return 'handled'                           | handled 1
                    """)
    void aHandlerThatFailsIsCalledForItsOwnErrorToo(String handler, String outcome) {
        String script =
                "local n = 0 local ok, e = xpcall(function() error('x') end, function(e) "
                        + handler
                        + " end) return e .. ' ' .. n";
        assertThat(eval(script)).isEqualTo(Reply.bulk(outcome));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"5", "nil", "{}", "setmetatable({}, {__call = function() return 1 end})"})
    void whatIsNoFunctionHandlesNothing(String handler) {
        String script = "return select(2, xpcall(function() error('x') end, " + handler + "))";
        assertThat(eval(script)).isEqualTo(Reply.bulk("error in error handling"));
    }

    private static Reply eval(String script) {
        return ScriptServers.create(Profile.REDIS_7_0).run("EVAL", script, "0");
    }
}
