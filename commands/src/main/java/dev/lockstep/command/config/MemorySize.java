package dev.lockstep.command.config;

import dev.lockstep.command.CommandException;
import dev.lockstep.command.ErrorKind;
import java.math.BigInteger;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads sizes such as {@code 100mb}. Stateless. */
public final class MemorySize {

    private static final Pattern TEXT =
            Pattern.compile("(\\d*)(b|k|kb|m|mb|g|gb)?", Pattern.CASE_INSENSITIVE);
    private static final Map<String, Long> UNITS =
            Map.of(
                    "b", 1L,
                    "k", 1000L,
                    "kb", 1L << 10,
                    "m", 1_000_000L,
                    "mb", 1L << 20,
                    "g", 1_000_000_000L,
                    "gb", 1L << 30);
    private static final BigInteger MAX_LONG = BigInteger.valueOf(Long.MAX_VALUE);

    private MemorySize() {}

    /**
     * {@code text} in bytes.
     *
     * @throws CommandException with {@code otherwise} when it is no size, and with an error of its
     *     own when it is beyond a long
     */
    public static long parse(String text, ErrorKind otherwise) {
        Matcher matcher = TEXT.matcher(text);
        if (!matcher.matches()) {
            throw new CommandException(otherwise);
        }
        String unit = matcher.group(2);
        long factor = unit == null ? 1 : UNITS.getOrDefault(unit.toLowerCase(Locale.ROOT), 1L);
        BigInteger number =
                matcher.group(1).isEmpty() ? BigInteger.ZERO : new BigInteger(matcher.group(1));
        BigInteger size = number.multiply(BigInteger.valueOf(factor));
        if (size.compareTo(MAX_LONG) > 0) {
            throw new CommandException(ErrorKind.CONFIG_RANGE, 0, Long.MAX_VALUE);
        }
        return size.longValue();
    }
}
