package dev.lockstep.command;

import dev.lockstep.keyspace.ListLimits;
import dev.lockstep.keyspace.PackedLimits;
import dev.lockstep.keyspace.SetLimits;
import dev.lockstep.keyspace.StreamLimits;
import dev.lockstep.keyspace.Value;
import dev.lockstep.profile.Feature;
import dev.lockstep.profile.Profile;

/**
 * The settings about packed collections and the nodes of streams as numbers: every command that
 * adds an element asks.
 */
public final class CollectionLimits {

    private static final long ALONE_FROM = 1 << 30;

    private final Config config;
    private final String packed;
    private final boolean packsSets;
    private final long usuallyAloneFrom;
    private long aloneFrom;
    private PackedLimits hash;
    private PackedLimits sortedSet;
    private ListLimits list;
    private SetLimits set;
    private StreamLimits stream;

    CollectionLimits(Config config, Profile profile) {
        this.config = config;
        this.packed = PackedLimits.encoding(profile);
        this.packsSets = profile.has(Feature.PACKED_SETS);
        this.usuallyAloneFrom =
                profile.has(Feature.LARGE_BY_NODE) ? ListLimits.BY_NODE : ALONE_FROM;
        this.aloneFrom = usuallyAloneFrom;
        this.hash = read(Value.Type.HASH);
        this.sortedSet = read(Value.Type.ZSET);
        this.list = readList();
        this.set = readSet();
        this.stream = readStream();
        config.onChange(
                () -> {
                    hash = read(Value.Type.HASH);
                    sortedSet = read(Value.Type.ZSET);
                    list = readList();
                    set = readSet();
                    stream = readStream();
                });
    }

    private ListLimits readList() {
        return ListLimits.of(config.number("list-max-" + packed + "-size"), aloneFrom);
    }

    private PackedLimits read(Value.Type type) {
        String prefix = type.redisName() + "-max-" + packed;
        return new PackedLimits(
                config.number(prefix + "-entries"), config.number(prefix + "-value"));
    }

    private SetLimits readSet() {
        return new SetLimits(
                config.number("set-max-intset-entries"),
                packsSets ? read(Value.Type.SET) : SetLimits.NEVER_PACKED);
    }

    private StreamLimits readStream() {
        return new StreamLimits(
                config.number("stream-node-max-entries"), config.number("stream-node-max-bytes"));
    }

    public PackedLimits hash() {
        return hash;
    }

    public PackedLimits sortedSet() {
        return sortedSet;
    }

    public ListLimits list() {
        return list;
    }

    /**
     * Lets an element of a list that has {@code length} bytes or more stand alone, or when that is
     * 0 as usual; DEBUG QUICKLIST-PACKED-THRESHOLD.
     */
    public void setAloneFrom(long length) {
        aloneFrom = length == 0 ? usuallyAloneFrom : length;
        list = readList();
    }

    public SetLimits set() {
        return set;
    }

    public StreamLimits stream() {
        return stream;
    }
}
