package dev.lockstep.commands.set;

import dev.lockstep.command.CommandContext;
import dev.lockstep.keyspace.Entry;
import dev.lockstep.keyspace.SetLimits;
import dev.lockstep.keyspace.SetValue;
import dev.lockstep.profile.Feature;
import dev.lockstep.value.Bytes;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Several sets that are made into one. Of a missing key, there is an empty set. */
final class SetCombination {

    private final List<SetValue> sets;
    private final SetLimits limits;
    private final boolean packsSets;

    private SetCombination(CommandContext ctx, List<SetValue> sets) {
        this.sets = sets;
        this.limits = SetCommands.limits(ctx);
        this.packsSets = ctx.has(Feature.PACKED_SETS);
    }

    /** The sets at {@code keys}, all of which are looked at. */
    static SetCombination read(CommandContext ctx, List<Bytes> keys) {
        return read(ctx, keys, ctx.db()::find);
    }

    /** As {@link #read}, for a command that stores what it makes of them. */
    static SetCombination readToStore(CommandContext ctx, List<Bytes> keys) {
        return read(ctx, keys, ctx::source);
    }

    private static SetCombination read(
            CommandContext ctx, List<Bytes> keys, Function<Bytes, @Nullable Entry> lookup) {
        List<SetValue> sets = new ArrayList<>(keys.size());
        for (Bytes key : keys) {
            Entry entry = lookup.apply(key);
            sets.add(entry == null ? SetValue.ofIntegers() : entry.value(SetValue.class));
        }
        return new SetCombination(ctx, sets);
    }

    /** All members, each once. */
    SetValue union() {
        SetValue union = SetValue.ofIntegers();
        for (SetValue set : sets) {
            addAll(union, set.members());
        }
        return union;
    }

    private void addAll(SetValue target, Iterable<Bytes> members) {
        for (Bytes member : members) {
            target.add(member, limits);
        }
    }

    /**
     * The members that are in all sets. Newer servers begin with the form of the smallest set, and
     * make a block of integers of it at the end where they can.
     */
    SetValue intersection() {
        SetValue smallest = bySize().get(0);
        SetValue common =
                smallest.isIntegers() || !packsSets ? SetValue.ofIntegers() : SetValue.ofPacked();
        addAll(common, common(0));
        if (packsSets) {
            common.narrow(limits);
        }
        return common;
    }

    /** The members that are in all sets, {@code limit} of them unless that is 0. */
    List<Bytes> common(long limit) {
        List<SetValue> sorted = bySize();
        List<SetValue> others = sorted.subList(1, sorted.size());
        List<Bytes> common = new ArrayList<>();
        for (Bytes member : sorted.get(0).members()) {
            if (others.stream().allMatch(set -> set.contains(member))) {
                common.add(member);
                if (common.size() == limit) {
                    break;
                }
            }
        }
        return common;
    }

    private List<SetValue> bySize() {
        List<SetValue> sorted = new ArrayList<>(sets);
        sorted.sort(Comparator.comparingInt(SetValue::size));
        return sorted;
    }

    /**
     * The members of the first set that are in no other. Where there is less to do that way, it is
     * copied whole at first, which shows in the form.
     */
    SetValue difference() {
        SetValue first = sets.get(0);
        List<SetValue> others = sets.subList(1, sets.size());
        SetValue difference = SetValue.ofIntegers();
        if (copiesFirst(first, others)) {
            addAll(difference, first.members());
            for (SetValue other : others) {
                other.members().forEach(difference::remove);
            }
        } else {
            for (Bytes member : first.members()) {
                if (others.stream().noneMatch(set -> set.contains(member))) {
                    difference.add(member, limits);
                }
            }
        }
        return difference;
    }

    private static boolean copiesFirst(SetValue first, List<SetValue> others) {
        if (others.contains(first)) {
            return false;
        }
        long lookups = first.size();
        long copies = first.size();
        for (SetValue other : others) {
            if (!other.isEmpty()) { // that is, it is there
                lookups += first.size();
                copies += other.size();
            }
        }
        return lookups / 2 > copies;
    }
}
