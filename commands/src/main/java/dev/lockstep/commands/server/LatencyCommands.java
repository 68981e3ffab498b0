package dev.lockstep.commands.server;

import static dev.lockstep.command.CommandSpec.command;
import static dev.lockstep.command.Flag.ADMIN;
import static dev.lockstep.command.Flag.LOADING;
import static dev.lockstep.command.Flag.NOSCRIPT;
import static dev.lockstep.command.Flag.STALE;

import dev.lockstep.command.AclCategory;
import dev.lockstep.command.Args;
import dev.lockstep.command.Command;
import dev.lockstep.command.CommandContext;
import dev.lockstep.command.CommandException;
import dev.lockstep.command.CommandSpec;
import dev.lockstep.command.ErrorKind;
import dev.lockstep.command.Group;
import dev.lockstep.command.Help;
import dev.lockstep.command.LatencyHistogram;
import dev.lockstep.command.LatencyMonitor;
import dev.lockstep.command.LatencyMonitor.Sample;
import dev.lockstep.profile.Range;
import dev.lockstep.reply.Reply;
import dev.lockstep.value.Bytes;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** LATENCY: when commands have taken too long, and how long they take. */
final class LatencyCommands {

    private static final AclCategory[] NO_CATEGORIES = {};

    static final CommandSpec LATENCY =
            command("LATENCY", -2)
                    .group(Group.SERVER)
                    .since("2.8.13")
                    .categories(NO_CATEGORIES)
                    .in(Range.before("7.0"), row -> row.flags(ADMIN, NOSCRIPT, LOADING, STALE))
                    .subcommands(
                            report("DOCTOR", 2).runs(LatencyCommands::doctor),
                            report("GRAPH", 3).runs(LatencyCommands::graph),
                            command("HELP", 2)
                                    .since("2.8.13")
                                    .flags(LOADING, STALE)
                                    .runs((ctx, args) -> help(ctx)),
                            report("HISTOGRAM", -2).since("7.0.0").runs(LatencyCommands::histogram),
                            report("HISTORY", 3).runs(LatencyCommands::history),
                            report("LATEST", 2).runs(LatencyCommands::latest),
                            row("RESET", -2)
                                    .tips("request_policy:all_nodes", "response_policy:agg_sum")
                                    .in(
                                            Range.before("7.2"),
                                            row ->
                                                    row.tips(
                                                            "request_policy:all_nodes",
                                                            "response_policy:all_succeeded"))
                                    .runs(LatencyCommands::reset));

    private static final Help HELP =
            Help.of("LATENCY")
                    .line("DOCTOR", "Tells in words what has taken long.")
                    .line("GRAPH <event>", "Draws the spikes of an event.")
                    .line("HISTORY <event>", "The spikes of an event, each with its time.")
                    .line("LATEST", "The last spike of each event.")
                    .line("RESET [<event> ...]", "Forgets the spikes of these events, or of all.")
                    .line(
                            Range.since("7.0"),
                            "HISTOGRAM [COMMAND ...]",
                            "How many calls of these commands, or of all, took up to how long.");

    private static final int GRAPH_ROWS = 4;
    private static final int GRAPH_COLUMNS = 80;
    private static final long FIRST_BUCKET_NANOS = 1024;

    /** A value and those that are counted with it differ by less than a part of so many. */
    private static final int CLASSES = 128;

    private LatencyCommands() {}

    private static CommandSpec row(String name, int arity) {
        return command(name, arity).since("2.8.13").flags(ADMIN, NOSCRIPT, LOADING, STALE);
    }

    private static CommandSpec report(String name, int arity) {
        return row(name, arity)
                .tips(
                        "nondeterministic_output",
                        "request_policy:all_nodes",
                        "response_policy:special");
    }

    private static Reply help(CommandContext ctx) {
        return HELP.reply(ctx.profile());
    }

    /** {@code LATENCY DOCTOR}: the report is prose, so it is our own. */
    private static Reply doctor(CommandContext ctx, Args args) {
        LatencyMonitor monitor = ctx.server().latencyMonitor();
        if (monitor.events().isEmpty()) {
            return Reply.verbatim(
                    Bytes.of(
                            monitor.isOn()
                                    ? "No spike of latency has been seen.\n"
                                    : "Latency is not watched. CONFIG SET latency-monitor-threshold"
                                            + " <milliseconds> has it watched.\n"));
        }
        StringBuilder text = new StringBuilder("Spikes of latency have been seen.\n\n");
        int number = 0;
        for (Map.Entry<String, LatencyMonitor.Series> event : monitor.events().entrySet()) {
            List<Sample> samples = event.getValue().samples();
            double average = samples.stream().mapToLong(Sample::millis).average().orElse(0);
            double deviation =
                    samples.stream()
                            .mapToDouble(sample -> Math.abs(sample.millis() - average))
                            .average()
                            .orElse(0);
            long seconds = ctx.nowMillis() / 1000 - samples.get(0).unixSeconds();
            text.append(
                    String.format(
                            Locale.ROOT,
                            "%d. %s: %d latency spikes (average %dms, mean deviation %dms,"
                                    + " period %.2f sec). Worst all time event %dms.\n",
                            ++number,
                            event.getKey(),
                            samples.size(),
                            (long) average,
                            (long) deviation,
                            Math.max(1, (double) seconds / samples.size()),
                            event.getValue().highestMillis()));
        }
        return Reply.verbatim(Bytes.of(text.toString()));
    }

