package dev.lockstep.commands.stream;

import static dev.lockstep.command.Flag.BLOCKING;
import static dev.lockstep.command.Flag.READONLY;
import static dev.lockstep.command.Flag.WRITE;
import static dev.lockstep.command.KeySpec.Access.ACCESS;
import static dev.lockstep.command.KeySpec.Access.INCOMPLETE;
import static dev.lockstep.command.KeySpec.Access.RO;
import static dev.lockstep.commands.stream.StreamCommands.row;

import dev.lockstep.command.Args;
import dev.lockstep.command.CommandContext;
import dev.lockstep.command.CommandSpec;
import dev.lockstep.command.KeySpec;
import dev.lockstep.profile.Range;
import dev.lockstep.reply.Reply;
import java.util.List;

/** XREAD and XREADGROUP, which read several streams and can wait for entries. */
public final class StreamReadCommands {

    public static final List<CommandSpec> ROWS =
            List.of(
                    reading(row("XREAD", -4, StreamReadCommands::xread, READONLY, BLOCKING), 1),
                    reading(
                            row("XREADGROUP", -7, StreamReadCommands::xreadgroup, WRITE, BLOCKING),
                            4));

    private StreamReadCommands() {}

    /** With the keys behind STREAMS, which is looked for from {@code position} on. */
    private static CommandSpec reading(CommandSpec row, int position) {
        KeySpec streams = KeySpec.keyword("STREAMS", position, -1, 2).access(RO, ACCESS);
        KeySpec incomplete =
                streams.access(RO, ACCESS, INCOMPLETE)
                        .notes("An option's value may be the word STREAMS as well");
        return row.keys(streams).in(Range.REDIS.from("8.0"), it -> it.keys(incomplete));
    }

    /** {@code XREAD [COUNT count] [BLOCK milliseconds] STREAMS key [key ...] id [id ...]}. */
    private static Reply xread(CommandContext ctx, Args args) {
        return run(ctx, ReadRequest.parse(ctx, args));
    }

    /**
     * {@code XREADGROUP GROUP group consumer [COUNT count] [BLOCK milliseconds] [NOACK] STREAMS key
     * [key ...] id [id ...]}.
     */
    private static Reply xreadgroup(CommandContext ctx, Args args) {
        return run(ctx, ReadRequest.parseGroup(ctx, args));
    }

    private static Reply run(CommandContext ctx, ReadRequest request) {
        StreamRead read = new StreamRead(ctx, request);
        return request.deadlineNanos() == null
                ? read.atOnce(ctx)
                : read.orBlock(ctx, request.deadlineNanos());
    }
}
