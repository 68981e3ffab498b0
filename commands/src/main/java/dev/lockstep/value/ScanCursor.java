package dev.lockstep.value;

import org.jspecify.annotations.Nullable;

/** The cursor of SCAN, HSCAN, SSCAN and ZSCAN: an unsigned number of 64 bits. Stateless. */
public final class ScanCursor {

    private ScanCursor() {}

    /**
     * The cursor that {@code text} spells, or null when it spells none.
     *
     * @param strict how the servers since 7.2 read it: blanks in front are allowed, but neither the
     *     empty text nor a negative number in its plain spelling
     */
    public static @Nullable Long parse(Bytes text, boolean strict) {
        if (strict) {
            return Numbers.parseUnsigned(text);
        }
        if (text.isEmpty() || text.at(0) == 0) {
            return 0L;
        }
        return Numbers.isBlank(text.at(0)) ? null : Numbers.strtoull(text);
    }
}
