package dev.lockstep.commands.server;

import static dev.lockstep.command.CommandSpec.command;
import static dev.lockstep.command.Flag.ADMIN;
import static dev.lockstep.command.Flag.LOADING;
import static dev.lockstep.command.Flag.NOSCRIPT;
import static dev.lockstep.command.Flag.STALE;

import dev.lockstep.command.Args;
import dev.lockstep.command.CommandContext;
import dev.lockstep.command.CommandException;
import dev.lockstep.command.CommandSpec;
import dev.lockstep.command.ErrorKind;
import dev.lockstep.command.Group;
import dev.lockstep.command.Help;
import dev.lockstep.keyspace.Entry;
import dev.lockstep.keyspace.ListLimits;
import dev.lockstep.keyspace.ListValue;
import dev.lockstep.keyspace.StringValue;
import dev.lockstep.profile.Feature;
import dev.lockstep.profile.Range;
import dev.lockstep.reply.Reply;
import dev.lockstep.value.Bytes;
import dev.lockstep.value.Numbers;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * DEBUG, as far as tests have a use for it. Real servers since 7.0 refuse it unless a setting
 * allows it; here it is always allowed, as a server that only tests talk to is for just that.
 */
final class DebugCommands {

    static final CommandSpec DEBUG =
            command("DEBUG", -2)
                    .group(Group.SERVER)
                    .flags(ADMIN, NOSCRIPT, LOADING, STALE)
                    .runs(DebugCommands::debug);

    private static final Help HELP =
            Help.of("DEBUG")
                    .line("CHANGE-REPL-ID", "Does nothing: there is no replication.")
                    .line("DIGEST", "Twenty bytes that stand for all data, in hexadecimal.")
                    .line("DIGEST-VALUE <key> [<key> ...]", "The same for each of the values.")
                    .line("ERROR <string>", "Answers with this error.")
                    .line("LOG <message>", "Does nothing: there is no log.")
                    .line("OBJECT <key>", "How a value is kept.")
                    .line(
                            "POPULATE <count> [<prefix>] [<size>]",
                            "Adds strings, their keys numbered after the prefix, \"key\" unless"
                                    + " given.")
                    .line(
                            "PROTOCOL <type>",
                            "A reply of this type: string, integer, double, bignum, null, array,",
                            "set, map, attrib, push, verbatim, true, false.")
                    .line("RELOAD [option ...]", "Does as if all data had been saved and loaded.")
                    .line("SET-ACTIVE-EXPIRE <0|1>", "Whether keys end before they are looked at.")
                    .line(
                            Range.since("7.0"),
                            "SET-DISABLE-DENY-SCRIPTS <0|1>",
                            "Whether scripts may call even what is not meant for them.")
                    .line("SLEEP <seconds>", "Stops the server for so long. Decimals allowed.");

    /** The start of an argument that a C program would read as a number. */
    private static final Pattern NUMBER =
            Pattern.compile(
                    "\\s*([+-]?(?:\\d+\\.?\\d*|\\.\\d+)(?:[eE][+-]?\\d+)?).*", Pattern.DOTALL);

    /** A string of more is never written as an integer. */
    private static final int MAX_INT_DIGITS = 11;

    private static final double NANOS_PER_SECOND = 1e9;

    private DebugCommands() {}

    /** {@code DEBUG subcommand [argument ...]}. */
    private static Reply debug(CommandContext ctx, Args args) {
        Bytes word = args.next();
        int count = args.remaining();
        @Nullable Reply reply =
                switch (word.latin1().toUpperCase(Locale.ROOT)) {
                    case "CHANGE-REPL-ID" -> count == 0 ? Reply.OK : null;
                    case "DIGEST" -> count == 0 ? digest(ctx) : null;
                    case "DIGEST-VALUE" -> digestValue(ctx, args);
                    case "ERROR" -> count == 1 ? error(args.next()) : null;
                    case "HELP" -> count == 0 ? HELP.reply(ctx.profile()) : null;
                    case "LOG" -> count == 1 ? Reply.OK : null;
                    case "OBJECT" -> isObject(ctx, count) ? object(ctx, args) : null;
                    case "POPULATE" -> count >= 1 && count <= 3 ? populate(ctx, args) : null;
                    case "PROTOCOL" -> count == 1 ? DebugProtocol.reply(ctx, args.next()) : null;
                    case "RELOAD" -> reload(ctx, args);
                    case "SET-ACTIVE-EXPIRE" -> count == 1 ? setActiveExpire(ctx, args) : null;
                    case "SET-DISABLE-DENY-SCRIPTS" ->
                            count == 1 && ctx.has(Feature.DENY_SCRIPTS_SWITCH)
                                    ? setDisableDenyScripts(ctx, args)
                                    : null;
                    case "SLEEP" -> count == 1 ? sleep(ctx, args) : null;
                    default -> null;
                };
        if (reply == null) {
            throw new CommandException(ErrorKind.SUBCOMMAND_ARGUMENTS, word, "DEBUG");
        }
        return reply;
    }

    private static Reply digest(CommandContext ctx) {
        DatasetDigest digest = new DatasetDigest(ctx.profile());
        return Reply.status(digest.of(ctx.server().keyspace().databases()));
    }

