package dev.lockstep.conformance;

import io.lettuce.core.ClientOptions;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.protocol.ProtocolVersion;
import io.lettuce.core.resource.ClientResources;
import io.lettuce.core.resource.NettyCustomizer;
import io.netty.channel.Channel;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** Makes connections, which share threads. Safe for use by several threads. */
public final class Clients implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final ClientResources resources =
            ClientResources.builder().nettyCustomizer(new Tapping()).build();
    private final RedisClient resp2 = client(ProtocolVersion.RESP2);
    private final RedisClient resp3 = client(ProtocolVersion.RESP3);
    private Wiretap nextTap = new Wiretap();

    /** The version of RESP that a connection speaks. */
    public enum Protocol {
        RESP2,
        RESP3
    }

    private RedisClient client(ProtocolVersion protocol) {
        RedisClient client = RedisClient.create(resources);
        client.setOptions(
                ClientOptions.builder().protocolVersion(protocol).autoReconnect(false).build());
        return client;
    }

    /** Connects to {@code uri}, one at a time, so that each connection gets its own tap. */
    synchronized Connection connect(String name, URI uri, Protocol protocol) {
        Wiretap tap = new Wiretap();
        nextTap = tap;
        RedisClient client = protocol == Protocol.RESP2 ? resp2 : resp3;
        return new Connection(
                name, tap, client.connect(ByteArrayCodec.INSTANCE, RedisURI.create(uri)));
    }

    @Override
    public void close() {
        resp2.shutdown(Duration.ZERO, PATIENCE);
        resp3.shutdown(Duration.ZERO, PATIENCE);
        resources.shutdown(0, PATIENCE.toMillis(), TimeUnit.MILLISECONDS).awaitUninterruptibly();
    }

    private final class Tapping implements NettyCustomizer {
        @Override
        public void afterChannelInitialized(Channel channel) {
            channel.pipeline().addFirst(nextTap);
        }
    }
}
