package dev.lockstep.conformance.bench;

import java.io.IOException;
import java.nio.ByteBuffer;

/** Counts whole RESP2 replies in a stream that may be cut anywhere. */
final class ReplyCounter {

    private enum State {
        LINE,
        BULK
    }

    private final StringBuilder line = new StringBuilder();
    private State state = State.LINE;
    private long bulkBytesLeft;
    private long valuesLeft; // of the arrays that are open

    /** Takes {@code input} in and returns how many replies were completed by it. */
    int count(ByteBuffer input) throws IOException {
        int completed = 0;
        while (input.hasRemaining()) {
            boolean value = state == State.LINE ? takeLine(input) : takeBulk(input);
            if (value && --valuesLeft <= 0) {
                valuesLeft = 0;
                completed++;
            }
        }
        return completed;
    }

    /** Whether a value was completed. */
    private boolean takeLine(ByteBuffer input) throws IOException {
        while (input.hasRemaining()) {
            char c = (char) input.get();
            if (c == '\n') {
                return endLine();
            }
            line.append(c);
        }
        return false;
    }

    private boolean endLine() throws IOException {
        char kind = line.charAt(0);
        String rest = line.substring(1, line.length() - 1);
        line.setLength(0);
        switch (kind) {
            case '+', ':' -> {
                return true;
            }
            case '$' -> {
                bulkBytesLeft = Long.parseLong(rest) + 2;
                if (bulkBytesLeft < 2) {
                    return true;
                }
                state = State.BULK;
                return false;
            }
            case '*' -> {
                long elements = Math.max(0, Long.parseLong(rest));
                valuesLeft = Math.max(0, valuesLeft - 1) + elements;
                if (elements == 0) {
                    valuesLeft++;
                    return true;
                }
                return false;
            }
            default -> throw new IOException("unexpected reply: " + kind + rest);
        }
    }

    private boolean takeBulk(ByteBuffer input) {
        int taken = (int) Math.min(bulkBytesLeft, input.remaining());
        input.position(input.position() + taken);
        bulkBytesLeft -= taken;
        if (bulkBytesLeft > 0) {
            return false;
        }
        state = State.LINE;
        return true;
    }
}
