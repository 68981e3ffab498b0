package dev.lockstep.commands.server;

import static dev.lockstep.command.CommandSpec.command;
import static dev.lockstep.command.Flag.ADMIN;
import static dev.lockstep.command.Flag.LOADING;
import static dev.lockstep.command.Flag.NOSCRIPT;
import static dev.lockstep.command.Flag.STALE;

import dev.lockstep.command.Args;
import dev.lockstep.command.Client;
import dev.lockstep.command.CommandContext;
import dev.lockstep.command.CommandException;
import dev.lockstep.command.CommandSpec;
import dev.lockstep.command.ErrorKind;
import dev.lockstep.command.Group;
import dev.lockstep.command.Handler;
import dev.lockstep.command.LogLevel;
import dev.lockstep.command.config.MemorySize;
import dev.lockstep.profile.Range;
import dev.lockstep.reply.Reply;
import dev.lockstep.value.Bytes;
import dev.lockstep.value.Glob;
import java.util.List;
import java.util.Locale;
import java.util.random.RandomGenerator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * DEBUG, as far as a server has use for it that has neither files nor replicas. Real servers since
 * 7.0 refuse it unless a setting allows it; here it is always allowed, as a server that only tests
 * talk to is for just that. What crashes a real server ends this one as SHUTDOWN does.
 */
final class DebugCommands {

    static final CommandSpec DEBUG =
            command("DEBUG", -2)
                    .group(Group.SERVER)
                    .flags(ADMIN, NOSCRIPT, LOADING, STALE)
                    .runs(DebugCommands::debug);

    /**
     * A subcommand with its number of arguments. They have no rows: real servers know of none, and
     * say of a wrong number what they say of a wrong name.
     */
    private record Subcommand(String name, Range range, int min, int max, Handler handler) {

        boolean accepts(CommandContext ctx, Bytes word, int count) {
            return count >= min
                    && count <= max
                    && word.equalsIgnoreCase(name)
                    && ctx.profile().in(range);
        }
    }

    private static final int ANY = Integer.MAX_VALUE;
    private static final Range SINCE_7 = Range.since("7.0");
    private static final Range SINCE_7_2 = Range.since("7.2");
    private static final Range REDIS_8 = Range.REDIS.from("8.0");

