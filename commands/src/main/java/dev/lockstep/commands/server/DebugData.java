package dev.lockstep.commands.server;

import dev.lockstep.command.Args;
import dev.lockstep.command.CommandContext;
import dev.lockstep.command.CommandException;
import dev.lockstep.command.ErrorKind;
import dev.lockstep.command.ServerState;
import dev.lockstep.keyspace.Snapshot;
import dev.lockstep.keyspace.Snapshot.Conflict;
import dev.lockstep.keyspace.StringValue;
import dev.lockstep.profile.Feature;
import dev.lockstep.reply.Reply;
import dev.lockstep.value.Bytes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * DEBUG about all data: DIGEST, POPULATE, and what saves and loads them. There is no file: what
 * would be in one is kept in memory.
 */
final class DebugData {

    private static final long NANOS_PER_MILLI = 1_000_000;

    private DebugData() {}

    static Reply digest(CommandContext ctx, Args args) {
        DatasetDigest digest = new DatasetDigest(ctx.profile());
        return Reply.status(digest.of(ctx.server().keyspace().databases()));
    }

    /** {@code DEBUG DIGEST-VALUE [key ...]}. */
    static Reply digestValue(CommandContext ctx, Args args) {
        DatasetDigest digest = new DatasetDigest(ctx.profile());
        List<Reply> digests = new ArrayList<>();
        for (Bytes key : args.rest()) {
            digests.add(Reply.status(digest.of(ctx.db().peekEvenExpired(key))));
        }
        return Reply.array(digests);
    }

    /** {@code DEBUG POPULATE count [prefix] [size]}: keys that are there stay as they are. */
    static Reply populate(CommandContext ctx, Args args) {
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

    /** {@code DEBUG RELOAD [MERGE] [NOFLUSH] [NOSAVE]}. */
    static Reply reload(CommandContext ctx, Args args) {
        boolean saves = true;
        boolean flushes = true;
        Conflict conflict = Conflict.FAIL;
        while (args.hasNext()) {
            if (args.skip("NOSAVE")) {
                saves = false;
            } else if (args.skip("NOFLUSH")) {
                flushes = false;
            } else if (args.skip("MERGE")) {
                conflict = Conflict.REPLACE;
            } else {
                throw new CommandException(ErrorKind.DEBUG_RELOAD_OPTION);
            }
        }
        ServerState server = ctx.server();
        if (saves) {
            save(server);
        }
        if (flushes) {
            server.keyspace().clear();
        }
        boolean hasFunctions = server.infoValue("number_of_libraries") > 0;
        Snapshot saved = server.debug().saved();
        if (saved == null || (hasFunctions && !flushes && conflict == Conflict.FAIL)) {
            throw new CommandException(ErrorKind.DEBUG_NOTHING_SAVED);
        }
        if (!load(server, saved, conflict)) {
            server.host().shutdown(); // as a real server does, with half of the data loaded
            return Reply.NONE;
        }
        return Reply.OK;
    }

    /** Takes down all data, as SAVE does. */
    static void save(ServerState server) {
        server.debug().setSaved(Snapshot.of(server.keyspace()));
        server.resetDirty();
        server.markSaved();
    }

    private static boolean load(ServerState server, Snapshot saved, Conflict conflict) {
        return saved.load(
                server.keyspace(),
                conflict,
                value -> ReloadedValue.of(value, server.collectionLimits()));
    }

    /**
     * {@code DEBUG LOADAOF}: the AOF has all data, if there is to be one, or else what was written
     * into it last.
     */
    static Reply loadAof(CommandContext ctx, Args args) {
        ServerState server = ctx.server();
        Snapshot aof = hasAof(server) ? Snapshot.of(server.keyspace()) : server.debug().aof();
        if (aof == null && !ctx.has(Feature.DEBUG_LOADAOF_MAY_FAIL)) {
            server.host().shutdown();
            return Reply.NONE;
        }
        server.keyspace().clear();
        if (aof == null) {
            throw new CommandException(ErrorKind.DEBUG_NO_AOF);
        }
        load(server, aof, Conflict.REPLACE);
        return Reply.OK;
    }

    /** Whether every change is to be written into an AOF. */
    private static boolean hasAof(ServerState server) {
        return server.config().text("appendonly").equals("yes");
    }

    /** Writes all data into the AOF, as BGREWRITEAOF does. */
    static void rewriteAof(ServerState server) {
        if (!hasAof(server)) {
            server.debug().setAof(Snapshot.of(server.keyspace()));
        }
    }

    /** {@code DEBUG RESTART [milliseconds]}: saves first, if the settings say when to save. */
    static Reply restart(CommandContext ctx, Args args) {
        return restart(ctx, args, !ctx.config().text("save").isEmpty());
    }

    /** {@code DEBUG CRASH-AND-RECOVER [milliseconds]}. */
    static Reply crashAndRecover(CommandContext ctx, Args args) {
        return restart(ctx, args, false);
    }

    private static Reply restart(CommandContext ctx, Args args, boolean saves) {
        long delayMillis = args.hasNext() ? Math.max(args.nextLong(), 0) : 0;
        ServerState server = ctx.server();
        if (saves) {
            save(server);
        }
        @Nullable Snapshot saved = server.debug().saved();
        server.keyspace().clear();
        if (saved != null) {
            load(server, saved, Conflict.REPLACE);
        }
        server.host().restart(Math.min(delayMillis, Integer.MAX_VALUE) * NANOS_PER_MILLI);
        return Reply.NONE;
    }
}
