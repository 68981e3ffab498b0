package dev.lockstep.commands.sortedset;

import static dev.lockstep.command.CommandSpec.command;
import static dev.lockstep.command.Flag.DENYOOM;
import static dev.lockstep.command.Flag.FAST;
import static dev.lockstep.command.Flag.RANDOM;
import static dev.lockstep.command.Flag.READONLY;
import static dev.lockstep.command.Flag.WRITE;
import static dev.lockstep.command.KeySpec.Access.ACCESS;
import static dev.lockstep.command.KeySpec.Access.DELETE;
import static dev.lockstep.command.KeySpec.Access.RO;
import static dev.lockstep.command.KeySpec.Access.RW;
import static dev.lockstep.command.KeySpec.Access.UPDATE;
import static dev.lockstep.command.KeySpec.at;
import static dev.lockstep.command.KeySpec.counted;

import dev.lockstep.command.Args;
import dev.lockstep.command.CommandContext;
import dev.lockstep.command.CommandException;
import dev.lockstep.command.CommandSpec;
import dev.lockstep.command.ErrorKind;
import dev.lockstep.command.FirstOf;
import dev.lockstep.command.Flag;
import dev.lockstep.command.Group;
import dev.lockstep.command.Handler;
import dev.lockstep.command.KeySpec;
import dev.lockstep.command.KeyWait;
import dev.lockstep.command.RandomSample;
import dev.lockstep.command.ScanRequest;
import dev.lockstep.keyspace.KeyEvent;
import dev.lockstep.keyspace.PackedLimits;
import dev.lockstep.keyspace.ScoredMember;
import dev.lockstep.keyspace.SortedSetValue;
import dev.lockstep.keyspace.Value;
import dev.lockstep.profile.Feature;
import dev.lockstep.profile.Range;
import dev.lockstep.reply.Reply;
import dev.lockstep.value.Bytes;
import dev.lockstep.value.DoubleText;
import dev.lockstep.value.Doubles;
import dev.lockstep.value.Numbers;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** ZADD and all that works on single members of a sorted set. */
public final class SortedSetCommands {

    private static final Range SINCE_WITHSCORE = Range.since("7.2");

    /** Integers up to this are kept as integers by a packed set. */
    private static final double MAX_PACKED_INTEGER = 0x1p62;

    private static final KeySpec READ = at(1).access(RO, ACCESS);
    private static final KeySpec CHANGE = at(1).access(RW, ACCESS, UPDATE);
    private static final KeySpec POP = at(1).access(RW, ACCESS, DELETE);

    public static final List<CommandSpec> ROWS =
            List.of(
                    row("ZADD", -4, SortedSetCommands::zadd, WRITE, DENYOOM, FAST)
                            .keys(at(1).access(RW, UPDATE)),
                    row("ZCARD", 2, SortedSetCommands::zcard, READONLY, FAST)
                            .keys(at(1).access(RO)),
                    row("ZINCRBY", 4, SortedSetCommands::zincrby, WRITE, DENYOOM, FAST)
                            .keys(CHANGE),
                    row("ZMPOP", -4, SortedSetCommands::zmpop, WRITE)
                            .since("7.0.0")
                            .keys(counted(1).access(RW, ACCESS, DELETE)),
                    row("ZMSCORE", -3, SortedSetCommands::zmscore, READONLY, FAST)
                            .since("6.2.0")
                            .keys(READ),
                    row("ZPOPMAX", -2, SortedSetCommands::zpopmax, WRITE, FAST)
                            .since("5.0.0")
                            .keys(POP),
                    row("ZPOPMIN", -2, SortedSetCommands::zpopmin, WRITE, FAST)
                            .since("5.0.0")
                            .keys(POP),
                    random("ZRANDMEMBER", -2, SortedSetCommands::zrandmember).since("6.2.0"),
                    row("ZRANK", 3, SortedSetCommands::zrank, READONLY, FAST)
                            .since("2.0.0")
                            .keys(READ)
                            .in(SINCE_WITHSCORE, row -> row.arity(-3)),
                    row("ZREM", -3, SortedSetCommands::zrem, WRITE, FAST)
                            .keys(at(1).access(RW, DELETE)),
                    row("ZREVRANK", 3, SortedSetCommands::zrevrank, READONLY, FAST)
                            .since("2.0.0")
                            .keys(READ)
                            .in(SINCE_WITHSCORE, row -> row.arity(-3)),
                    random("ZSCAN", -3, SortedSetCommands::zscan).since("2.8.0"),
                    row("ZSCORE", 3, SortedSetCommands::zscore, READONLY, FAST).keys(READ));

    private SortedSetCommands() {}