    private static final List<Subcommand> SUBCOMMANDS =
            List.of(
                    of("AOF-FLUSH-SLEEP", 1, DebugCommands::nothing),
                    of("ASSERT", 0, ANY, DebugCommands::crash),
                    of("CHANGE-REPL-ID", 0, DebugCommands::changeReplicationId),
                    in(SINCE_7, "CLIENT-EVICTION", 0, 0, DebugCommands::clientEviction),
                    in(
                            Range.VALKEY,
                            "CLOSE-CLUSTER-LINK-ON-PACKET-DROP",
                            1,
                            1,
                            DebugCommands::nothing),
                    in(SINCE_7, "CLUSTERLINK", 0, 0, DebugCommands::crash),
                    in(SINCE_7, "CLUSTERLINK", 3, 3, DebugCommands::clusterLink),
                    of("CONFIG-REWRITE-FORCE-ALL", 0, DebugCommands::rewriteConfig),
                    of("CRASH-AND-RECOVER", 0, 1, DebugData::crashAndRecover),
                    in(Range.VALKEY, "DELAY-RDB-CLIENT-FREE-SECONDS", 1, 1, DebugCommands::nothing),
                    in(SINCE_7_2, "DICT-RESIZING", 1, 1, DebugCommands::nothing),
                    of("DIGEST", 0, DebugData::digest),
                    of("DIGEST-VALUE", 0, ANY, DebugData::digestValue),
                    in(
                            SINCE_7,
                            "DROP-CLUSTER-PACKET-FILTER",
                            1,
                            1,
                            DebugCommands::numberForNothing),
                    of("ERROR", 1, DebugCommands::error),
                    of("HELP", 0, (ctx, args) -> DebugHelp.TEXT.reply(ctx.profile())),
                    in(Range.before("7.2"), "HTSTATS", 1, 1, DebugTables::ofDatabase),
                    in(SINCE_7_2, "HTSTATS", 1, ANY, DebugTables::ofDatabase),
                    in(Range.before("7.2"), "HTSTATS-KEY", 1, 1, DebugTables::ofKey),
                    in(SINCE_7_2, "HTSTATS-KEY", 1, ANY, DebugTables::ofKey),
                    in(REDIS_8, "INTERNAL_SECRET", 0, 0, DebugCommands::internalSecret),
                    of("LEAK", 1, DebugCommands::nothing),
                    in(SINCE_7, "LISTPACK", 1, 1, DebugObjects::listpack),
                    of("LOADAOF", 0, ANY, DebugData::loadAof),
                    of("LOG", 1, DebugCommands::log),
                    in(
                            Range.before("7.0"),
                            "LUA-ALWAYS-REPLICATE-COMMANDS",
                            1,
                            1,
                            DebugCommands::nothing),
                    of("MALLCTL", 1, ANY, DebugCommands::mallctl),
                    of("MALLCTL-STR", 1, ANY, DebugCommands::mallctlStr),
                    in(REDIS_8, "MARK-INTERNAL-CLIENT", 0, 1, DebugCommands::markInternalClient),
                    of("OBJECT", 1, DebugObjects::object),
                    in(Range.VALKEY, "OBJECT", 2, 2, DebugObjects::object),
                    of("OOM", 0, ANY, DebugCommands::crash),
                    of("PANIC", 0, ANY, DebugCommands::crash),
                    in(Range.VALKEY, "PAUSE-AFTER-FORK", 1, 1, DebugCommands::nothing),
                    of("PAUSE-CRON", 1, DebugCommands::pauseCron),
                    of("POPULATE", 1, 3, DebugData::populate),
                    of("PROTOCOL", 1, (ctx, args) -> DebugProtocol.reply(ctx, args.next())),
                    in(SINCE_7, "QUICKLIST", 1, 2, DebugObjects::quicklist),
                    in(SINCE_7, "QUICKLIST-PACKED-THRESHOLD", 1, 1, DebugCommands::packedThreshold),
                    of("RELOAD", 0, ANY, DebugData::reload),
                    in(SINCE_7, "REPLICATE", 1, ANY, DebugCommands::nothing),
                    in(SINCE_7, "REPLYBUFFER", 2, 2, DebugCommands::replyBuffer),
                    in(REDIS_8, "REPL-PAUSE", 1, 1, DebugCommands::replPause),
                    of("RESTART", 0, 1, DebugData::restart),
                    in(REDIS_8, "SCRIPT", 1, 1, DebugCommands::script),
                    of("SDSLEN", 1, DebugObjects::sdsLen),
                    of("SEGFAULT", 0, ANY, DebugCommands::crash),
                    of("SET-ACTIVE-EXPIRE", 1, DebugCommands::setActiveExpire),
                    in(
                            SINCE_7,
                            "SET-DISABLE-DENY-SCRIPTS",
                            1,
                            1,
                            DebugCommands::setDisableDenyScripts),
                    of("SET-SKIP-CHECKSUM-VALIDATION", 1, DebugCommands::setSkipChecksums),
                    of("SLEEP", 1, DebugCommands::sleep),
                    of("STRINGMATCH-TEST", 0, DebugCommands::stringMatchTest),
                    of("STRUCTSIZE", 0, DebugCommands::structSize),
                    in(Range.before("7.0"), "ZIPLIST", 1, 1, DebugObjects::ziplist));

    /** The start of an argument that a C program would read as a number. */
    private static final Pattern NUMBER =
            Pattern.compile(
                    "\\s*([+-]?(?:\\d+\\.?\\d*|\\.\\d+)(?:[eE][+-]?\\d+)?).*", Pattern.DOTALL);

    private static final double NANOS_PER_SECOND = 1e9;
    private static final int SHA_LENGTH = 40;

    /** Beyond this, real servers fear for the length of a node. */
    private static final long MAX_ALONE_FROM = (1L << 32) - (1L << 20);

    private static final int FUZZ_ROUNDS = 100_000;
    private static final int FUZZ_LENGTH = 32;

    private static final int FIRST_BUCKET_BITS = 15;
    private static final int LAST_BUCKET_BITS = 32;

    private DebugCommands() {}

    private static Subcommand of(String name, int count, Handler handler) {
        return in(Range.ALL, name, count, count, handler);
    }

    private static Subcommand of(String name, int min, int max, Handler handler) {
        return in(Range.ALL, name, min, max, handler);
    }

    private static Subcommand in(Range range, String name, int min, int max, Handler handler) {
        return new Subcommand(name, range, min, max, handler);
    }

