package dev.lockstep.command.config;

import dev.lockstep.command.CommandException;
import dev.lockstep.command.ErrorKind;
import dev.lockstep.value.Bytes;
import dev.lockstep.value.Numbers;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/** The types of settings, under the names that {@code parameters.txt} gives them. */
final class ParameterTypes {

    private static final int MAX_PORT = 65535;
    private static final int MAX_HERTZ = 500;
    private static final int MAX_OOM_SCORE = 2000;
    private static final int PERCENTILE_DECIMALS = 6;
    private static final Pattern HOSTNAME = Pattern.compile("[A-Za-z0-9.-]*");

    private ParameterTypes() {}

    /** The type that {@code words} describe: its name, then what it needs. */
    static ParameterType read(List<String> words) {
        return switch (words.get(0)) {
            case "text" -> (value, current) -> value;
            case "bool" -> ParameterTypes::bool;
            case "int" -> integer(Long.parseLong(words.get(1)), Long.parseLong(words.get(2)));
            case "hertz" -> ParameterTypes::hertz;
            case "memory" -> memory(Long.parseLong(words.get(1)));
            case "memory-or-percent" -> ParameterTypes::memoryOrPercent;
            case "enum" -> choice(List.of(words.get(1).split("\\|", -1)));
            case "enums" -> choices(List.of(words.get(1).split("\\|", -1)));
            case "port" -> unchangeable(integer(0, MAX_PORT), ErrorKind.CONFIG_CANNOT_LISTEN);
            case "tls-port" -> unchangeable(integer(0, MAX_PORT), ErrorKind.CONFIG_NO_TLS);
            case "bind" -> unchangeable((value, current) -> value, ErrorKind.CONFIG_CANNOT_BIND);
            case "directory" ->
                    unchangeable((value, current) -> value, ErrorKind.CONFIG_NO_DIRECTORY);
            case "filename" -> ParameterTypes::filename;
            case "save" -> ParameterTypes::save;
            case "events" -> new EventClasses(words.get(1));
            case "buffer-limits" -> ParameterTypes::bufferLimits;
            case "percentiles" -> ParameterTypes::percentiles;
            case "oom-scores" -> ParameterTypes::oomScores;
            case "hostname" -> ParameterTypes::hostname;
            default -> throw new IllegalStateException("no such type of setting: " + words);
        };
    }

    private static CommandException refusal(ErrorKind reason, Object... details) {
        return new CommandException(reason, details);
    }

    private static String bool(String value, String current) {
        String lower = value.toLowerCase(Locale.ROOT);
        if (!lower.equals("yes") && !lower.equals("no")) {
            throw refusal(ErrorKind.CONFIG_NOT_BOOL);
        }
        return lower;
    }

    private static long toLong(String value) {
        Bytes text = Bytes.of(value);
        if (!Numbers.isLong(text)) {
            throw refusal(ErrorKind.CONFIG_NOT_INTEGER);
        }
        return Numbers.parseLong(text, 0);
    }

    private static ParameterType integer(long min, long max) {
        return (value, current) -> {
            long number = toLong(value);
            if (number < min || number > max) {
                throw refusal(ErrorKind.CONFIG_RANGE, min, max);
            }
            return Long.toString(number);
        };
    }

    private static String hertz(String value, String current) {
        String number = integer(0, Integer.MAX_VALUE).normalize(value, current);
        return Integer.toString(Math.min(Math.max(Integer.parseInt(number), 1), MAX_HERTZ));
    }

    private static ParameterType memory(long min) {
        return (value, current) -> {
            long size = MemorySize.parse(value, ErrorKind.CONFIG_NOT_MEMORY);
            if (size < min) {
                throw refusal(ErrorKind.CONFIG_RANGE, min, Long.MAX_VALUE);
            }
            return Long.toString(size);
        };
    }

    private static String memoryOrPercent(String value, String current) {
        if (!value.endsWith("%")) {
            return Long.toString(MemorySize.parse(value, ErrorKind.CONFIG_NOT_MEMORY_OR_PERCENT));
        }
        long percent = Numbers.parseLong(Bytes.of(value.substring(0, value.length() - 1)), -1);
        if (percent < 0) {
            throw refusal(ErrorKind.CONFIG_NOT_MEMORY_OR_PERCENT);
        }
        if (percent > 100) {
            throw refusal(ErrorKind.CONFIG_PERCENT_RANGE);
        }
        return percent + "%";
    }

    private static ParameterType choice(List<String> names) {
        return (value, current) -> {
            for (String name : names) {
                if (name.equalsIgnoreCase(value)) {
                    return name;
                }
            }
            throw refusal(ErrorKind.CONFIG_NOT_ONE_OF, String.join(", ", names));
        };
    }

