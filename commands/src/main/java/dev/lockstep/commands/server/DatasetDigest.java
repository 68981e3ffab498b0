package dev.lockstep.commands.server;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.lockstep.keyspace.Db;
import dev.lockstep.keyspace.Dict;
import dev.lockstep.keyspace.Entry;
import dev.lockstep.keyspace.HashValue;
import dev.lockstep.keyspace.ListValue;
import dev.lockstep.keyspace.ScoredMember;
import dev.lockstep.keyspace.SetValue;
import dev.lockstep.keyspace.SortedSetValue;
import dev.lockstep.keyspace.StreamEntry;
import dev.lockstep.keyspace.StreamValue;
import dev.lockstep.keyspace.StringValue;
import dev.lockstep.keyspace.Value;
import dev.lockstep.profile.Feature;
import dev.lockstep.profile.Profile;
import dev.lockstep.value.Bytes;
import dev.lockstep.value.Doubles;
import dev.lockstep.value.StreamId;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * What DEBUG DIGEST answers: twenty bytes that two servers have in common when their data are the
 * same. Keys, and the elements of a collection, count in any order: their SHA-1 are added without
 * carry. Where an order matters, the sum is hashed once more after each part.
 */
final class DatasetDigest {

    private static final int LENGTH = 20;
    private static final byte[] HAS_DEADLINE = Bytes.of("!!expire!!").toByteArray();

    private final MessageDigest sha1 = sha1();
    private final boolean shortest;

    DatasetDigest(Profile profile) {
        this.shortest = profile.has(Feature.SHORTEST_DOUBLES);
    }

    private static MessageDigest sha1() {
        try {
            return MessageDigest.getInstance("SHA-1");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-1", e);
        }
    }

    /** The digest of all databases, in hexadecimal. */
    String of(Iterable<Db> databases) {
        byte[] digest = new byte[LENGTH];
        for (Db db : databases) {
            if (db.size() == 0) {
                continue;
            }
            append(digest, number(db.index()));
            for (Bytes key : db.keys()) {
                Entry entry = db.peekEvenExpired(key);
                if (entry != null) {
                    byte[] one = new byte[LENGTH];
                    append(one, key.toByteArray());
                    append(one, entry);
                    add(digest, one);
                }
            }
        }
        return HexFormat.of().formatHex(digest);
    }

    /** The digest of a value and whether it ends, or zeros without one. */
    String of(@Nullable Entry entry) {
        byte[] digest = new byte[LENGTH];
        if (entry != null) {
            append(digest, entry);
        }
        return HexFormat.of().formatHex(digest);
    }

    private void append(byte[] digest, Entry entry) {
        Value value = entry.value();
        if (value instanceof StringValue string) {
            append(digest, number(0));
            append(digest, string.bytes().toByteArray());
        } else if (value instanceof ListValue list) {
            append(digest, number(1));
            list.elements().forEach(element -> append(digest, element.toByteArray()));
        } else if (value instanceof SetValue set) {
            append(digest, number(2));
            for (Bytes member : set.members()) {
                add(digest, member.toByteArray());
            }
        } else if (value instanceof SortedSetValue set) {
            append(digest, number(3));
            for (ScoredMember member : set.ascending()) {
                addPair(digest, member.member(), score(member.score()));
            }
        } else if (value instanceof HashValue hash) {
            append(digest, number(4));
            for (Dict.Node<Bytes> field : hash.entries()) {
                addPair(digest, field.key(), field.value());
            }
        } else if (value instanceof StreamValue stream) {
            append(digest, number(6));
            appendEntries(digest, stream);
        } else {
            throw new IllegalStateException("no digest for a " + value.type().redisName());
        }
        if (entry.hasDeadline()) {
            add(digest, HAS_DEADLINE);
        }
    }

    private void appendEntries(byte[] digest, StreamValue stream) {
        for (StreamEntry entry : stream.range(StreamId.MIN, StreamId.MAX, StreamValue.ALL, false)) {
            append(digest, entry.id().toString().replace('-', '.').getBytes(US_ASCII));
            for (Bytes part : entry.fieldsAndValues()) {
                append(digest, part.toByteArray());
            }
        }
    }

    private Bytes score(double score) {
        return Bytes.latin1(shortest ? Doubles.shortest(score) : Doubles.precise(score));
    }

    private void addPair(byte[] digest, Bytes first, Bytes second) {
        byte[] pair = new byte[LENGTH];
        append(pair, first.toByteArray());
        append(pair, second.toByteArray());
        add(digest, pair);
    }

    /** Whatever comes before or after. */
    private void add(byte[] digest, byte[] part) {
        byte[] hash = sha1.digest(part);
        for (int i = 0; i < LENGTH; i++) {
            digest[i] ^= hash[i];
        }
    }

    /** After what has been appended before. */
    private void append(byte[] digest, byte[] part) {
        add(digest, part);
        System.arraycopy(sha1.digest(digest), 0, digest, 0, LENGTH);
    }

    private static byte[] number(int value) {
        return new byte[] {
            (byte) (value >> 24), (byte) (value >> 16), (byte) (value >> 8), (byte) value
        };
    }
}
