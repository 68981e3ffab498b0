package dev.lockstep.profile;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The server that is played: its texts, number formats, commands and options.
 *
 * <pre>{@code
 * Profile profile = Profile.of("redis-7.0");
 * profile.has(Feature.SHORTEST_DOUBLES);      // false
 * }</pre>
 */
public enum Profile {
    REDIS_6_2("redis-6.2", "redis", "6.2.11", "6.2.11", 9),
    REDIS_7_0("redis-7.0", "redis", "7.0.15", "7.0.15", 10),
    REDIS_8_0("redis-8.0", "redis", "8.0.2", "8.0.2", 12),
    /** Forked from Redis 7.2.4, whose commands and replies it keeps. */
    VALKEY_8_0("valkey-8.0", "valkey", "8.0.1", "7.2.4", 11);

    private final String profileName;
    private final String product;
    private final Version version;
    private final Version redisVersion;
    private final int dumpVersion;
    private final Set<Feature> features;

    Profile(
            String profileName,
            String product,
            String version,
            String redisVersion,
            int dumpVersion) {
        this.profileName = profileName;
        this.product = product;
        this.version = Version.of(version);
        this.redisVersion = Version.of(redisVersion);
        this.dumpVersion = dumpVersion;
        this.features = EnumSet.noneOf(Feature.class);
        for (Feature feature : Feature.values()) {
            if (in(feature.range())) {
                features.add(feature);
            }
        }
    }

    /** The name on the command line, such as {@code redis-8.0}. */
    public String profileName() {
        return profileName;
    }

    /** {@code redis} or {@code valkey}. */
    public String product() {
        return product;
    }

    public boolean isValkey() {
        return product.equals("valkey");
    }

    /** The product's own version. */
    public Version version() {
        return version;
    }

    /** The Redis version that the server claims to be compatible with. */
    public Version redisVersion() {
        return redisVersion;
    }

    /** The version of the format in which the server dumps: it reads none that are newer. */
    public int dumpVersion() {
        return dumpVersion;
    }

    public boolean has(Feature feature) {
        return features.contains(feature);
    }

    /** Whether {@code range} includes this profile. */
    public boolean in(Range range) {
        return range.includes(product, redisVersion);
    }

    /**
     * The profile called {@code name}.
     *
     * @throws IllegalArgumentException when there is none, naming those there are
     */
    public static Profile of(String name) {
        for (Profile profile : values()) {
            if (profile.profileName.equals(name)) {
                return profile;
            }
        }
        String known =
                Arrays.stream(values()).map(p -> p.profileName).collect(Collectors.joining(", "));
        throw new IllegalArgumentException(
                "Unknown profile '" + name + "', expected one of " + known);
    }

    @Override
    public String toString() {
        return profileName;
    }
}
