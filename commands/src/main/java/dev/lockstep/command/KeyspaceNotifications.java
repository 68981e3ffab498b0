package dev.lockstep.command;

import dev.lockstep.keyspace.Db;
import dev.lockstep.keyspace.KeyEvent;
import dev.lockstep.keyspace.KeyspaceListener;
import dev.lockstep.value.Bytes;
import java.util.EnumSet;
import java.util.Set;

/**
 * Publishes keyspace events of the classes that the setting {@code notify-keyspace-events} names:
 * the event on the channel of the key, then the key on the channel of the event.
 */
final class KeyspaceNotifications implements KeyspaceListener {

    /** The classes that A does not stand for. */
    private static final Set<KeyEvent> UNCOMMON = EnumSet.of(KeyEvent.MISS, KeyEvent.NEW);

    private final PubSub pubSub;
    private final Set<KeyEvent> classes = EnumSet.noneOf(KeyEvent.class);
    private boolean toKeys;
    private boolean toEvents;

    KeyspaceNotifications(PubSub pubSub, Config config) {
        this.pubSub = pubSub;
        Runnable reading = () -> read(config.text("notify-keyspace-events"));
        reading.run();
        config.onChange(reading);
    }

    private void read(String letters) {
        toKeys = letters.indexOf('K') >= 0;
        toEvents = letters.indexOf('E') >= 0;
        classes.clear();
        for (KeyEvent event : KeyEvent.values()) {
            if (letters.indexOf(event.letter()) >= 0
                    || (letters.startsWith("A") && !UNCOMMON.contains(event))) {
                classes.add(event);
            }
        }
    }

    @Override
    public void event(KeyEvent kind, String name, Db db, Bytes key) {
        if (!classes.contains(kind)) {
            return;
        }
        Bytes event = Bytes.of(name);
        if (toKeys) {
            pubSub.publish(Bytes.of("__keyspace@" + db.index() + "__:").concat(key), event);
        }
        if (toEvents) {
            pubSub.publish(Bytes.of("__keyevent@" + db.index() + "__:").concat(event), key);
        }
    }
}
