package dev.lockstep.conformance.bench;

import dev.lockstep.conformance.ScriptLibrary;
import java.util.List;

/**
 * A script that keeps the server busy from within: what its loop costs is the engine's and that of
 * the commands it calls, not the connection's.
 *
 * @param source an EVAL that runs for some milliseconds
 */
record ScriptWorkload(String name, String source) {

    /** A moment in milliseconds, from which each round of a loop takes one further. */
    private static final String NOW = "1700000000000";

    /** Loops that call no command. */
    static List<ScriptWorkload> loops() {
        return List.of(
                loop("1e6 additions", "local x = 0 for i = 1, 1000000 do x = x + i end return x"),
                loop(
                        "fib(24)",
                        """
                        local function fib(n)
                          if n < 2 then return n end
                          return fib(n - 1) + fib(n - 2)
                        end
                        return fib(24)
                        """),
                loop(
                        "200k float operations",
                        "local x = 0.5 for i = 1, 200000 do x = x * 1.0000001 + 0.1 end return x"),
                loop(
                        "200k float, division",
                        "local x = 0.5 for i = 1, 200000 do x = (x + i / 3) * 0.5 end return x"),
                loop(
                        "200k float, remainder",
                        "local x = 0.5 for i = 1, 200000 do x = (x + i * 0.7) % 1013 end return x"),
                loop(
                        "200k float, functions",
                        """
                        local x = 0.5
                        for i = 1, 200000 do x = math.floor(x * 1.7) + math.sqrt(i) end
                        return x
                        """),
                loop(
                        "200k float, branches",
                        """
                        local x, y = 0.5, 0
                        for i = 1, 200000 do
                          x = x * 1.01 + 0.1
                          if x > 1000 then x = x - 999.5 y = y + 1 end
                        end
                        return y
                        """),
                loop(
                        "sieve to 20000",
                        """
                        local sieve, count = {}, 0
                        for i = 2, 20000 do sieve[i] = true end
                        for i = 2, 20000 do
                          if sieve[i] then
                            count = count + 1
                            for j = i * i, 20000, i do sieve[j] = false end
                          end
                        end
                        return count
                        """),
                loop(
                        "10k strings, joined",
                        """
                        local parts = {}
                        for i = 1, 10000 do parts[i] = 'k' .. i end
                        return #table.concat(parts, ',')
                        """),
                loop(
                        "table of 100 fields, 100 times",
                        """
                        local sum = 0
                        for i = 1, 100 do
                          local fields = {}
                          for j = 1, 100 do fields['f' .. j] = j end
                          for _, value in pairs(fields) do sum = sum + value end
                        end
                        return sum
                        """));
    }

    /** The limiters and locks of the scripts of this module, thousands of calls each. */
    static List<ScriptWorkload> limiters() {
        return List.of(
                repeated("redis.call('PING')", 20_000, "redis.call('PING')", "", ""),
                limiter("fixed-window", 5_000, "'window' .. i % 50", "'60000'"),
                limiter("sliding-window-log", 2_000, "'log' .. i % 50", "now, '1000', '100'"),
                limiter(
                        "sliding-window-weighted",
                        2_000,
                        "'before' .. i % 50, 'current' .. i % 50",
                        "'' .. (1700000000 + i % 60), '60', '100', '1', '28333333'"),
                limiter("sliding-window-slots", 2_000, "'{s}0', '{s}1'", "'1000', '100000'"),
                limiter("token-bucket", 2_000, "'bucket' .. i % 50", "now, '10', '20'"),
                limiter("token-bucket-retry", 2_000, "'retry' .. i % 50", "'20', '10', now, '1'"),
                limiter("token-bucket-server-clock", 2_000, "'clock' .. i % 50", "'20', '10', '1'"),
                limiter("leaky-bucket", 2_000, "'leak' .. i % 50", "now, '100', '10'"),
                limiter("gcra", 2_000, "'gcra' .. i % 50", "'15', '30', '60', '1'"),
                limiter("idempotent-debit", 2_000, "'money', 'id' .. i % 50", "'1', '60000'"),
                limiter("lock-acquire", 5_000, "'lock' .. i % 50", "'token', '30000'"),
                limiter("lock-release", 5_000, "'lock' .. i % 50", "'other'"),
                limiter("fencing-token", 5_000, "'fence' .. i % 50, 'numbers'", "'30000'"));
    }

    private static ScriptWorkload loop(String name, String source) {
        return new ScriptWorkload(name, source);
    }

    private static ScriptWorkload limiter(String name, int times, String keys, String arguments) {
        return repeated(name, times, new ScriptLibrary().text(name), keys, arguments);
    }

    /** {@code body} as a function of KEYS and ARGV, called with fresh ones in every round. */
    private static ScriptWorkload repeated(
            String name, int times, String body, String keys, String arguments) {
        return new ScriptWorkload(
                name,
                String.join(
                        "\n",
                        "local function script(KEYS, ARGV)",
                        body,
                        "end",
                        "for i = 1, " + times + " do",
                        "  local now = '' .. (" + NOW + " + i)",
                        "  script({ " + keys + " }, { " + arguments + " })",
                        "end",
                        "return 1"));
    }
}
