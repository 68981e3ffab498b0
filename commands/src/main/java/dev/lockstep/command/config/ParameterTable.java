package dev.lockstep.command.config;

import dev.lockstep.command.config.Parameter.Protection;
import dev.lockstep.profile.Profile;
import dev.lockstep.profile.Range;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.StringTokenizer;
import org.jspecify.annotations.Nullable;

/** The settings of each profile, read from {@code parameters.txt} when first wanted. Immutable. */
public final class ParameterTable {

    private static final String RESOURCE = "parameters.txt";

    private static final Map<Profile, Lazy> TABLES = new EnumMap<>(Profile.class);

    static {
        for (Profile profile : Profile.values()) {
            TABLES.put(profile, new Lazy(profile));
        }
    }

    private final Map<String, Parameter> parameters = new LinkedHashMap<>();
    private final Map<String, String> aliases = new LinkedHashMap<>();
    private final Map<String, String> innerNames = new LinkedHashMap<>();

    private ParameterTable(Profile profile, List<String> lines) {
        lines.forEach(line -> read(profile, line));
    }

    /** The settings that {@code profile} has. */
    public static ParameterTable of(Profile profile) {
        Lazy table = TABLES.get(profile);
        if (table == null) {
            throw new IllegalStateException("no settings for " + profile);
        }
        return table.get();
    }

    /*
     * A JVM mostly plays one profile, and the first server in it should start fast, so a table is
     * read when first wanted. Two threads that want it at once may both read it: the same.
     */
    private static final class Lazy {
        private final Profile profile;
        private volatile @Nullable ParameterTable table;

        Lazy(Profile profile) {
            this.profile = profile;
        }

        ParameterTable get() {
            ParameterTable read = table;
            if (read == null) {
                read = new ParameterTable(profile, lines());
                table = read;
            }
            return read;
        }
    }

    /** The settings in alphabetical order. */
    public Iterable<Parameter> parameters() {
        return Collections.unmodifiableCollection(parameters.values());
    }

    /** Other names, each with the setting that it is. */
    public Map<String, String> aliases() {
        return Collections.unmodifiableMap(aliases);
    }

    /** Names of later servers under which this program, but no client, finds a setting. */
    public Map<String, String> innerNames() {
        return Collections.unmodifiableMap(innerNames);
    }

    private void read(Profile profile, String line) {
        int end = line.indexOf(" =");
        String[] words = words(end < 0 ? line : line.substring(0, end));
        if (!isIn(profile, words[1])) {
            return;
        }
        if (words[2].equals("alias")) {
            aliases.put(words[0], words[3]);
            return;
        }
        if (words[2].equals("inner-name-of")) {
            innerNames.put(words[0], words[3]);
            return;
        }
        boolean hidden = words[2].equals("hidden");
        int next = hidden ? 3 : 2;
        Protection protection = protection(words[next]);
        int type = protection == Protection.NONE ? next : next + 1;
        parameters.put(
                words[0],
                new Parameter(
                        words[0],
                        hidden,
                        protection,
                        List.of(words).subList(type, words.length),
                        line.substring(end + 2).trim()));
    }

    private static String[] words(String text) {
        StringTokenizer tokens = new StringTokenizer(text, " ");
        String[] words = new String[tokens.countTokens()];
        for (int i = 0; i < words.length; i++) {
            words[i] = tokens.nextToken();
        }
        return words;
    }

    private static Protection protection(String word) {
        return switch (word) {
            case "fixed" -> Protection.FIXED;
            case "protected" -> Protection.PROTECTED;
            default -> Protection.NONE;
        };
    }

    private static boolean isIn(Profile profile, String servers) {
        for (String item : servers.split(",", -1)) {
            if (profile.in(range(item))) {
                return true;
            }
        }
        return false;
    }

    /** One of {@code all redis valkey redis:VERSIONS VERSIONS}, as the file explains. */
    private static Range range(String item) {
        int colon = item.indexOf(':');
        String product = colon < 0 ? item : item.substring(0, colon);
        Range range =
                switch (product) {
                    case "redis" -> Range.REDIS;
                    case "valkey" -> Range.VALKEY;
                    default -> Range.ALL;
                };
        String versions = item.substring(colon + 1);
        int dots = versions.indexOf("..");
        if (versions.startsWith("-")) {
            return range.until(versions.substring(1));
        } else if (versions.endsWith("+")) {
            return range.from(versions.substring(0, versions.length() - 1));
        } else if (dots > 0) {
            return range.from(versions.substring(0, dots)).until(versions.substring(dots + 2));
        }
        return range;
    }

    private static List<String> lines() {
        try (InputStream in = ParameterTable.class.getResourceAsStream(RESOURCE)) {
            if (in == null) {
                throw new IllegalStateException("missing resource " + RESOURCE);
            }
            String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            return text.lines().filter(line -> !line.isEmpty() && line.charAt(0) != '#').toList();
        } catch (IOException e) {
            throw new IllegalStateException("cannot read " + RESOURCE, e);
        }
    }
}
