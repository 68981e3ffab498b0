package dev.lockstep.profile;

/** A version such as 7.0.15, ordered by its numbers. */
public record Version(int major, int minor, int patch) implements Comparable<Version> {

    /** Reads {@code "7"}, {@code "7.0"} or {@code "7.0.15"}. */
    public static Version of(String text) {
        int firstDot = text.indexOf('.');
        if (firstDot < 0) {
            return new Version(Integer.parseInt(text), 0, 0);
        }
        int major = Integer.parseInt(text.substring(0, firstDot));
        int secondDot = text.indexOf('.', firstDot + 1);
        if (secondDot < 0) {
            return new Version(major, Integer.parseInt(text.substring(firstDot + 1)), 0);
        }
        int minor = Integer.parseInt(text.substring(firstDot + 1, secondDot));
        return new Version(major, minor, Integer.parseInt(text.substring(secondDot + 1)));
    }

    /** Whether this version is {@code other} or a later one. */
    public boolean atLeast(Version other) {
        return compareTo(other) >= 0;
    }

    /** The number that servers print as {@code REDIS_VERSION_NUM}: a byte for each part. */
    public int number() {
        return major << 16 | minor << 8 | patch;
    }

    @Override
    public int compareTo(Version other) {
        return Integer.compare(number(), other.number());
    }

    @Override
    public String toString() {
        return major + "." + minor + "." + patch;
    }
}
