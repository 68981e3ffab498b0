package dev.lockstep.keyspace;

import dev.lockstep.value.Bytes;
import dev.lockstep.value.StreamId;
import java.util.List;

/**
 * An entry of a stream.
 *
 * @param fieldsAndValues in turn; not to be changed
 */
public record StreamEntry(StreamId id, List<Bytes> fieldsAndValues) {}