    static CommandSpec row(String name, int arity, Handler handler, Flag... flags) {
        return command(name, arity)
                .group(Group.SORTED_SET)
                .since("1.2.0")
                .flags(flags)
                .runs(handler);
    }

    private static CommandSpec random(String name, int arity, Handler handler) {
        return row(name, arity, handler, READONLY)
                .keys(READ)
                .tips("nondeterministic_output")
                .in(Range.before("7.0"), row -> row.flags(READONLY, RANDOM));
    }

    static @Nullable SortedSetValue read(CommandContext ctx, Bytes key) {
        return ctx.db().read(key, SortedSetValue.class);
    }

    static @Nullable SortedSetValue write(CommandContext ctx, Bytes key) {
        return ctx.db().write(key, SortedSetValue.class);
    }

    static PackedLimits limits(CommandContext ctx) {
        return ctx.server().collectionLimits().sortedSet();
    }

    /**
     * So many members have gone from {@code set}: says so, and deletes the key when none is left.
     */
    static void removed(
            CommandContext ctx, Bytes key, SortedSetValue set, int count, String event) {
        ctx.shrunk(KeyEvent.ZSET, event, key, set.isEmpty(), count);
    }

    private static Reply score(double score) {
        return new Reply.Dbl(score);
    }

    /** {@code members}, each with its score, or just the members. */
    static Reply reply(List<ScoredMember> members, boolean withScores) {
        List<Reply> elements = new ArrayList<>(members.size() * (withScores ? 2 : 1));
        for (ScoredMember member : members) {
            elements.add(Reply.bulk(member.member()));
            if (withScores) {
                elements.add(score(member.score()));
            }
        }
        return withScores ? new Reply.Pairs(elements) : Reply.array(elements);
    }

    /**
     * {@code ZADD key [NX | XX] [GT | LT] [CH] [INCR] score member [score member ...]}. All scores
     * are read before the key is looked at.
     */
    private static Reply zadd(CommandContext ctx, Args args) {
        return add(ctx, args, false);
    }

    /** {@code ZINCRBY key increment member}: ZADD with INCR. */
    private static Reply zincrby(CommandContext ctx, Args args) {
        return add(ctx, args, true);
    }

    private static Reply add(CommandContext ctx, Args args, boolean increments) {
        Bytes key = args.next();
        AddOptions options = AddOptions.parse(args, increments);
        Bytes[] argv = args.argv();
        int first = argv.length - args.remaining();
        double[] scores = new double[args.remaining() / 2];
        for (int i = 0; i < scores.length; i++) {
            scores[i] = DoubleText.parse(argv[first + 2 * i]);
            if (Double.isNaN(scores[i])) {
                throw new CommandException(ErrorKind.NOT_FLOAT);
            }
        }
        SortedSetValue set = write(ctx, key);
        if (set == null) {
            if (options.onlyPresent()) {
                return options.increment() ? Reply.NIL : Reply.ZERO;
            }
            set = new SortedSetValue(ctx.profile());
            ctx.db().put(key, set);
        }
        unpackBeforehand(ctx, set, argv, first);
        return options.increment()
                ? increment(ctx, key, set, scores[0], argv[first + 1], options)
                : addAll(ctx, key, set, scores, argv, first, options);
    }

    private static void unpackBeforehand(
            CommandContext ctx, SortedSetValue set, Bytes[] argv, int first) {
        if (!set.isPacked()) {
            return;
        }
        PackedLimits limits = limits(ctx);
        if (ctx.has(Feature.PACKED_SIZE_HINT) && (argv.length - first) / 2 > limits.entries()) {
            set.unpack();
        }
        if (ctx.has(Feature.PACKED_LENGTH_HINT)) {
            for (int i = first + 1; i < argv.length; i += 2) {
                if (!limits.admits(argv[i])) {
                    set.unpack();
                }
            }
        }
    }

    private static Reply addAll(
            CommandContext ctx,
            Bytes key,
            SortedSetValue set,
            double[] scores,
            Bytes[] argv,
            int first,
            AddOptions options) {
        PackedLimits limits = limits(ctx);
        int added = 0;
        int changed = 0;
        for (int i = 0; i < scores.length; i++) {
            Bytes name = argv[first + 2 * i + 1];
            ScoredMember member = set.find(name);
            if (member == null) {
                if (!options.onlyPresent()) {
                    set.add(name, scores[i], limits);
                    added++;
                }
            } else if (!options.onlyNew()
                    && scores[i] != member.score()
                    && options.allow(scores[i], member.score())) {
                set.setScore(member, scores[i]);
                changed++;
            }
        }
        if (added + changed > 0) {
            ctx.modified(KeyEvent.ZSET, "zadd", key, added + changed);
        }
        return Reply.of(options.countChanged() ? added + changed : added);
    }