    /** {@code DEBUG DIGEST-VALUE [key ...]}. */
    private static Reply digestValue(CommandContext ctx, Args args) {
        DatasetDigest digest = new DatasetDigest(ctx.profile());
        List<Reply> digests = new ArrayList<>();
        for (Bytes key : args.rest()) {
            digests.add(Reply.status(digest.of(ctx.db().peekEvenExpired(key))));
        }
        return Reply.array(digests);
    }

    private static Reply error(Bytes text) {
        String oneLine = text.latin1().replace('\r', ' ').replace('\n', ' ');
        return new Reply.Failure(Bytes.latin1(oneLine));
    }

    private static boolean isObject(CommandContext ctx, int count) {
        return count == 1 || (count == 2 && ctx.has(Feature.DEBUG_OBJECT_FAST));
    }

    /**
     * {@code DEBUG OBJECT key}. The address is none, and the length when serialized is that of the
     * plain string; a collection has none.
     */
    private static Reply object(CommandContext ctx, Args args) {
        Entry entry = ctx.db().peekEvenExpired(args.next());
        if (entry == null) {
            throw new CommandException(ErrorKind.NO_SUCH_KEY);
        }
        long usedSeconds = entry.lastUsedMillis() / 1000;
        StringBuilder text = new StringBuilder("Value at:0x0 refcount:");
        text.append(entry.value() instanceof StringValue string ? string.references() : 1);
        text.append(" encoding:").append(entry.value().encoding(ctx.profile()));
        if (!args.skip("fast")) {
            text.append(" serializedlength:").append(serializedLength(entry));
        }
        text.append(" lru:").append(usedSeconds & 0xffffff);
        text.append(" lru_seconds_idle:").append(ctx.nowMillis() / 1000 - usedSeconds);
        if (ctx.has(Feature.DEBUG_OBJECT_FAST)) {
            text.append(" lfu_freq:0 lfu_access_time_minutes:");
            text.append(usedSeconds / 60 & 0xffff);
        }
        if (entry.value() instanceof ListValue list && ctx.has(Feature.LIST_LISTPACK)) {
            appendNodes(text, list);
        }
        return Reply.status(text.toString());
    }

    /**
     * Older servers tell this as well, but pack their nodes in other ways, which are not made up.
     */
    private static void appendNodes(StringBuilder text, ListValue list) {
        ListLimits limits = list.limits();
        if (limits != null) {
            text.append(" ql_nodes:").append(list.nodeCount());
            double average = (double) list.size() / list.nodeCount();
            text.append(" ql_avg_node:");
            text.append(new BigDecimal(average).setScale(2, RoundingMode.HALF_EVEN));
            text.append(" ql_listpack_max:").append(limits.fill());
            text.append(" ql_compressed:0 ql_uncompressed_size:").append(list.nodeBytes());
        }
    }

    private static int serializedLength(Entry entry) {
        if (!(entry.value() instanceof StringValue string)) {
            return 0;
        }
        Bytes bytes = string.bytes();
        if (bytes.length() <= MAX_INT_DIGITS && Numbers.isLong(bytes)) {
            long number = Numbers.parseLong(bytes, 0);
            if (number == (byte) number) {
                return 2;
            }
            if (number == (short) number) {
                return 3;
            }
            if (number == (int) number) {
                return 5;
            }
        }
        int length = string.length();
        return length + (length < 1 << 6 ? 1 : length < 1 << 14 ? 2 : 5);
    }

    /** {@code DEBUG POPULATE count [prefix] [size]}: keys that are there stay as they are. */
    private static Reply populate(CommandContext ctx, Args args) {
        long count = args.nextCount();
        Bytes prefix = args.hasNext() ? args.next() : Bytes.of("key");
        int size = args.hasNext() ? (int) Math.min(args.nextCount(), Integer.MAX_VALUE) : 0;
        for (long i = 0; i < count; i++) {
            Bytes key = prefix.concat(Bytes.of(":" + i));
            if (ctx.db().peek(key) == null) {
                byte[] text = Bytes.of("value:" + i).toByteArray();
                byte[] value = size == 0 ? text : Arrays.copyOf(text, size);
                ctx.db().put(key, new StringValue(Bytes.wrap(value)));
                ctx.modified(key);
            }
        }
        return Reply.OK;
    }

    /** {@code DEBUG RELOAD [MERGE] [NOFLUSH] [NOSAVE]}: memory is where all data stay anyway. */
    private static Reply reload(CommandContext ctx, Args args) {
        boolean saves = true;
        while (args.hasNext()) {
            if (args.skip("NOSAVE")) {
                saves = false;
            } else if (!args.skip("MERGE") && !args.skip("NOFLUSH")) {
                throw new CommandException(ErrorKind.DEBUG_RELOAD_OPTION);
            }
        }
        if (saves) {
            ctx.server().resetDirty();
        }
        return Reply.OK;
    }

    private static Reply setActiveExpire(CommandContext ctx, Args args) {
        ctx.server().setActiveExpiry(number(args.next()) != 0);
        return Reply.OK;
    }

    private static Reply setDisableDenyScripts(CommandContext ctx, Args args) {
        ctx.server().setScriptsMayAll(number(args.next()) != 0);
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

    /** As C reads it: what stands behind a number does not matter, and no number is 0. */
    private static double number(Bytes text) {
        Matcher number = NUMBER.matcher(text.latin1());
        return number.matches() ? Double.parseDouble(number.group(1)) : 0;
    }
}
