package dev.lockstep.commands.server;

import dev.lockstep.command.CommandSpec;
import dev.lockstep.command.Flag;
import dev.lockstep.command.KeySpec;
import dev.lockstep.command.KeySpec.Access;
import dev.lockstep.command.KeySpec.Counted;
import dev.lockstep.command.KeySpec.Index;
import dev.lockstep.profile.Feature;
import dev.lockstep.profile.Profile;
import dev.lockstep.value.Bytes;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The keys in a command that is not run. Specifications tell them; where those do not fit the
 * arguments, and before there were any, an older and more lenient way does.
 */
final class KeyFinder {

    record Found(Bytes key, Set<Access> access) {}

    private static final Set<Access> UNTOLD = Set.of();

    private final Profile profile;
    private final CommandSpec spec;

    KeyFinder(Profile profile, CommandSpec spec) {
        this.profile = profile;
        this.spec = spec;
    }

    boolean mayHaveKeys() {
        return isStralgo() || spec.keys().stream().anyMatch(KeyFinder::isKey);
    }

    private boolean isStralgo() {
        return spec.fullName().equals("stralgo");
    }

    private static boolean isKey(KeySpec keys) {
        return !keys.access().contains(Access.NOT_KEY);
    }

    /** Whether to find none is no error. */
    boolean mayDoWithoutKeys() {
        return profile.has(Feature.SUBCOMMAND_ROWS) && spec.has(Flag.NO_MANDATORY_KEYS);
    }

    /** The keys in {@code argv}, none when it is not what the command expects. */
    List<Found> find(List<Bytes> argv) {
        if (isStralgo()) {
            return behindKeysToken(argv);
        }
        if (spec.fullName().equals("sort") || spec.fullName().equals("sort_ro")) {
            return withDestination(argv, spec.has(Flag.WRITE));
        }
        boolean counted = spec.keys().stream().anyMatch(keys -> keys.find() instanceof Counted);
        if (counted && !profile.has(Feature.SUBCOMMAND_ROWS)) {
            return leniently(argv);
        }
        List<Found> found = bySpecification(argv);
        if (found != null) {
            return found;
        }
        return counted ? leniently(argv) : List.of();
    }

    private @Nullable List<Found> bySpecification(List<Bytes> argv) {
        List<Found> found = new ArrayList<>();
        for (KeySpec keys : spec.keys()) {
            List<Integer> positions = isKey(keys) ? keys.positions(argv) : List.of();
            if (positions == null) {
                return null;
            }
            Set<Access> access = access(keys, argv);
            positions.forEach(position -> found.add(new Found(argv.get(position), access)));
        }
        return found;
    }

    private Set<Access> access(KeySpec keys, List<Bytes> argv) {
        if (!keys.access().contains(Access.VARIABLE_FLAGS)) {
            return keys.access();
        }
        if (spec.fullName().equals("set") && !hasGet(argv)) {
            return EnumSet.of(Access.OW, Access.UPDATE);
        }
        Set<Access> fixed = EnumSet.copyOf(keys.access());
        fixed.remove(Access.VARIABLE_FLAGS);
        return fixed;
    }

    /** Whether SET is told to return the old value. */
    private static boolean hasGet(List<Bytes> argv) {
        return argv.stream().skip(3).anyMatch(argument -> argument.equalsIgnoreCase("GET"));
    }

    /** Counted keys first, the count read as C reads a number; then a destination. */
    private List<Found> leniently(List<Bytes> argv) {
        List<Found> found = new ArrayList<>();
        for (KeySpec keys : spec.keys()) {
            if (keys.find() instanceof Counted counted && keys.begin() instanceof Index index) {
                int first = index.position() + counted.first();
                long count = leadingNumber(argv.get(index.position() + counted.countAt()));
                if (count < 1 || count > (argv.size() - first) / counted.step()) {
                    return List.of();
                }
                for (int i = 0; i < count; i++) {
                    found.add(new Found(argv.get(first + i * counted.step()), UNTOLD));
                }
            }
        }
        for (KeySpec keys : spec.keys()) {
            if (keys.isFixedRange() && keys.begin() instanceof Index index) {
                found.add(new Found(argv.get(index.position()), UNTOLD));
            }
        }
        return found;
    }

    /** The two keys of STRALGO, which no specification tells. */
    private static List<Found> behindKeysToken(List<Bytes> argv) {
        for (int i = 1; i < argv.size() - 2; i++) {
            if (argv.get(i).equalsIgnoreCase("KEYS")) {
                return List.of(
                        new Found(argv.get(i + 1), UNTOLD), new Found(argv.get(i + 2), UNTOLD));
            }
        }
        return List.of();
    }

    /** The key of SORT and, behind the last STORE that is no argument, the one to store at. */
    private static List<Found> withDestination(List<Bytes> argv, boolean mayStore) {
        List<Found> found = new ArrayList<>();
        found.add(new Found(argv.get(1), EnumSet.of(Access.RO, Access.ACCESS)));
        Bytes destination = null;
        for (int i = 2; i < argv.size(); i++) {
            Bytes word = argv.get(i);
            if (word.equalsIgnoreCase("LIMIT")) {
                i += 2;
            } else if (word.equalsIgnoreCase("BY") || word.equalsIgnoreCase("GET")) {
                i++;
            } else if (word.equalsIgnoreCase("STORE") && i + 1 < argv.size()) {
                destination = argv.get(++i);
            }
        }
        if (destination != null && mayStore) {
            found.add(new Found(destination, EnumSet.of(Access.OW, Access.UPDATE)));
        }
        return found;
    }

    /** Blanks, a sign, digits, and whatever follows; 0 without digits. */
    private static long leadingNumber(Bytes text) {
        int i = 0;
        while (i < text.length() && (text.at(i) == ' ' || (text.at(i) >= 9 && text.at(i) <= 13))) {
            i++;
        }
        boolean negative = i < text.length() && text.at(i) == '-';
        if (negative || (i < text.length() && text.at(i) == '+')) {
            i++;
        }
        long number = 0;
        for (; i < text.length() && text.at(i) >= '0' && text.at(i) <= '9'; i++) {
            number = Math.min(number * 10 + (text.at(i) - '0'), Integer.MAX_VALUE);
        }
        return negative ? -number : number;
    }
}
