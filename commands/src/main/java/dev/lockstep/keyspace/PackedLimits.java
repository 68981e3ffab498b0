package dev.lockstep.keyspace;

import dev.lockstep.profile.Feature;
import dev.lockstep.profile.Profile;
import dev.lockstep.value.Bytes;

/**
 * How far a collection may grow and still be kept as one packed block, which iterates in order and
 * is what {@code OBJECT ENCODING} calls a listpack.
 *
 * @param entries how many elements it may have
 * @param length how many bytes an element may have
 */
public record PackedLimits(long entries, long length) {

    /** Whether {@code element} is not too long. */
    public boolean admits(Bytes element) {
        return element.length() <= length;
    }

    /** The name of the packed encoding. */
    public static String encoding(Profile profile) {
        return profile.has(Feature.LISTPACK) ? "listpack" : "ziplist";
    }
}