    private static Reply increment(
            CommandContext ctx,
            Bytes key,
            SortedSetValue set,
            double increment,
            Bytes name,
            AddOptions options) {
        ScoredMember member = set.find(name);
        if (member == null) {
            if (options.onlyPresent()) {
                return Reply.NIL;
            }
            set.add(name, increment, limits(ctx));
            ctx.modified(KeyEvent.ZSET, "zincr", key);
            return score(increment);
        }
        if (options.onlyNew()) {
            return Reply.NIL;
        }
        double sum = member.score() + increment;
        if (Double.isNaN(sum)) {
            throw new CommandException(ErrorKind.SCORE_NOT_A_NUMBER);
        }
        if (!options.allow(sum, member.score())) {
            return Reply.NIL;
        }
        if (sum != member.score()) {
            set.setScore(member, sum);
            ctx.modified(KeyEvent.ZSET, "zincr", key);
        }
        return score(sum);
    }

    /** {@code ZREM key member [member ...]}. */
    private static Reply zrem(CommandContext ctx, Args args) {
        Bytes key = args.next();
        SortedSetValue set = write(ctx, key);
        if (set == null) {
            return Reply.ZERO;
        }
        int removed = 0;
        while (args.hasNext()) {
            if (set.remove(args.next()) != null) {
                removed++;
            }
        }
        if (removed > 0) {
            removed(ctx, key, set, removed, "zrem");
        }
        return Reply.of(removed);
    }

    /** {@code ZCARD key}. */
    private static Reply zcard(CommandContext ctx, Args args) {
        SortedSetValue set = read(ctx, args.next());
        return Reply.of(set == null ? 0 : set.size());
    }

    /** {@code ZSCORE key member}. */
    private static Reply zscore(CommandContext ctx, Args args) {
        return scoreOf(read(ctx, args.next()), args.next());
    }

    /** {@code ZMSCORE key member [member ...]}. */
    private static Reply zmscore(CommandContext ctx, Args args) {
        SortedSetValue set = read(ctx, args.next());
        List<Reply> scores = new ArrayList<>(args.remaining());
        while (args.hasNext()) {
            scores.add(scoreOf(set, args.next()));
        }
        return Reply.array(scores);
    }

    private static Reply scoreOf(@Nullable SortedSetValue set, Bytes name) {
        ScoredMember member = set == null ? null : set.find(name);
        return member == null ? Reply.NIL : score(member.score());
    }

    /** {@code ZRANK key member [WITHSCORE]}. */
    private static Reply zrank(CommandContext ctx, Args args) {
        return rank(ctx, args, "zrank", false);
    }

    /** {@code ZREVRANK key member [WITHSCORE]}. */
    private static Reply zrevrank(CommandContext ctx, Args args) {
        return rank(ctx, args, "zrevrank", true);
    }

    private static Reply rank(CommandContext ctx, Args args, String command, boolean reverse) {
        Bytes key = args.next();
        Bytes name = args.next();
        if (args.remaining() > 1) {
            throw new CommandException(ErrorKind.WRONG_ARITY, command);
        }
        boolean withScore = args.skip("WITHSCORE");
        args.end();
        SortedSetValue set = read(ctx, key);
        ScoredMember member = set == null ? null : set.find(name);
        if (set == null || member == null) {
            return withScore ? Reply.NIL_ARRAY : Reply.NIL;
        }
        int rank = set.rank(member);
        Reply place = Reply.of(reverse ? set.size() - 1 - rank : rank);
        return withScore ? Reply.array(place, score(member.score())) : place;
    }

    /** {@code ZPOPMIN key [count]}. */
    private static Reply zpopmin(CommandContext ctx, Args args) {
        return popOne(ctx, args, false);
    }

    /** {@code ZPOPMAX key [count]}. */
    private static Reply zpopmax(CommandContext ctx, Args args) {
        return popOne(ctx, args, true);
    }

    private static Reply popOne(CommandContext ctx, Args args, boolean max) {
        Bytes key = args.next();
        if (args.remaining() > 1) {
            throw new CommandException(ErrorKind.SYNTAX);
        }
        boolean counted = args.hasNext();
        long count = 1;
        if (counted && ctx.has(Feature.POP_COUNT_CHECK)) {
            count = args.nextCount();
        } else if (counted) {
            count = args.nextLong();
            if (count <= 0) {
                return Reply.EMPTY_ARRAY; // whatever the key is
            }
        }
        SortedSetValue set = write(ctx, key);
        if (set == null || count == 0) {
            return Reply.EMPTY_ARRAY;
        }
        List<Reply> elements = pop(ctx, key, set, count, max);
        return counted ? new Reply.Pairs(elements) : Reply.array(elements);
    }