    /** {@code DEBUG subcommand [argument ...]}. */
    private static Reply debug(CommandContext ctx, Args args) {
        Bytes word = args.next();
        for (Subcommand subcommand : SUBCOMMANDS) {
            if (subcommand.accepts(ctx, word, args.remaining())) {
                return subcommand.handler.run(ctx, args);
            }
        }
        throw unknown(args);
    }

    private static CommandException unknown(Args args) {
        return new CommandException(ErrorKind.SUBCOMMAND_ARGUMENTS, args.argv()[1], "DEBUG");
    }

    /** What is about files, replicas, other nodes or the memory of a C program. */
    private static Reply nothing(CommandContext ctx, Args args) {
        return Reply.OK;
    }

    private static Reply numberForNothing(CommandContext ctx, Args args) {
        args.nextLong();
        return Reply.OK;
    }

    /** What is the end of a real server: the client is not answered, and soon nobody is. */
    private static Reply crash(CommandContext ctx, Args args) {
        ctx.server().host().shutdown();
        return Reply.NONE;
    }

    private static Reply changeReplicationId(CommandContext ctx, Args args) {
        ctx.server().changeReplicationId();
        return Reply.OK;
    }

    /** {@code DEBUG CLIENT-EVICTION}: how many clients take how much memory, by powers of two. */
    private static Reply clientEviction(CommandContext ctx, Args args) {
        String limit = ctx.config().text("maxmemory-clients");
        if (limit.equals("0") || limit.equals("0%")) {
            throw new CommandException(ErrorKind.NO_CLIENT_EVICTION);
        }
        int buckets = LAST_BUCKET_BITS - FIRST_BUCKET_BITS + 2;
        long[] memory = new long[buckets];
        int[] count = new int[buckets];
        for (Client client : ctx.server().clients()) {
            int bits = Long.SIZE - Long.numberOfLeadingZeros(client.memory());
            int bucket = Math.min(Math.max(bits - FIRST_BUCKET_BITS, 0), buckets - 1);
            if (!client.isNoEvict()) {
                memory[bucket] += client.memory();
                count[bucket]++;
            }
        }
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < buckets; i++) {
            long from = i == 0 ? 0 : 1L << (FIRST_BUCKET_BITS + i - 1);
            long to = (1L << (FIRST_BUCKET_BITS + i)) - 1;
            String end = i == buckets - 1 ? "+            " : format(" - %10d", to);
            text.append(format("bucket %10d%s: ", from, end));
            text.append(format("tot-mem: %10d, clients: %d\n", memory[i], count[i]));
        }
        return Reply.bulk(Bytes.latin1(text.toString()));
    }

    private static String format(String form, Object... values) {
        return String.format(Locale.ROOT, form, values);
    }

    /** {@code DEBUG CLUSTERLINK KILL to|from|all node}. */
    private static Reply clusterLink(CommandContext ctx, Args args) {
        if (!args.skip("KILL")) {
            throw unknown(args);
        }
        throw new CommandException(ErrorKind.ONLY_IN_CLUSTER);
    }

    private static Reply rewriteConfig(CommandContext ctx, Args args) {
        throw new CommandException(ErrorKind.CONFIG_REWRITE_FORCED);
    }

    private static Reply error(CommandContext ctx, Args args) {
        String oneLine = args.next().latin1().replace('\r', ' ').replace('\n', ' ');
        return new Reply.Failure(Bytes.latin1(oneLine));
    }

    private static Reply internalSecret(CommandContext ctx, Args args) {
        throw new CommandException(ErrorKind.NO_INTERNAL_SECRET);
    }

    private static Reply log(CommandContext ctx, Args args) {
        ctx.server().log(LogLevel.WARNING, Bytes.of("DEBUG LOG: ").concat(args.next()));
        return Reply.OK;
    }

    /** {@code DEBUG MALLCTL name [number]}: there is no such allocator, so it has no settings. */
    private static Reply mallctl(CommandContext ctx, Args args) {
        args.next();
        if (args.hasNext()) {
            args.nextLong();
        }
        throw new CommandException(ErrorKind.NO_SUCH_FILE);
    }

    /** {@code DEBUG MALLCTL-STR name [text]}. */
    private static Reply mallctlStr(CommandContext ctx, Args args) {
        throw new CommandException(ErrorKind.NO_SUCH_FILE);
    }

    /** {@code DEBUG MARK-INTERNAL-CLIENT [UNMARK]}: there are no commands for such clients only. */
    private static Reply markInternalClient(CommandContext ctx, Args args) {
        if (args.hasNext() && !args.skip("UNMARK")) {
            throw unknown(args);
        }
        return Reply.OK;
    }

    private static Reply pauseCron(CommandContext ctx, Args args) {
        ctx.server().debug().setCronPaused(isOn(args));
        return Reply.OK;
    }

    /** {@code DEBUG QUICKLIST-PACKED-THRESHOLD size}: 0 is what it is at first. */
    private static Reply packedThreshold(CommandContext ctx, Args args) {
        ErrorKind otherwise = ErrorKind.PACKED_THRESHOLD;
        long length = MemorySize.parse(args.next().latin1(), otherwise);
        if (length > MAX_ALONE_FROM) {
            throw new CommandException(otherwise);
        }
        ctx.server().collectionLimits().setAloneFrom(length);
        return Reply.OK;
    }

    /** {@code DEBUG REPLYBUFFER PEAK-RESET-TIME NEVER|RESET|millis} or {@code RESIZING 0|1}. */
    private static Reply replyBuffer(CommandContext ctx, Args args) {
        if (args.skip("PEAK-RESET-TIME")) {
            if (!args.skip("NEVER") && !args.skip("RESET")) {
                args.nextLong();
            }
        } else if (!args.skip("RESIZING")) {
            throw unknown(args);
        }
        return Reply.OK;
    }

    private static Reply replPause(CommandContext ctx, Args args) {
        for (String phase :
                List.of("CLEAR", "AFTER-FORK", "BEFORE-RDB-CHANNEL", "ON-STREAMING-REPL-BUF")) {
            if (args.skip(phase)) {
                return Reply.OK;
            }
        }
        throw unknown(args);
    }

    /** {@code DEBUG SCRIPT LIST|sha}: a real server writes what it knows into its log. */
    private static Reply script(CommandContext ctx, Args args) {
        Bytes word = args.next();
        if (word.equalsIgnoreCase("LIST")) {
            return Reply.OK;
        }
        if (word.length() != SHA_LENGTH) {
            throw unknown(args);
        }
        if (!ctx.server().isCachedScript(word)) {
            throw new CommandException(ErrorKind.NO_SUCH_SCRIPT);
        }
        return Reply.OK;
    }

    private static Reply setActiveExpire(CommandContext ctx, Args args) {
        ctx.server().debug().setActiveExpiry(isOn(args));
        return Reply.OK;
    }

    private static Reply setDisableDenyScripts(CommandContext ctx, Args args) {
        ctx.server().debug().setScriptsMayAll(isOn(args));
        return Reply.OK;
    }

    private static Reply setSkipChecksums(CommandContext ctx, Args args) {
        ctx.server().debug().setChecksumsSkipped(isOn(args));
        return Reply.OK;
    }

    /** {@code DEBUG SLEEP seconds}. */
    private static Reply sleep(CommandContext ctx, Args args) {
        long nanos = (long) (number(args.next()) * NANOS_PER_SECOND);
        if (nanos > 0) {
            ctx.server().host().sleep(Math.min(nanos, Long.MAX_VALUE - ctx.nowNanos()));
        }
        return Reply.OK;
    }

    /** {@code DEBUG STRINGMATCH-TEST}: random patterns on random texts; what matters is the end. */
    private static Reply stringMatchTest(CommandContext ctx, Args args) {
        for (int i = 0; i < FUZZ_ROUNDS; i++) {
            Glob.of(randomBytes(ctx.random())).matches(randomBytes(ctx.random()));
        }
        return Reply.status("Apparently Redis did not crash: test passed");
    }

    private static Bytes randomBytes(RandomGenerator random) {
        byte[] bytes = new byte[random.nextInt(FUZZ_LENGTH)];
        random.nextBytes(bytes);
        return Bytes.wrap(bytes);
    }

    private static Reply structSize(CommandContext ctx, Args args) {
        return Reply.bulk(
                "bits:64 robj:16 dictentry:24 sdshdr5:1 sdshdr8:3 sdshdr16:5 sdshdr32:9 sdshdr64:17"
                        + " ");
    }

    private static boolean isOn(Args args) {
        return (long) number(args.next()) != 0;
    }

    /** As C reads it: what stands behind a number does not matter, and no number is 0. */
    private static double number(Bytes text) {
        Matcher number = NUMBER.matcher(text.latin1());
        return number.matches() ? Double.parseDouble(number.group(1)) : 0;
    }
}
