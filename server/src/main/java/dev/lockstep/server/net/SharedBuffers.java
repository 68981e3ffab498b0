package dev.lockstep.server.net;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.channel.ChannelConfig;
import io.netty.channel.RecvByteBufAllocator;
import io.netty.util.UncheckedBooleanSupplier;

/**
 * The two buffers outside the heap through which all bytes of a server pass: one for what is read,
 * emptied at once, and one for what is written, replaced when a slow peer keeps it.
 */
final class SharedBuffers implements RecvByteBufAllocator {

    /** How much is read from, or handed to, one connection before it is another's turn. */
    static final int LENGTH = 64 * 1024;

    /** Neither pools nor looks for leaks: nothing is allocated while all goes well. */
    static final ByteBufAllocator ALLOCATOR = new UnpooledByteBufAllocator(true, true);

    private final ByteBuf input = ALLOCATOR.directBuffer(LENGTH, LENGTH);
    private ByteBuf output = ALLOCATOR.directBuffer(LENGTH, LENGTH);

    /** The buffer to write from, empty. */
    ByteBuf output() {
        if (isOutputInUse()) {
            output.release(); // whoever writes it now has it to himself
            output = ALLOCATOR.directBuffer(LENGTH, LENGTH);
        }
        return output.clear();
    }

    /** Whether what was written last has not gone out entirely. */
    boolean isOutputInUse() {
        return output.refCnt() > 1;
    }

    void release() {
        input.release();
        output.release();
    }

    @Override
    @SuppressWarnings("deprecation") // the interface still returns the type it deprecates
    public Handle newHandle() {
        return new OneRead();
    }

    /** One read a turn, into the shared buffer. */
    @SuppressWarnings("deprecation") // see above
    private final class OneRead implements ExtendedHandle {

        private int lastBytesRead;
        private int attemptedBytesRead;

        @Override
        public ByteBuf allocate(ByteBufAllocator allocator) {
            return input.clear().retain();
        }

        @Override
        public int guess() {
            return LENGTH;
        }

        @Override
        public void reset(ChannelConfig config) {}

        @Override
        public void incMessagesRead(int count) {}

        @Override
        public void lastBytesRead(int bytes) {
            lastBytesRead = bytes;
        }

        @Override
        public int lastBytesRead() {
            return lastBytesRead;
        }

        @Override
        public void attemptedBytesRead(int bytes) {
            attemptedBytesRead = bytes;
        }

        @Override
        public int attemptedBytesRead() {
            return attemptedBytesRead;
        }

        @Override
        public boolean continueReading() {
            return false;
        }

        @Override
        public boolean continueReading(UncheckedBooleanSupplier maybeMoreData) {
            return false;
        }

        @Override
        public void readComplete() {}
    }
}
