package dev.lockstep.command;

import dev.lockstep.keyspace.Dict;
import dev.lockstep.keyspace.Value;
import dev.lockstep.profile.Feature;
import dev.lockstep.reply.Reply;
import dev.lockstep.value.Bytes;
import dev.lockstep.value.Glob;
import dev.lockstep.value.ScanCursor;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What stands behind the cursor of HSCAN, SSCAN and ZSCAN.
 *
 * @param count about how many elements to visit
 * @param pattern what elements must match, or null
 * @param bare whether the values of a hash, or the scores of a sorted set, are left out
 */
public record ScanRequest(long count, @Nullable Glob pattern, boolean bare) {

    /** The reply about a key that does not exist. */
    public static final Reply NOTHING = reply(0, List.of());

    private static final long DEFAULT_COUNT = 10;

    /** A scan gives up after this many times count steps, however little it has found. */
    private static final long EMPTY_STEPS_FACTOR = 10;

    /**
     * Reads {@code [MATCH pattern] [COUNT count] [NOVALUES|NOSCORES]} for a collection of {@code
     * type}.
     */
    public static ScanRequest parse(CommandContext ctx, Args args, Value.Type type) {
        long count = DEFAULT_COUNT;
        Glob pattern = null;
        boolean bare = false;
        while (args.hasNext()) {
            if (args.remaining() >= 2 && args.skip("COUNT")) {
                count = args.nextLong();
                if (count < 1) {
                    throw new CommandException(ErrorKind.SYNTAX);
                }
            } else if (args.remaining() >= 2 && args.skip("MATCH")) {
                pattern = Glob.of(args.next());
            } else if (skipsBare(ctx, args, type)) {
                bare = true;
            } else {
                throw new CommandException(ErrorKind.SYNTAX);
            }
        }
        return new ScanRequest(count, pattern, bare);
    }

    /**
     * Reads a word that asks for elements without what belongs to them, if it comes next.
     *
     * @param type of what is scanned, or null when that is a database
     */
    public static boolean skipsBare(CommandContext ctx, Args args, Value.@Nullable Type type) {
        if (ctx.has(Feature.SCAN_NOVALUES) && args.skip("NOVALUES")) {
            if (type != Value.Type.HASH) {
                throw new CommandException(ErrorKind.NOVALUES_ONLY_IN_HSCAN);
            }
            return true;
        }
        if (ctx.has(Feature.SCAN_NOSCORES) && args.skip("NOSCORES")) {
            if (type != Value.Type.ZSET) {
                throw new CommandException(ErrorKind.NOSCORES_ONLY_IN_ZSCAN);
            }
            return true;
        }
        return false;
    }

    /** The reply with {@code found} and the cursor to go on with. */
    public static Reply reply(long nextCursor, List<Reply> found) {
        return Reply.array(Reply.bulk(Long.toUnsignedString(nextCursor)), Reply.array(found));
    }

    /** Whether {@code element} is to be returned. */
    public boolean wants(Bytes element) {
        return pattern == null || pattern.isEverything() || pattern.matches(element);
    }

    /** One step of a scan, as {@link Dict#scan}. */
    @FunctionalInterface
    public interface Step<V> {
        long scan(long cursor, Dict.Visitor<V> visitor);
    }

    /**
     * Steps on from {@code cursor} until about {@link #count} elements have been visited, and
     * returns the cursor to go on with.
     */
    public <V> long scan(long cursor, Step<V> step, Dict.Visitor<V> visitor) {
        long[] visited = {0};
        long steps = 0;
        long next = cursor;
        do {
            next =
                    step.scan(
                            next,
                            (key, value) -> {
                                visited[0]++;
                                visitor.visit(key, value);
                            });
            steps++;
        } while (next != 0 && visited[0] < count && steps / EMPTY_STEPS_FACTOR < count);
        return next;
    }

    /** {@code text} as a cursor. */
    public static long cursor(CommandContext ctx, Bytes text) {
        Long cursor = ScanCursor.parse(text, ctx.has(Feature.UNSIGNED_CURSOR));
        if (cursor == null) {
            throw new CommandException(ErrorKind.INVALID_CURSOR);
        }
        return cursor;
    }
}
