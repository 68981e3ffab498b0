package dev.lockstep.commands.stream;

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

import dev.lockstep.command.Args;
import dev.lockstep.command.CommandContext;
import dev.lockstep.command.CommandException;
import dev.lockstep.command.CommandSpec;
import dev.lockstep.command.ErrorKind;
import dev.lockstep.command.Flag;
import dev.lockstep.command.Group;
import dev.lockstep.command.Handler;
import dev.lockstep.command.KeySpec;
import dev.lockstep.keyspace.KeyEvent;
import dev.lockstep.keyspace.StreamEntry;
import dev.lockstep.keyspace.StreamLimits;
import dev.lockstep.keyspace.StreamValue;
import dev.lockstep.profile.Feature;
import dev.lockstep.profile.Range;
import dev.lockstep.reply.Reply;
import dev.lockstep.value.Bytes;
import dev.lockstep.value.StreamId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** XADD, XRANGE and what else is about a stream's entries; all but the reading of several. */
public final class StreamCommands {

    static final String ANY_OUTPUT = "nondeterministic_output";
    static final Range BEFORE_TIPS = Range.before("7.0");

    private static final KeySpec READ = at(1).access(RO, ACCESS);
    private static final KeySpec SET = at(1).access(RW, UPDATE);
    private static final KeySpec REMOVE = at(1).access(RW, DELETE);

    public static final List<CommandSpec> ROWS =
            List.of(
                    row("XADD", -5, StreamCommands::xadd, WRITE, DENYOOM, FAST)
                            .keys(SET.notes("UPDATE, since trimming deletes only on the side"))
                            .tips(ANY_OUTPUT)
                            .in(BEFORE_TIPS, row -> row.flags(WRITE, DENYOOM, RANDOM, FAST)),
                    row("XDEL", -3, StreamCommands::xdel, WRITE, FAST).keys(REMOVE),
                    row("XLEN", 2, StreamCommands::xlen, READONLY, FAST).keys(at(1).access(RO)),
                    row("XRANGE", -4, StreamCommands::xrange, READONLY).keys(READ),
                    row("XREVRANGE", -4, StreamCommands::xrevrange, READONLY).keys(READ),
                    row("XSETID", -3, StreamCommands::xsetid, WRITE, DENYOOM, FAST)
                            .keys(SET)
                            .in(BEFORE_TIPS, row -> row.arity(3)),
                    row("XTRIM", -4, StreamCommands::xtrim, WRITE)
                            .keys(REMOVE)
                            .tips(ANY_OUTPUT)
                            .in(BEFORE_TIPS, row -> row.flags(WRITE, RANDOM)));

    private StreamCommands() {}

    static CommandSpec row(String name, int arity, Handler handler, Flag... flags) {
        return command(name, arity).group(Group.STREAM).since("5.0.0").flags(flags).runs(handler);
    }

    /** Sends an event about a change that WATCH does not see. */
    static void changed(CommandContext ctx, String event, Bytes key) {
        ctx.server().countChanges(1);
        ctx.notify(KeyEvent.STREAM, event, key);
    }

    /**
     * {@code XADD key [NOMKSTREAM] [MAXLEN|MINID [=|~] threshold [LIMIT count]] *|id field value
     * [field value ...]}.
     */
    private static Reply xadd(CommandContext ctx, Args args) {
        Bytes key = args.next();
        AddOptions options = AddOptions.parse(ctx, args);
        NewId newId = options.id();
        if (newId == null || !args.hasNext() || args.remaining() % 2 != 0) {
            throw new CommandException(ErrorKind.XADD_PAIRS_EXPECTED);
        }
        if (newId.isZero()) {
            throw new CommandException(ErrorKind.STREAM_ID_ZERO);
        }
        List<Bytes> fieldsAndValues = args.rest();
        StreamValue found = ctx.db().write(key, StreamValue.class);
        if (found == null && options.createsNone()) {
            return Reply.NIL;
        }
        StreamValue stream = found == null ? new StreamValue() : found;
        if (stream.lastId().equals(StreamId.MAX)) {
            throw new CommandException(ErrorKind.STREAM_EXHAUSTED);
        }
        StreamId id = newId.resolve(ctx, stream);
        judgeLength(fieldsAndValues);
        stream.append(
                new StreamEntry(id, fieldsAndValues), ctx.server().collectionLimits().stream());
        if (found == null) {
            ctx.db().put(key, stream);
        }
        ctx.modified(KeyEvent.STREAM, "xadd", key);
        if (options.trim() != null && stream.trim(options.trim()) > 0) {
            ctx.notify(KeyEvent.STREAM, "xtrim", key);
        }
        ctx.server().blockedClients().signal(ctx.db(), key);
        return StreamReplies.id(id);
    }

    private static void judgeLength(List<Bytes> fieldsAndValues) {
        long length = 0;
        for (Bytes part : fieldsAndValues) {
            length += part.length();
        }
        if (length > StreamLimits.MAX_BYTES) {
            throw new CommandException(ErrorKind.STREAM_ENTRY_TOO_LARGE);
        }
    }

