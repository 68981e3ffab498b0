package dev.lockstep.commands.server;

import dev.lockstep.command.Args;
import dev.lockstep.command.CommandContext;
import dev.lockstep.command.CommandException;
import dev.lockstep.command.ErrorKind;
import dev.lockstep.keyspace.Entry;
import dev.lockstep.keyspace.ListLimits;
import dev.lockstep.keyspace.ListValue;
import dev.lockstep.keyspace.StringValue;
import dev.lockstep.keyspace.TextSize;
import dev.lockstep.profile.Feature;
import dev.lockstep.reply.Reply;
import dev.lockstep.value.Bytes;
import java.math.BigDecimal;
import java.math.RoundingMode;

/** DEBUG about how one value is kept: OBJECT, SDSLEN, LISTPACK, ZIPLIST and QUICKLIST. */
final class DebugObjects {

    private DebugObjects() {}

    /** The entry of {@code key}, even when its time has come. */
    static Entry entry(CommandContext ctx, Bytes key) {
        Entry entry = ctx.db().peekEvenExpired(key);
        if (entry == null) {
            throw new CommandException(ErrorKind.NO_SUCH_KEY);
        }
        return entry;
    }

    /** {@code DEBUG OBJECT key [fast]}. The address is none. */
    static Reply object(CommandContext ctx, Args args) {
        Entry entry = entry(ctx, args.next());
        long usedSeconds = entry.lastUsedMillis() / 1000;
        StringBuilder text = new StringBuilder("Value at:0x0 refcount:");
        text.append(entry.value() instanceof StringValue string ? string.references() : 1);
        text.append(" encoding:").append(entry.value().encoding(ctx.profile()));
        if (!args.skip("fast")) {
            boolean compresses = ctx.config().text("rdbcompression").equals("yes");
            text.append(" serializedlength:");
            text.append(SerializedLength.of(entry.value(), compresses));
        }
        text.append(" lru:").append(usedSeconds & 0xffffff);
        text.append(" lru_seconds_idle:").append(ctx.nowMillis() / 1000 - usedSeconds);
        if (ctx.has(Feature.DEBUG_OBJECT_LFU)) {
            text.append(" lfu_freq:0 lfu_access_time_minutes:");
            text.append((usedSeconds & 0xffffff) >> 8);
        }
        if (entry.value() instanceof ListValue list && ctx.has(Feature.LISTPACK)) {
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

    /** {@code DEBUG SDSLEN key}. */
    static Reply sdsLen(CommandContext ctx, Args args) {
        Bytes key = args.next();
        boolean isText =
                entry(ctx, key).value() instanceof StringValue string
                        && !string.encoding().equals("int");
        if (!isText) {
            throw new CommandException(ErrorKind.NOT_SDS);
        }
        StringValue value = (StringValue) entry(ctx, key).value();
        boolean modern = ctx.has(Feature.EMBEDDED_KEYS);
        return Reply.status(
                TextSize.ofKey(key.length(), modern).shown("key")
                        + ", "
                        + TextSize.ofValue(value, modern).shown("val"));
    }

    /** {@code DEBUG LISTPACK key}: real servers print it where nobody sees it. */
    static Reply listpack(CommandContext ctx, Args args) {
        judgeEncoding(ctx, args.next(), "listpack", ErrorKind.NOT_A_LISTPACK);
        return Reply.status("Listpack structure printed on stdout");
    }

    /** {@code DEBUG ZIPLIST key}. */
    static Reply ziplist(CommandContext ctx, Args args) {
        judgeEncoding(ctx, args.next(), "ziplist", ErrorKind.NOT_A_ZIPLIST);
        return Reply.status("Ziplist structure printed on stdout");
    }

    /** {@code DEBUG QUICKLIST key [0|1]}. */
    static Reply quicklist(CommandContext ctx, Args args) {
        judgeEncoding(ctx, args.next(), "quicklist", ErrorKind.NOT_A_QUICKLIST);
        return Reply.status("Quicklist structure printed on stdout");
    }

    private static void judgeEncoding(
            CommandContext ctx, Bytes key, String encoding, ErrorKind otherwise) {
        if (!entry(ctx, key).value().encoding(ctx.profile()).equals(encoding)) {
            throw new CommandException(otherwise);
        }
    }
}