    /** Takes members out, and returns them and their scores in turn. */
    static List<Reply> pop(
            CommandContext ctx, Bytes key, SortedSetValue set, long count, boolean max) {
        List<Reply> elements = new ArrayList<>();
        for (long left = count; left > 0; left--) {
            ScoredMember member = max ? set.last() : set.first();
            if (member == null) {
                break;
            }
            set.remove(member.member());
            elements.add(Reply.bulk(member.member()));
            elements.add(score(member.score()));
        }
        removed(ctx, key, set, elements.size() / 2, max ? "zpopmax" : "zpopmin");
        return elements;
    }

    /** {@code ZMPOP numkeys key [key ...] MIN | MAX [COUNT count]}. */
    private static Reply zmpop(CommandContext ctx, Args args) {
        return multiPop(args).atOnce(ctx);
    }

    /** Reads {@code numkeys key [key ...] MIN | MAX [COUNT count]}. */
    static KeyWait multiPop(Args args) {
        List<Bytes> keys = args.countedKeys();
        boolean max = args.skip("MAX");
        if (!max && !args.skip("MIN")) {
            throw new CommandException(ErrorKind.SYNTAX);
        }
        long count = args.countOption();
        args.end();
        return new FirstOf(keys, Value.Type.ZSET, (ctx, key) -> keyAndPopped(ctx, key, count, max));
    }

    /** Members and scores come as arrays of two, whatever the protocol. */
    private static @Nullable Reply keyAndPopped(
            CommandContext ctx, Bytes key, long count, boolean max) {
        SortedSetValue set = write(ctx, key);
        if (set == null) {
            return null;
        }
        List<Reply> popped = pop(ctx, key, set, count, max);
        List<Reply> pairs = new ArrayList<>(popped.size() / 2);
        for (int i = 0; i < popped.size(); i += 2) {
            pairs.add(Reply.array(popped.get(i), popped.get(i + 1)));
        }
        return Reply.array(Reply.bulk(key), Reply.array(pairs));
    }

    /**
     * {@code ZRANDMEMBER key [count [WITHSCORES]]}. All members come highest score first; some of a
     * packed set, lowest first.
     */
    private static Reply zrandmember(CommandContext ctx, Args args) {
        Bytes key = args.next();
        if (!args.hasNext()) {
            SortedSetValue set = read(ctx, key);
            return set == null ? Reply.NIL : Reply.bulk(set.random(ctx.random()).member());
        }
        RandomSample sample = RandomSample.parse(args, "WITHSCORES");
        SortedSetValue set = read(ctx, key);
        if (set == null || sample.count() == 0) {
            return Reply.EMPTY_ARRAY;
        }
        List<ScoredMember> drawn =
                sample.draw(
                        set.ascending(), set.size(), () -> set.random(ctx.random()), ctx.random());
        if (sample.count() >= set.size()) {
            Collections.reverse(drawn);
        }
        return reply(drawn, sample.withSeconds());
    }

    /**
     * {@code ZSCAN key cursor [MATCH pattern] [COUNT count] [NOSCORES]}. A packed set is returned
     * at once.
     */
    private static Reply zscan(CommandContext ctx, Args args) {
        Bytes key = args.next();
        long cursor = ScanRequest.cursor(ctx, args.next());
        SortedSetValue set = read(ctx, key);
        if (set == null) {
            return ScanRequest.NOTHING;
        }
        ScanRequest request = ScanRequest.parse(ctx, args, Value.Type.ZSET);
        List<Reply> found = new ArrayList<>();
        if (set.isPacked()) {
            for (ScoredMember member : set.ascending()) {
                add(found, request, member, packedText(ctx, member.score()));
            }
            return ScanRequest.reply(0, found);
        }
        long next =
                request.<ScoredMember>scan(
                        cursor,
                        set::scan,
                        (name, member) -> add(found, request, member, plainText(member.score())));
        return ScanRequest.reply(next, found);
    }

    private static Bytes plainText(double score) {
        return Bytes.of(Doubles.precise(score));
    }

    private static void add(
            List<Reply> found, ScanRequest request, ScoredMember member, Bytes score) {
        if (request.wants(member.member())) {
            found.add(Reply.bulk(member.member()));
            if (!request.bare()) {
                found.add(Reply.bulk(score));
            }
        }
    }

    /** The text under which a packed set keeps {@code score}. */
    private static Bytes packedText(CommandContext ctx, double score) {
        boolean integer = score == (long) score && Math.abs(score) <= MAX_PACKED_INTEGER;
        if (integer && ctx.has(Feature.LISTPACK)) {
            return Numbers.text((long) score);
        }
        return Bytes.of(
                ctx.has(Feature.SHORTEST_DOUBLES)
                        ? Doubles.shortest(score)
                        : Doubles.precise(score));
    }
}
