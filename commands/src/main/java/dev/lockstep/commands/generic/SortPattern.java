package dev.lockstep.commands.generic;

import dev.lockstep.keyspace.Entry;
import dev.lockstep.keyspace.HashValue;
import dev.lockstep.keyspace.StringValue;
import dev.lockstep.value.Bytes;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What BY and GET of SORT name: {@code weight_*} for the string at a key with the element in place
 * of the star, {@code user_*->age} for a field of the hash there, {@code #} for the element itself.
 * Without a star it is the same for all, which is nothing.
 */
final class SortPattern {

    private static final Bytes ELEMENT = Bytes.of("#");

    private final Bytes pattern;
    private final int star;
    private final int keyEnd;
    private final @Nullable Bytes field;

    SortPattern(Bytes pattern) {
        this.pattern = pattern;
        this.star = pattern.indexOf((byte) '*', 0);
        int arrow = star < 0 ? -1 : arrow(pattern, star + 1);
        this.keyEnd = arrow < 0 ? pattern.length() : arrow;
        this.field = arrow < 0 ? null : pattern.slice(arrow + 2, pattern.length());
    }

    /** Where {@code ->} stands, with a field behind it, or -1. */
    private static int arrow(Bytes pattern, int from) {
        int dash = pattern.indexOf((byte) '-', from);
        while (dash >= 0 && dash + 1 < pattern.length() && pattern.at(dash + 1) != '>') {
            dash = pattern.indexOf((byte) '-', dash + 1);
        }
        return dash >= 0 && dash + 2 < pattern.length() ? dash : -1;
    }

    boolean isSameForAll() {
        return star < 0;
    }

    /** What {@code element} leads to, found by {@code lookup}, or null. */
    @Nullable Bytes resolve(Bytes element, Function<Bytes, @Nullable Entry> lookup) {
        if (pattern.equals(ELEMENT)) {
            return element;
        }
        if (star < 0) {
            return null;
        }
        Bytes key = pattern.slice(0, star).concat(element).concat(pattern.slice(star + 1, keyEnd));
        Entry entry = lookup.apply(key);
        if (entry == null) {
            return null;
        }
        if (field != null) {
            return entry.value() instanceof HashValue hash ? hash.get(field) : null;
        }
        return entry.value() instanceof StringValue string ? string.bytes() : null;
    }
}
