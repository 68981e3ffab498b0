package dev.lockstep.keyspace;

import dev.lockstep.value.StreamId;
import org.jspecify.annotations.Nullable;

/**
 * Up to where a stream is trimmed at its old end.
 *
 * @param minId the oldest id to keep, or null to trim by length
 * @param maxLength how many entries to keep when there is no {@code minId}
 * @param approximate whether to take whole nodes only, and so to leave some entries more
 * @param limit how many entries may go at most, or {@link #NO_LIMIT}
 */
public record StreamTrim(
        @Nullable StreamId minId, long maxLength, boolean approximate, long limit) {

    public static final long NO_LIMIT = 0;
}
