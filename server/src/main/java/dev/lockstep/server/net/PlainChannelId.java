package dev.lockstep.server.net;

import io.netty.channel.ChannelId;

/**
 * A channel's identity that is just an object: Netty's own asks every network interface for its
 * address first, which takes longer than the rest of a server's start.
 */
final class PlainChannelId implements ChannelId {

    private static final long serialVersionUID = 1;

    @Override
    public String asShortText() {
        return Integer.toHexString(System.identityHashCode(this));
    }

    @Override
    public String asLongText() {
        return asShortText();
    }

    @Override
    public int compareTo(ChannelId other) {
        return asLongText().compareTo(other.asLongText());
    }

    @Override
    public boolean equals(@org.jspecify.annotations.Nullable Object other) {
        return this == other;
    }

    @Override
    public int hashCode() {
        return System.identityHashCode(this);
    }
}
