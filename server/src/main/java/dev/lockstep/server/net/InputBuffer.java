package dev.lockstep.server.net;

import io.netty.buffer.ByteBuf;
import java.util.Arrays;

/** What a client has sent and nobody has used up yet. Small while little is waiting. */
final class InputBuffer {

    private static final int FIRST_LENGTH = 256;

    /** An array longer than this is not kept when nothing is waiting. */
    private static final int IDLE_LENGTH = 16 * 1024;

    private byte[] data = new byte[FIRST_LENGTH];
    private int from;
    private int to;

    void append(ByteBuf bytes) {
        int more = bytes.readableBytes();
        if (from == to) {
            from = 0;
            to = 0;
        }
        if (data.length - to < more) {
            makeRoom(more);
        }
        bytes.readBytes(data, to, more);
        to += more;
    }

    private void makeRoom(int more) {
        int used = to - from;
        if (used + more <= data.length) {
            System.arraycopy(data, from, data, 0, used);
        } else {
            int doubled = (int) Math.min(Integer.MAX_VALUE - 8L, 2L * data.length);
            byte[] old = data;
            data = Arrays.copyOfRange(old, from, from + Math.max(doubled, used + more));
        }
        from = 0;
        to = used;
    }

    byte[] data() {
        return data;
    }

    int from() {
        return from;
    }

    int to() {
        return to;
    }

    int length() {
        return to - from;
    }

    void advanceTo(int position) {
        from = position;
    }

    /** Gives back what a burst of input has taken. */
    void trim() {
        if (from == to && data.length > IDLE_LENGTH) {
            clear();
        }
    }

    void clear() {
        data = new byte[FIRST_LENGTH];
        from = 0;
        to = 0;
    }
}