    /** {@code LATENCY GRAPH event}. */
    private static Reply graph(CommandContext ctx, Args args) {
        Bytes event = args.next();
        LatencyMonitor.Series series = ctx.server().latencyMonitor().series(event.latin1());
        if (series == null) {
            throw new CommandException(ErrorKind.LATENCY_NO_SAMPLES, event);
        }
        List<Sample> samples = series.samples();
        long high = samples.stream().mapToLong(Sample::millis).max().orElse(0);
        long low = samples.stream().mapToLong(Sample::millis).min().orElse(0);
        StringBuilder text = new StringBuilder();
        text.append(
                String.format(
                        Locale.ROOT,
                        "%s - high %d ms, low %d ms (all time high %d ms)\n",
                        event.latin1(),
                        high,
                        low,
                        series.highestMillis()));
        text.append("-".repeat(GRAPH_COLUMNS)).append('\n');
        long nowSeconds = ctx.nowMillis() / 1000;
        Sparkline line = new Sparkline(GRAPH_ROWS, GRAPH_COLUMNS);
        samples.forEach(
                sample -> line.add(sample.millis(), ago(nowSeconds - sample.unixSeconds())));
        return Reply.verbatim(Bytes.latin1(text.append(line.drawn()).toString()));
    }

    private static String ago(long seconds) {
        if (seconds < 60) {
            return seconds + "s";
        }
        if (seconds < 3600) {
            return seconds / 60 + "m";
        }
        return seconds < 86400 ? seconds / 3600 + "h" : seconds / 86400 + "d";
    }

    /** {@code LATENCY HISTORY event}. */
    private static Reply history(CommandContext ctx, Args args) {
        LatencyMonitor.Series series = ctx.server().latencyMonitor().series(args.next().latin1());
        List<Reply> samples = new ArrayList<>();
        if (series != null) {
            for (Sample sample : series.samples()) {
                samples.add(Reply.array(Reply.of(sample.unixSeconds()), Reply.of(sample.millis())));
            }
        }
        return Reply.array(samples);
    }

    /** {@code LATENCY LATEST}. */
    private static Reply latest(CommandContext ctx, Args args) {
        List<Reply> events = new ArrayList<>();
        ctx.server()
                .latencyMonitor()
                .events()
                .forEach(
                        (name, series) ->
                                events.add(
                                        Reply.array(
                                                Reply.bulk(name),
                                                Reply.of(series.latest().unixSeconds()),
                                                Reply.of(series.latest().millis()),
                                                Reply.of(series.highestMillis()))));
        return Reply.array(events);
    }

    /** {@code LATENCY RESET [event ...]}. */
    private static Reply reset(CommandContext ctx, Args args) {
        LatencyMonitor monitor = ctx.server().latencyMonitor();
        Collection<String> names =
                args.hasNext()
                        ? args.rest().stream().map(Bytes::latin1).toList()
                        : monitor.events().keySet();
        return Reply.of(monitor.forget(names));
    }

    /** {@code LATENCY HISTOGRAM [command ...]}; a container stands for its subcommands. */
    private static Reply histogram(CommandContext ctx, Args args) {
        Map<String, Command> commands = new LinkedHashMap<>();
        if (args.hasNext()) {
            for (Bytes name : args.rest()) {
                Command command = ctx.server().commands().findFull(name);
                if (command != null) {
                    addCalled(commands, command);
                }
            }
        } else {
            ctx.server().commands().all().forEach(command -> addCalled(commands, command));
        }
        List<Reply> fields = new ArrayList<>();
        commands.forEach(
                (name, command) -> {
                    fields.add(Reply.bulk(name));
                    fields.add(distribution(command.latencies()));
                });
        return new Reply.MapOf(fields);
    }

    private static void addCalled(Map<String, Command> commands, Command command) {
        if (!command.latencies().isEmpty()) {
            commands.put(command.fullName(), command);
        }
        command.subcommands().forEach(child -> addCalled(commands, child));
    }

    private static Reply distribution(LatencyHistogram latencies) {
        List<Reply> buckets = new ArrayList<>();
        int before = 0;
        for (long nanos = FIRST_BUCKET_NANOS; before < latencies.total(); nanos *= 2) {
            int count = latencies.countUpTo(nanos);
            if (count > before) {
                buckets.add(Reply.of((nanos + nanos / CLASSES - 1) / 1000));
                buckets.add(Reply.of(count));
                before = count;
            }
        }
        return new Reply.MapOf(
                List.of(
                        Reply.bulk("calls"),
                        Reply.of(latencies.total()),
                        Reply.bulk("histogram_usec"),
                        new Reply.MapOf(buckets)));
    }
}
