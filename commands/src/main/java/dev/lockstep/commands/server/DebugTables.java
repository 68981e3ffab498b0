package dev.lockstep.commands.server;

import dev.lockstep.command.Args;
import dev.lockstep.command.CommandContext;
import dev.lockstep.command.CommandException;
import dev.lockstep.command.ErrorKind;
import dev.lockstep.keyspace.Db;
import dev.lockstep.keyspace.HashValue;
import dev.lockstep.keyspace.SetValue;
import dev.lockstep.keyspace.SortedSetValue;
import dev.lockstep.keyspace.Value;
import dev.lockstep.profile.Feature;
import dev.lockstep.reply.Reply;
import dev.lockstep.value.Bytes;
import java.util.Locale;

/**
 * DEBUG HTSTATS and HTSTATS-KEY. The tables grow and shrink as those of real servers, but at once;
 * which keys share a bucket is chance on both sides.
 */
final class DebugTables {

    /** From this length on, chains are counted together. */
    private static final int LONGEST = 49;

    private static final String EMPTY = "No stats available for empty dictionaries\n";
    private static final String HEADER = "Hash table 0 stats (main hash table):\n";

    private DebugTables() {}

    /** {@code DEBUG HTSTATS dbid [full]}: of the keys, and of those with a deadline. */
    static Reply ofDatabase(CommandContext ctx, Args args) {
        long index = args.nextLong();
        if (index < 0 || index >= ctx.server().keyspace().count()) {
            throw new CommandException(ErrorKind.HTSTATS_DB_RANGE);
        }
        boolean full = isFull(ctx, args);
        Db db = ctx.server().keyspace().db((int) index);
        return Reply.verbatim(
                Bytes.of(
                        "[Dictionary HT]\n"
                                + table(ctx, db.chainLengths(), full)
                                + "[Expires HT]\n"
                                + table(ctx, db.deadlineChainLengths(), full)));
    }

    /** {@code DEBUG HTSTATS-KEY key [full]}. */
    static Reply ofKey(CommandContext ctx, Args args) {
        Value value = DebugObjects.entry(ctx, args.next()).value();
        boolean full = isFull(ctx, args);
        int[] chains;
        if (value instanceof HashValue hash && !hash.isPacked()) {
            chains = hash.chainLengths();
        } else if (value instanceof SortedSetValue set && !set.isPacked()) {
            chains = set.chainLengths();
        } else if (value instanceof SetValue set && set.isTable()) {
            chains = set.chainLengths();
        } else {
            throw new CommandException(ErrorKind.NOT_A_TABLE);
        }
        return Reply.verbatim(Bytes.of(table(ctx, chains, full)));
    }

    private static boolean isFull(CommandContext ctx, Args args) {
        return args.skip("full") || !ctx.has(Feature.DEBUG_HTSTATS_FULL);
    }

    /** {@code chains} says for each length of a chain how many have it. */
    private static String table(CommandContext ctx, int[] chains, boolean full) {
        long buckets = 0;
        long elements = 0;
        for (int length = 0; length < chains.length; length++) {
            buckets += chains[length];
            elements += (long) length * chains[length];
        }
        if (elements == 0) {
            return ctx.has(Feature.DEBUG_HTSTATS_FULL)
                    ? ""
                    : (ctx.has(Feature.DEBUG_HTSTATS_EMPTY_HEADER) ? HEADER : "") + EMPTY;
        }
        StringBuilder text = new StringBuilder(HEADER);
        text.append(" table size: ").append(buckets);
        text.append("\n number of elements: ").append(elements).append('\n');
        if (full) {
            appendChains(text, chains, buckets, elements);
        }
        return text.toString();
    }

    private static void appendChains(StringBuilder text, int[] chains, long buckets, long count) {
        long used = buckets - chains[0];
        double average = (double) count / used;
        text.append(" different slots: ").append(used);
        text.append("\n max chain length: ").append(chains.length - 1);
        text.append(format("\n avg chain length (counted): %.2f\n", average));
        text.append(format(" avg chain length (computed): %.2f\n", average));
        text.append(" Chain length distribution:\n");
        long longer = 0;
        for (int length = chains.length - 1; length >= LONGEST; length--) {
            longer += chains[length];
        }
        for (int length = 0; length < Math.min(chains.length, LONGEST + 1); length++) {
            long chainsOfLength = length == LONGEST ? longer : chains[length];
            if (chainsOfLength > 0) {
                text.append("   ").append(length == LONGEST ? ">= " : "").append(length);
                double percent = 100.0 * chainsOfLength / buckets;
                text.append(format(": %d (%.2f%%)\n", chainsOfLength, percent));
            }
        }
    }

    private static String format(String form, Object... values) {
        return String.format(Locale.ROOT, form, values);
    }
}
