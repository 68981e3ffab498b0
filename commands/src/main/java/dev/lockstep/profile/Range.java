package dev.lockstep.profile;

/**
 * A range of servers: of one product or of both, from a Redis version up to, not including,
 * another. Valkey counts as the Redis it was forked from.
 *
 * <pre>{@code
 * Range.since("7.2")            // Redis 7.2 and later, and Valkey
 * Range.before("7.0")           // Redis 6.2
 * Range.VALKEY
 * Range.REDIS.from("8.0")       // Redis 8.0 and later, not Valkey
 * }</pre>
 */
public record Range(Product product, Version from, Version until) {

    /** Whose servers a range is about. */
    public enum Product {
        ANY,
        REDIS,
        VALKEY
    }

    private static final Version FIRST = new Version(0, 0, 0);
    private static final Version NEVER = new Version(255, 0, 0);

    public static final Range ALL = new Range(Product.ANY, FIRST, NEVER);
    public static final Range REDIS = new Range(Product.REDIS, FIRST, NEVER);
    public static final Range VALKEY = new Range(Product.VALKEY, FIRST, NEVER);

    public static Range since(String version) {
        return ALL.from(version);
    }

    public static Range before(String version) {
        return ALL.until(version);
    }

    public Range from(String version) {
        return new Range(product, Version.of(version), until);
    }

    public Range until(String version) {
        return new Range(product, from, Version.of(version));
    }

    boolean includes(String productName, Version version) {
        boolean rightProduct =
                switch (product) {
                    case ANY -> true;
                    case REDIS -> productName.equals("redis");
                    case VALKEY -> productName.equals("valkey");
                };
        return rightProduct && version.atLeast(from) && !version.atLeast(until);
    }
}