    /** {@code XTRIM key MAXLEN|MINID [=|~] threshold [LIMIT count]}. */
    private static Reply xtrim(CommandContext ctx, Args args) {
        Bytes key = args.next();
        AddOptions options = AddOptions.parseTrim(ctx, args);
        StreamValue stream = ctx.db().write(key, StreamValue.class);
        if (stream == null || options.trim() == null) {
            return Reply.ZERO;
        }
        long removed = stream.trim(options.trim());
        if (removed > 0) {
            ctx.modified(KeyEvent.STREAM, "xtrim", key);
            ctx.server().countChanges(removed - 1);
        }
        return Reply.of(removed);
    }

    /** {@code XDEL key id [id ...]}. A stream without entries stays. */
    private static Reply xdel(CommandContext ctx, Args args) {
        Bytes key = args.next();
        StreamValue stream = ctx.db().write(key, StreamValue.class);
        if (stream == null) {
            return Reply.ZERO;
        }
        int deleted = 0;
        for (StreamId id : Ids.rest(args)) {
            if (stream.delete(id)) {
                deleted++;
            }
        }
        if (deleted > 0) {
            ctx.modified(KeyEvent.STREAM, "xdel", key, deleted);
        }
        return Reply.of(deleted);
    }

    /** {@code XLEN key}. */
    private static Reply xlen(CommandContext ctx, Args args) {
        StreamValue stream = ctx.db().read(args.next(), StreamValue.class);
        return Reply.of(stream == null ? 0 : stream.length());
    }

    /** {@code XRANGE key start end [COUNT count]}. */
    private static Reply xrange(CommandContext ctx, Args args) {
        return range(ctx, args, false);
    }

    /** {@code XREVRANGE key end start [COUNT count]}. */
    private static Reply xrevrange(CommandContext ctx, Args args) {
        return range(ctx, args, true);
    }

    private static Reply range(CommandContext ctx, Args args, boolean reverse) {
        Bytes key = args.next();
        Bytes first = args.next();
        Bytes second = args.next();
        StreamId from = Ids.rangeStart(reverse ? second : first);
        StreamId to = Ids.rangeEnd(reverse ? first : second);
        long count = StreamValue.ALL;
        while (args.hasNext()) {
            if (args.remaining() < 2 || !args.skip("COUNT")) {
                throw new CommandException(ErrorKind.SYNTAX);
            }
            count = args.nextLong();
        }
        StreamValue stream = ctx.db().read(key, StreamValue.class);
        if (stream == null) {
            return Reply.EMPTY_ARRAY;
        }
        return count <= 0
                ? Reply.NIL_ARRAY
                : StreamReplies.entries(stream.range(from, to, count, reverse));
    }

    /** {@code XSETID key last-id [ENTRIESADDED entries-added] [MAXDELETEDID max-deleted-id]}. */
    private static Reply xsetid(CommandContext ctx, Args args) {
        Bytes key = args.next();
        if (ctx.has(Feature.XSETID_LOOKS_FIRST)) {
            existing(ctx, key);
        }
        StreamId lastId = Ids.parse(args.next());
        Long entriesAdded = null;
        StreamId maxDeletedId = StreamId.MIN;
        while (args.hasNext()) {
            if (args.remaining() >= 2 && args.skip("ENTRIESADDED")) {
                entriesAdded = args.nextLong();
                if (entriesAdded < 0) {
                    throw new CommandException(ErrorKind.ENTRIES_ADDED_NEGATIVE);
                }
            } else if (args.remaining() >= 2 && args.skip("MAXDELETEDID")) {
                maxDeletedId = Ids.parse(args.next());
                if (lastId.isBefore(maxDeletedId)) {
                    throw new CommandException(ErrorKind.XSETID_BELOW_GIVEN_DELETED);
                }
            } else {
                throw new CommandException(ErrorKind.SYNTAX);
            }
        }
        StreamValue stream = existing(ctx, key);
        judgeLastId(ctx, stream, lastId, entriesAdded);
        stream.setLastId(lastId);
        if (entriesAdded != null) {
            stream.setEntriesAdded(entriesAdded);
        }
        if (!maxDeletedId.equals(StreamId.MIN)) {
            stream.setMaxDeletedId(maxDeletedId);
        }
        changed(ctx, "xsetid", key);
        return Reply.OK;
    }

    private static StreamValue existing(CommandContext ctx, Bytes key) {
        StreamValue stream = ctx.db().write(key, StreamValue.class);
        if (stream == null) {
            throw new CommandException(ErrorKind.NO_SUCH_KEY);
        }
        return stream;
    }

    private static void judgeLastId(
            CommandContext ctx, StreamValue stream, StreamId lastId, @Nullable Long entriesAdded) {
        if (lastId.isBefore(stream.maxDeletedId()) && ctx.has(Feature.XSETID_MINDS_DELETED)) {
            throw new CommandException(ErrorKind.XSETID_BELOW_DELETED);
        }
        if (stream.isEmpty()) {
            return;
        }
        if (lastId.isBefore(stream.lastEntryId())) {
            throw new CommandException(ErrorKind.XSETID_BELOW_TOP);
        }
        if (entriesAdded != null && entriesAdded < stream.length()) {
            throw new CommandException(ErrorKind.ENTRIES_ADDED_BELOW_LENGTH);
        }
    }
}
