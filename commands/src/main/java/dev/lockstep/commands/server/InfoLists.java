package dev.lockstep.commands.server;

import dev.lockstep.command.Command;
import dev.lockstep.command.CommandContext;
import dev.lockstep.command.LatencyHistogram;
import dev.lockstep.command.RedisModule;
import dev.lockstep.keyspace.Db;
import dev.lockstep.keyspace.Entry;
import dev.lockstep.keyspace.HashValue;
import dev.lockstep.keyspace.ListValue;
import dev.lockstep.keyspace.SetValue;
import dev.lockstep.keyspace.SortedSetValue;
import dev.lockstep.keyspace.StringValue;
import dev.lockstep.keyspace.Value;
import dev.lockstep.profile.Feature;
import dev.lockstep.value.Bytes;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToLongFunction;

/** The sections of INFO that have a line for each of something. */
final class InfoLists {

    private static final String UNITS = "KMGTPE";

    private InfoLists() {}

    /** The lines of {@code section} below its fields. */
    static List<String> lines(CommandContext ctx, String section) {
        return switch (section) {
            case "Modules" -> modules(ctx);
            case "Commandstats" -> commands(ctx);
            case "Errorstats" -> errors(ctx);
            case "Latencystats" -> latencies(ctx);
            case "Keyspace" -> databases(ctx);
            case "Keysizes" -> sizes(ctx);
            default -> List.of();
        };
    }

    private static List<String> modules(CommandContext ctx) {
        List<String> lines = new ArrayList<>();
        for (RedisModule module : ctx.server().modules()) {
            lines.add(
                    String.format(
                            Locale.ROOT,
                            "module:name=%s,ver=%d,api=1,filters=0,usedby=[],using=[],options=[]",
                            module.name(),
                            module.version()));
        }
        return lines;
    }

    private static List<String> commands(CommandContext ctx) {
        List<String> lines = new ArrayList<>();
        if (ctx.has(Feature.SUBCOMMAND_ROWS)) {
            counted(ctx).forEach(command -> lines.add(counts(command, List.of(command))));
            return lines;
        }
        for (Command command : ctx.server().commands().all()) {
            List<Command> together = new ArrayList<>();
            addCounted(together, command);
            if (!together.isEmpty()) {
                lines.add(counts(command, together));
            }
        }
        return lines;
    }

    /** What has been counted for {@code command} and others that count as it. */
    private static String counts(Command command, List<Command> together) {
        long calls = sum(together, Command::calls);
        long micros = sum(together, Command::micros);
        return String.format(
                Locale.ROOT,
                "cmdstat_%s:calls=%d,usec=%d,usec_per_call=%.2f,rejected_calls=%d,failed_calls=%d",
                safe(command.fullName()),
                calls,
                micros,
                calls == 0 ? 0.0 : (double) micros / calls,
                sum(together, Command::rejectedCalls),
                sum(together, Command::failedCalls));
    }

    private static long sum(List<Command> commands, ToLongFunction<Command> count) {
        return commands.stream().mapToLong(count).sum();
    }

    /** The commands that were asked for, subcommands included. */
    private static List<Command> counted(CommandContext ctx) {
        List<Command> counted = new ArrayList<>();
        for (Command command : ctx.server().commands().all()) {
            addCounted(counted, command);
        }
        return counted;
    }

    private static void addCounted(List<Command> counted, Command command) {
        if (command.calls() > 0 || command.rejectedCalls() > 0 || command.failedCalls() > 0) {
            counted.add(command);
        }
        command.subcommands().forEach(subcommand -> addCounted(counted, subcommand));
    }

    private static List<String> errors(CommandContext ctx) {
        List<String> lines = new ArrayList<>();
        ctx.server()
                .statistics()
                .errorsByCode()
                .forEach((code, n) -> lines.add("errorstat_" + safe(code) + ":count=" + n));
        return lines;
    }

    /** {@code name} without what has a meaning in INFO. */
    private static String safe(String name) {
        return name.replaceAll("[#:\r\n]", "_");
    }

