package dev.lockstep.command;

import dev.lockstep.reply.Reply;
import dev.lockstep.value.Bytes;
import dev.lockstep.value.Glob;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Who is subscribed to what. Messages and subscribers come in the order of subscription. */
public final class PubSub {

    /** What one can subscribe to. */
    public enum Kind {
        CHANNEL,
        PATTERN,
        /** A channel of one shard of a cluster; without a cluster, one that no pattern matches. */
        SHARD_CHANNEL
    }

    private static final Reply MESSAGE = Reply.bulk("message");
    private static final Reply PATTERN_MESSAGE = Reply.bulk("pmessage");
    private static final Reply SHARD_MESSAGE = Reply.bulk("smessage");

    private final Map<Kind, Map<Bytes, Set<Client>>> subscribers = new EnumMap<>(Kind.class);

    PubSub() {
        for (Kind kind : Kind.values()) {
            subscribers.put(kind, new LinkedHashMap<>());
        }
    }

    private Map<Bytes, Set<Client>> all(Kind kind) {
        return subscribers.getOrDefault(kind, Map.of());
    }

    public void subscribe(Client client, Kind kind, Bytes name) {
        if (client.addSubscription(kind, name)) {
            all(kind).computeIfAbsent(name, unused -> new LinkedHashSet<>()).add(client);
        }
    }

    public void unsubscribe(Client client, Kind kind, Bytes name) {
        if (client.removeSubscription(kind, name)) {
            Set<Client> clients = all(kind).getOrDefault(name, Set.of());
            clients.remove(client);
            if (clients.isEmpty()) {
                all(kind).remove(name);
            }
        }
    }

    /** Ends all subscriptions of {@code client}. */
    public void unsubscribeAll(Client client) {
        for (Kind kind : Kind.values()) {
            for (Bytes name : List.copyOf(client.subscriptions(kind))) {
                unsubscribe(client, kind, name);
            }
        }
    }

    /** What somebody is subscribed to. */
    public Collection<Bytes> names(Kind kind) {
        return Collections.unmodifiableSet(all(kind).keySet());
    }

    /** How many clients are subscribed to just this {@code name}. */
    public int subscribers(Kind kind, Bytes name) {
        return all(kind).getOrDefault(name, Set.of()).size();
    }

    /** Sends {@code message} to all who listen; returns how often it was sent. */
    public int publish(Bytes channel, Bytes message) {
        int receivers =
                send(Kind.CHANNEL, channel, MESSAGE, Reply.bulk(channel), Reply.bulk(message));
        for (Bytes pattern : List.copyOf(names(Kind.PATTERN))) {
            if (Glob.of(pattern).matches(channel)) {
                receivers +=
                        send(
                                Kind.PATTERN,
                                pattern,
                                PATTERN_MESSAGE,
                                Reply.bulk(pattern),
                                Reply.bulk(channel),
                                Reply.bulk(message));
            }
        }
        return receivers;
    }

    /** As {@link #publish}, to the subscribers of a shard channel. */
    public int publishToShard(Bytes channel, Bytes message) {
        return send(
                Kind.SHARD_CHANNEL,
                channel,
                SHARD_MESSAGE,
                Reply.bulk(channel),
                Reply.bulk(message));
    }

    private int send(Kind kind, Bytes name, Reply... message) {
        // A copy: a client that does not read is disconnected by what is one message too many.
        List<Client> clients = List.copyOf(all(kind).getOrDefault(name, Set.of()));
        clients.forEach(client -> client.push(new Reply.Push(List.of(message))));
        return clients.size();
    }
}
