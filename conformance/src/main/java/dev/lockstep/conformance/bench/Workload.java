package dev.lockstep.conformance.bench;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Function;

/**
 * A stream of like commands over many keys.
 *
 * @param prepare commands to run once before, such as loading a script
 * @param command the words of one command, made with a random number
 */
record Workload(
        String name,
        int connections,
        int depth,
        List<List<String>> prepare,
        Function<SplittableRandom, List<String>> command) {

    private static final int KEYS = 10_000;

    /** Refills by the server's clock, takes one token, answers what is left as text. */
    static final String TOKEN_BUCKET =
            """
            local capacity, rate, cost = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
            local time = redis.call('TIME')
            local now = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
            local bucket = redis.call('HMGET', KEYS[1], 'tokens', 'ts')
            local tokens = tonumber(bucket[1]) or capacity
            local ts = tonumber(bucket[2]) or now
            tokens = math.min(capacity, tokens + math.max(0, now - ts) / 1000 * rate)
            local allowed = 0
            if tokens >= cost then
              tokens = tokens - cost
              allowed = 1
            end
            redis.call('HSET', KEYS[1], 'tokens', tokens, 'ts', now)
            redis.call('PEXPIRE', KEYS[1], math.ceil(capacity / rate * 1000) + 1000)
            return {allowed, tostring(tokens)}
            """;

    /** Commands of one kind, with nothing to prepare. */
    static Workload of(
            String name,
            int connections,
            int depth,
            Function<SplittableRandom, List<String>> command) {
        return new Workload(name, connections, depth, List.of(), command);
    }

    /** The plain commands and the token bucket, as often in flight as {@code depth} says. */
    static List<Workload> all(int connections, int depth) {
        return List.of(
                of("SET", connections, depth, r -> List.of("SET", "key:" + key(r), "value-xxx")),
                of("GET", connections, depth, r -> List.of("GET", "key:" + key(r))),
                of("INCR", connections, depth, r -> List.of("INCR", "counter:" + key(r))),
                of(
                        "HSET",
                        connections,
                        depth,
                        r -> List.of("HSET", "hash:" + key(r), "field:" + r.nextInt(10), "v")),
                of(
                        "ZADD",
                        connections,
                        depth,
                        r -> List.of("ZADD", "zset:" + r.nextInt(100), score(r), "m:" + key(r))),
                tokenBucket(connections, depth));
    }

    static Workload tokenBucket(int connections, int depth) {
        String sha = Sha1.hex(TOKEN_BUCKET.getBytes(StandardCharsets.UTF_8));
        return new Workload(
                "EVALSHA token bucket",
                connections,
                depth,
                List.of(List.of("SCRIPT", "LOAD", TOKEN_BUCKET)),
                r -> List.of("EVALSHA", sha, "1", "bucket:" + key(r), "100", "10", "1"));
    }

    private static String key(SplittableRandom random) {
        return Integer.toString(random.nextInt(KEYS));
    }

    private static String score(SplittableRandom random) {
        return Integer.toString(random.nextInt(1_000_000));
    }
}
