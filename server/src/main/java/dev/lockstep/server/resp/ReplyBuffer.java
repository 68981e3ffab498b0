package dev.lockstep.server.resp;

import dev.lockstep.value.Bytes;
import java.util.ArrayDeque;

/**
 * What is on its way to one client, as RESP. Small parts are copied into chunks that are used
 * again; a big string is not copied but kept as it is until it has been sent.
 */
public final class ReplyBuffer {

    /** Takes bytes out of the buffer. */
    @FunctionalInterface
    public interface Sink {
        void take(byte[] data, int from, int length);
    }

    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Segment(byte[] data, int from, int to) {}

    private static final int FIRST_CHUNK_LENGTH = 256;
    private static final int CHUNK_LENGTH = 64 * 1024;

    /** A chunk longer than this is not kept by a connection that has nothing to send. */
    private static final int IDLE_CHUNK_LENGTH = 16 * 1024;

    /** A string of this length is sent from where it is. */
    private static final int WRAP_LENGTH = 16 * 1024;

    /** The sign, the digits of a long, a type byte before them and a line end behind. */
    private static final int NUMBER_LINE_LENGTH = 24;

    private final ArrayDeque<Segment> segments = new ArrayDeque<>(2); // older than the chunk
    private int headFrom; // how far the oldest segment has been sent
    private long segmentsLength;
    private byte[] chunk = new byte[FIRST_CHUNK_LENGTH];
    private int from;
    private int to;

    /** How many bytes wait to be taken. */
    public long length() {
        return segmentsLength + to - from;
    }

    public boolean isEmpty() {
        return segmentsLength == 0 && to == from;
    }

    /** Hands up to {@code limit} bytes to {@code sink}, the oldest first. */
    public void drain(int limit, Sink sink) {
        int room = limit;
        while (room > 0 && !segments.isEmpty()) {
            room -= drainSegment(room, segments.element(), sink);
        }
        int part = Math.min(room, to - from);
        if (part > 0) {
            sink.take(chunk, from, part);
            from += part;
        }
        if (from == to && segments.isEmpty()) {
            from = 0;
            to = 0;
            if (chunk.length > IDLE_CHUNK_LENGTH) {
                chunk = new byte[FIRST_CHUNK_LENGTH];
            }
        }
    }

    private int drainSegment(int room, Segment segment, Sink sink) {
        int start = Math.max(headFrom, segment.from);
        int part = Math.min(room, segment.to - start);
        sink.take(segment.data, start, part);
        segmentsLength -= part;
        headFrom = start + part;
        if (headFrom == segment.to) {
            segments.remove();
            headFrom = 0;
        }
        return part;
    }

    /** Forgets everything. */
    public void clear() {
        segments.clear();
        segmentsLength = 0;
        headFrom = 0;
        from = 0;
        to = 0;
        chunk = new byte[FIRST_CHUNK_LENGTH];
    }

    // What the writers are made of

    /** {@code type} and a number, as a line. */
    void header(char type, long number) {
        ensure(NUMBER_LINE_LENGTH);
        byte[] target = chunk;
        target[to++] = (byte) type;
        if (number >= 0 && number < 10) {
            target[to++] = (byte) ('0' + number);
        } else {
            digits(number);
        }
        target[to++] = '\r';
        target[to++] = '\n';
    }

    private void digits(long number) {
        long rest = number;
        if (number < 0) {
            chunk[to++] = '-';
        } else {
            rest = -number; // kept negative: the range below zero is one wider
        }
        int length = 1;
        for (long i = rest; i <= -10; i /= 10) {
            length++;
        }
        for (int i = to + length - 1; i >= to; i--) {
            chunk[i] = (byte) ('0' - rest % 10);
            rest /= 10;
        }
        to += length;
    }

    /** {@code type} and a text that must not break the line: line ends in it become blanks. */
    void line(char type, Bytes text) {
        ensure(text.length() + 3);
        byte[] target = chunk;
        target[to++] = (byte) type;
        byte[] source = text.unsafeArray();
        for (byte b : source) {
            target[to++] = b == '\r' || b == '\n' ? (byte) ' ' : b;
        }
        target[to++] = '\r';
        target[to++] = '\n';
    }

    /** {@code type} and a text of ASCII, as a line. */
    void line(char type, String text) {
        ensure(text.length() + 3);
        chunk[to++] = (byte) type;
        ascii(text);
        lineEnd();
    }

    /** A bulk string. */
    void bulk(Bytes value) {
        header('$', value.length());
        raw(value);
        ensure(2);
        lineEnd();
    }

    /** A bulk string of ASCII. */
    void bulk(String text) {
        header('$', text.length());
        ensure(text.length() + 2);
        ascii(text);
        lineEnd();
    }

    void raw(Bytes value) {
        int length = value.length();
        if (length >= WRAP_LENGTH) {
            closeChunk();
            append(new Segment(value.unsafeArray(), 0, length));
            return;
        }
        ensure(length);
        value.copyTo(0, chunk, to, length);
        to += length;
    }

    /** Bytes that are RESP already. */
    void raw(byte[] rendered) {
        ensure(rendered.length);
        System.arraycopy(rendered, 0, chunk, to, rendered.length);
        to += rendered.length;
    }

    private void ascii(String text) {
        for (int i = 0; i < text.length(); i++) {
            chunk[to++] = (byte) text.charAt(i);
        }
    }

    private void lineEnd() {
        chunk[to++] = '\r';
        chunk[to++] = '\n';
    }

    /** Makes room for {@code more} bytes behind {@link #to}. */
    private void ensure(int more) {
        if (chunk.length - to < more) {
            makeRoom(more);
        }
    }

    private void makeRoom(int more) {
        int used = to - from;
        byte[] old = chunk;
        if (used + more <= CHUNK_LENGTH) {
            chunk = new byte[Math.min(CHUNK_LENGTH, Math.max(2 * old.length, used + more))];
            System.arraycopy(old, from, chunk, 0, used);
            to = used;
        } else {
            closeChunk();
            chunk = new byte[Math.max(CHUNK_LENGTH, more)];
            to = 0;
        }
        from = 0;
    }

    /** Makes a segment of what the chunk holds; the rest of the chunk stays in use. */
    private void closeChunk() {
        if (to > from) {
            append(new Segment(chunk, from, to));
            from = to;
        }
    }

    private void append(Segment segment) {
        segments.add(segment);
        segmentsLength += segment.to - segment.from;
    }
}
