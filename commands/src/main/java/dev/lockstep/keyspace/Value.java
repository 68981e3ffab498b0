package dev.lockstep.keyspace;

import dev.lockstep.profile.Profile;

/** What a key holds. Mutable; never shared between two keys. */
public interface Value {

    /** The types as {@code TYPE} names them. */
    enum Type {
        STRING("string"),
        LIST("list"),
        SET("set"),
        ZSET("zset"),
        HASH("hash"),
        STREAM("stream");

        private final String redisName;

        Type(String redisName) {
            this.redisName = redisName;
        }

        public String redisName() {
            return redisName;
        }
    }

    Type type();

    /** How {@code profile} keeps the value, as {@code OBJECT ENCODING} names it. */
    String encoding(Profile profile);

    /** A value equal to this one that shares nothing mutable with it. */
    Value copy();
}
