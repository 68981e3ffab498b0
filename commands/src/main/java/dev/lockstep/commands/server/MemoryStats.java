package dev.lockstep.commands.server;

import dev.lockstep.command.CommandContext;
import dev.lockstep.keyspace.Db;
import dev.lockstep.profile.Range;
import dev.lockstep.reply.Reply;
import java.util.ArrayList;
import java.util.List;

/** The fields of MEMORY STATS. Where a real server has an allocator, all of it is in use here. */
final class MemoryStats {

    private static final int BUCKET = 8;
    private static final int ENTRY = 24;

    private final CommandContext ctx;
    private final List<Reply> fields;

    private MemoryStats(CommandContext ctx, List<Reply> fields) {
        this.ctx = ctx;
        this.fields = fields;
    }

    static void append(
            CommandContext ctx, List<Reply> fields, long startup, long dataset, long keys) {
        MemoryStats stats = new MemoryStats(ctx, fields);
        long total = startup + dataset;
        stats.add("peak.allocated", total);
        stats.add("total.allocated", total);
        stats.add("startup.allocated", startup);
        stats.add("replication.backlog", 0);
        stats.addIf(Range.REDIS.from("8.0"), "replica.fullsync.buffer", 0);
        stats.add("clients.slaves", 0);
        stats.add("clients.normal", 0);
        stats.addIf(Range.since("7.0"), "cluster.links", 0);
        stats.add("aof.buffer", 0);
        stats.add("lua.caches", 0);
        stats.addIf(Range.since("7.0"), "functions.caches", 0);
        stats.addIf(Range.REDIS.from("8.0"), "script.VMs", 0);
        for (Db db : ctx.server().keyspace().databases()) {
            if (db.size() > 0) {
                stats.addDatabase(db);
            }
        }
        stats.addIf(Range.since("7.2"), "overhead.db.hashtable.lut", 0);
        stats.addIf(Range.since("7.2"), "overhead.db.hashtable.rehashing", 0);
        stats.add("overhead.total", startup);
        stats.addIf(Range.since("7.2"), "db.dict.rehashing.count", 0);
        stats.add("keys.count", keys);
        stats.add("keys.bytes-per-key", keys == 0 ? 0 : dataset / keys);
        stats.add("dataset.bytes", dataset);
        stats.add("dataset.percentage", dataset == 0 ? 0.0 : 100.0);
        stats.add("peak.percentage", 100.0);
        stats.appendAllocator(total);
    }

    private void appendAllocator(long total) {
        add("allocator.allocated", total);
        add("allocator.active", total);
        add("allocator.resident", total);
        addIf(Range.since("7.2"), "allocator.muzzy", 0);
        add("allocator-fragmentation.ratio", 1.0);
        add("allocator-fragmentation.bytes", 0);
        add("allocator-rss.ratio", 1.0);
        add("allocator-rss.bytes", 0);
        add("rss-overhead.ratio", 1.0);
        add("rss-overhead.bytes", 0);
        add("fragmentation", 1.0);
        add("fragmentation.bytes", 0);
    }

    private void addDatabase(Db db) {
        List<Reply> parts = new ArrayList<>();
        MemoryStats database = new MemoryStats(ctx, parts);
        database.add("overhead.hashtable.main", overhead(db.chainLengths(), db.size()));
        database.add("overhead.hashtable.expires", overhead(db.deadlineChainLengths(), 0));
        database.addIf(Range.since("7.0").until("7.2"), "overhead.hashtable.slot-to-keys", 0);
        fields.add(Reply.bulk("db." + db.index()));
        fields.add(new Reply.MapOf(parts));
    }

    private static long overhead(int[] chainLengths, int size) {
        long buckets = 0;
        for (int chains : chainLengths) {
            buckets += chains;
        }
        return BUCKET * buckets + (long) ENTRY * size;
    }

    private void add(String name, long value) {
        fields.add(Reply.bulk(name));
        fields.add(Reply.of(value));
    }

    private void add(String name, double value) {
        fields.add(Reply.bulk(name));
        fields.add(Reply.of(value));
    }

    private void addIf(Range range, String name, long value) {
        if (ctx.profile().in(range)) {
            add(name, value);
        }
    }
}