    /** Several of {@code names}, of which the first stands for none. */
    private static ParameterType choices(List<String> names) {
        ParameterType one = choice(names);
        return (value, current) -> {
            List<String> chosen = new ArrayList<>();
            for (String word : value.split(" ", -1)) {
                chosen.add(one.normalize(word, current));
            }
            List<String> shown = new ArrayList<>(names);
            shown.remove(0);
            shown.retainAll(chosen);
            return shown.isEmpty() ? names.get(0) : String.join(" ", shown);
        };
    }

    /** A setting that the server has acted on when it started, and cannot act on again. */
    private static ParameterType unchangeable(ParameterType type, ErrorKind reason) {
        return new ParameterType() {
            @Override
            public String normalize(String value, String current) {
                String normal = type.normalize(value, current);
                if (!normal.equals(current)) {
                    throw refusal(reason);
                }
                return normal;
            }

            @Override
            public String atStart(String value, String current) {
                return type.normalize(value, current);
            }
        };
    }

    private static List<String> words(String value) {
        return value.isBlank() ? List.of() : List.of(value.trim().split(" +", -1));
    }

    private static String filename(String value, String current) {
        if (value.indexOf('/') >= 0) {
            throw refusal(ErrorKind.CONFIG_PATH);
        }
        return value;
    }

    /** Pairs of seconds and changes. */
    private static String save(String value, String current) {
        List<String> words = words(value);
        boolean right = words.size() % 2 == 0;
        for (int i = 0; right && i < words.size(); i++) {
            right = Numbers.parseLong(Bytes.of(words.get(i)), -1) >= (i % 2 == 0 ? 1 : 0);
        }
        if (!right) {
            throw refusal(ErrorKind.CONFIG_SAVE);
        }
        return String.join(" ", words);
    }

    /** {@code class hard soft seconds}, for as many classes as are to change. */
    private static String bufferLimits(String value, String current) {
        List<String> words = words(value);
        if (words.size() % 4 != 0) {
            throw refusal(ErrorKind.CONFIG_BUFFER_ARGUMENTS);
        }
        List<String> limits = new ArrayList<>(words(current));
        for (int i = 0; i < words.size(); i += 4) {
            int at = limits.indexOf(bufferClass(words.get(i)));
            limits.set(at + 1, bufferSize(words.get(i + 1)));
            limits.set(at + 2, bufferSize(words.get(i + 2)));
            long seconds = Numbers.parseLong(Bytes.of(words.get(i + 3)), -1);
            if (seconds < 0) {
                throw refusal(ErrorKind.CONFIG_BUFFER_NUMBERS);
            }
            limits.set(at + 3, Long.toString(seconds));
        }
        return String.join(" ", limits);
    }

    private static String bufferClass(String word) {
        String name = word.toLowerCase(Locale.ROOT);
        return switch (name) {
            case "normal", "slave", "pubsub" -> name;
            case "replica" -> "slave";
            default -> throw refusal(ErrorKind.CONFIG_BUFFER_CLASS);
        };
    }

    private static String bufferSize(String word) {
        return Long.toString(MemorySize.parse(word, ErrorKind.CONFIG_BUFFER_NUMBERS));
    }

    private static String percentiles(String value, String current) {
        List<String> percentiles = new ArrayList<>();
        for (String word : words(value)) {
            double percentile;
            try {
                percentile = Double.parseDouble(word);
            } catch (NumberFormatException e) {
                throw refusal(ErrorKind.CONFIG_PERCENTILES);
            }
            if (!(percentile >= 0 && percentile <= 100)) {
                throw refusal(ErrorKind.CONFIG_PERCENTILE_RANGE);
            }
            percentiles.add(
                    new BigDecimal(percentile)
                            .setScale(PERCENTILE_DECIMALS, RoundingMode.HALF_EVEN)
                            .stripTrailingZeros()
                            .toPlainString());
        }
        return String.join(" ", percentiles);
    }

    private static String oomScores(String value, String current) {
        List<String> words = words(value);
        if (words.size() != 3) {
            throw refusal(ErrorKind.CONFIG_OOM_ARGUMENTS);
        }
        for (String word : words) {
            long score = Numbers.parseLong(Bytes.of(word), Long.MAX_VALUE);
            if (score < -MAX_OOM_SCORE || score > MAX_OOM_SCORE) {
                throw refusal(ErrorKind.CONFIG_OOM_SCORES);
            }
        }
        return String.join(" ", words);
    }

    private static String hostname(String value, String current) {
        if (!HOSTNAME.matcher(value).matches()) {
            throw refusal(ErrorKind.CONFIG_HOSTNAME);
        }
        return value;
    }
}
