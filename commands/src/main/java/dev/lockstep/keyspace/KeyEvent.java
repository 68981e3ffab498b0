package dev.lockstep.keyspace;

/** The classes of keyspace events, each with its letter in {@code notify-keyspace-events}. */
public enum KeyEvent {
    GENERIC('g'),
    STRING('$'),
    LIST('l'),
    SET('s'),
    HASH('h'),
    ZSET('z'),
    STREAM('t'),
    MODULE('d'),
    EXPIRED('x'),
    EVICTED('e'),
    MISS('m'),
    NEW('n');

    private final char letter;

    KeyEvent(char letter) {
        this.letter = letter;
    }

    public char letter() {
        return letter;
    }
}