    private static List<String> latencies(CommandContext ctx) {
        List<String> lines = new ArrayList<>();
        if (!ctx.config().text("latency-tracking").equals("yes")) {
            return lines;
        }
        String[] percentiles =
                ctx.config().text("latency-tracking-info-percentiles").split(" ", -1);
        for (Command command : counted(ctx)) {
            if (!command.latencies().isEmpty()) {
                lines.add(
                        "latency_percentiles_usec_"
                                + safe(command.fullName())
                                + ":"
                                + percentiles(command.latencies(), percentiles));
            }
        }
        return lines;
    }

    private static String percentiles(LatencyHistogram latencies, String[] percentiles) {
        List<String> values = new ArrayList<>();
        for (String word : percentiles) {
            if (!word.isEmpty()) {
                double percentile = Double.parseDouble(word);
                double micros = latencies.percentileNanos(percentile) / 1000.0;
                values.add(String.format(Locale.ROOT, "p%s=%.3f", word, micros));
            }
        }
        return String.join(",", values);
    }

    private static List<String> databases(CommandContext ctx) {
        List<String> lines = new ArrayList<>();
        String subexpiry = ctx.has(Feature.INFO_SUBEXPIRY) ? ",subexpiry=0" : "";
        for (Db db : ctx.server().keyspace().databases()) {
            if (db.size() > 0) {
                lines.add(
                        String.format(
                                Locale.ROOT,
                                "db%d:keys=%d,expires=%d,avg_ttl=%d%s",
                                db.index(),
                                db.size(),
                                db.sizeWithDeadline(),
                                meanTtlMillis(ctx, db),
                                subexpiry));
            }
        }
        return lines;
    }

    /** The mean over all keys with a deadline; real servers look at some now and then. */
    private static long meanTtlMillis(CommandContext ctx, Db db) {
        double sum = 0;
        for (Bytes key : db.sizeWithDeadline() == 0 ? List.<Bytes>of() : db.keys()) {
            Entry entry = db.peekEvenExpired(key);
            if (entry != null && entry.hasDeadline()) {
                sum += Math.max(0, entry.deadlineMillis() - ctx.nowMillis());
            }
        }
        return sum == 0 ? 0 : (long) (sum / db.sizeWithDeadline());
    }

    /** How many keys of each type have how much in them, in powers of two. */
    private static List<String> sizes(CommandContext ctx) {
        List<String> lines = new ArrayList<>();
        for (Db db : ctx.server().keyspace().databases()) {
            Map<Long, Long> strings = new TreeMap<>();
            Map<Long, Long> lists = new TreeMap<>();
            Map<Long, Long> sets = new TreeMap<>();
            Map<Long, Long> sortedSets = new TreeMap<>();
            Map<Long, Long> hashes = new TreeMap<>();
            for (Bytes key : db.keys()) {
                Entry entry = db.peekEvenExpired(key);
                Value value = entry == null ? null : entry.value();
                if (value instanceof StringValue string) {
                    count(strings, string.length());
                } else if (value instanceof ListValue list) {
                    count(lists, list.size());
                } else if (value instanceof SetValue set) {
                    count(sets, set.size());
                } else if (value instanceof SortedSetValue set) {
                    count(sortedSets, set.size());
                } else if (value instanceof HashValue hash) {
                    count(hashes, hash.size());
                }
            }
            addSizes(lines, db, "strings_sizes", strings);
            addSizes(lines, db, "lists_items", lists);
            addSizes(lines, db, "sets_items", sets);
            addSizes(lines, db, "zsets_items", sortedSets);
            addSizes(lines, db, "hashes_items", hashes);
        }
        return lines;
    }

    private static void count(Map<Long, Long> counts, long size) {
        counts.merge(Long.highestOneBit(size), 1L, Long::sum);
    }

    private static void addSizes(List<String> lines, Db db, String what, Map<Long, Long> counts) {
        if (!counts.isEmpty()) {
            List<String> parts = new ArrayList<>();
            counts.forEach((size, keys) -> parts.add(shortened(size) + "=" + keys));
            lines.add("db" + db.index() + "_distrib_" + what + ":" + String.join(",", parts));
        }
    }

    /** A power of two, from a thousand on with a unit. */
    private static String shortened(long size) {
        long value = size;
        int unit = -1;
        while (value >= 1024) {
            value /= 1024;
            unit++;
        }
        return unit < 0 ? Long.toString(value) : value + UNITS.substring(unit, unit + 1);
    }
}
