package dev.lockstep.value;

/**
 * A pattern as Redis matches keys, channels and settings: {@code *}, {@code ?}, {@code [a-z]},
 * {@code [^a]} and a backslash before what stands for itself. Odd patterns mean what they mean
 * there: a class that is never closed ends with the pattern, a range may be given backwards and
 * counts bytes from 128 on as negative, the empty text matches nothing but the empty pattern.
 * Immutable.
 *
 * <pre>{@code
 * Glob.of(Bytes.of("user:*")).matches(Bytes.of("user:42"));     // true
 * }</pre>
 */
public final class Glob {

    private static final int NO_STAR = -1;

    private final Bytes pattern;
    private final boolean caseless;

    private Glob(Bytes pattern, boolean caseless) {
        this.pattern = pattern;
        this.caseless = caseless;
    }

    public static Glob of(Bytes pattern) {
        return new Glob(pattern, false);
    }

    /** A pattern to which the case of ASCII letters does not matter. */
    public static Glob caseless(Bytes pattern) {
        return new Glob(pattern, true);
    }

    /**
     * Whether the pattern is just a star. KEYS and SCAN then take every key, the empty one as well,
     * which a star by itself does not match.
     */
    public boolean isEverything() {
        return pattern.length() == 1 && pattern.at(0) == '*';
    }

    /**
     * Whether all of {@code text} matches. Takes at most the product of both lengths: all but a
     * star matches exactly one byte, so only the last star met has ever to be tried again.
     */
    public boolean matches(Bytes text) {
        if (text.isEmpty()) {
            return pattern.isEmpty();
        }
        int p = 0;
        int t = 0;
        int afterStar = NO_STAR;
        int starText = 0;
        while (t < text.length()) {
            if (isStar(p)) {
                afterStar = ++p;
                starText = t;
            } else if (p < pattern.length() && matchesOne(p, text.at(t))) {
                p = endOfOne(p);
                t++;
            } else if (afterStar != NO_STAR) {
                p = afterStar;
                t = ++starText;
            } else {
                return false;
            }
        }
        while (isStar(p)) {
            p++;
        }
        return p == pattern.length();
    }

    private boolean isStar(int p) {
        return p < pattern.length() && pattern.at(p) == '*';
    }

    /** Whether the part of the pattern that begins at {@code p} matches {@code c}. */
    private boolean matchesOne(int p, int c) {
        return switch (pattern.at(p)) {
            case '?' -> true;
            case '[' -> matchesClass(p + 1, c);
            case '\\' -> same(pattern.at(p + 1 < pattern.length() ? p + 1 : p), c);
            default -> same(pattern.at(p), c);
        };
    }

    private int endOfOne(int p) {
        return switch (pattern.at(p)) {
            case '[' -> endOfClass(p + 1);
            case '\\' -> Math.min(p + 2, pattern.length());
            default -> p + 1;
        };
    }

    private boolean matchesClass(int start, int c) {
        int p = start;
        boolean negated = p < pattern.length() && pattern.at(p) == '^';
        if (negated) {
            p++;
        }
        boolean found = false;
        while (p < pattern.length() && pattern.at(p) != ']') {
            int end = endOfItem(p);
            found |= itemMatches(p, end, c);
            p = end;
        }
        return found != negated;
    }

    private int endOfClass(int start) {
        int p = start;
        if (p < pattern.length() && pattern.at(p) == '^') {
            p++;
        }
        while (p < pattern.length() && pattern.at(p) != ']') {
            p = endOfItem(p);
        }
        return Math.min(p + 1, pattern.length()); // a class may lack its bracket
    }

    /** An item of a class is an escaped byte, a range, or a byte. */
    private int endOfItem(int p) {
        if (pattern.at(p) == '\\' && p + 1 < pattern.length()) {
            return p + 2;
        }
        return isRange(p) ? p + 3 : p + 1;
    }

    private boolean isRange(int p) {
        return p + 2 < pattern.length() && pattern.at(p + 1) == '-';
    }

    private boolean itemMatches(int p, int end, int c) {
        if (end - p == 2) {
            return same(pattern.at(p + 1), c);
        }
        if (end - p == 1) {
            return same(pattern.at(p), c);
        }
        int low = Math.min(pattern.at(p), pattern.at(p + 2));
        int high = Math.max(pattern.at(p), pattern.at(p + 2));
        int value = folded(c);
        return value >= folded(low) && value <= folded(high);
    }

    private boolean same(int a, int b) {
        return a == b || folded(a) == folded(b);
    }

    private int folded(int c) {
        return caseless && c >= 'A' && c <= 'Z' ? c + ('a' - 'A') : c;
    }

    @Override
    public String toString() {
        return pattern.toString();
    }
}
