package dev.lockstep.command;

import dev.lockstep.profile.Feature;
import dev.lockstep.profile.Profile;
import dev.lockstep.profile.Range;
import dev.lockstep.profile.Version;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The row of a command: what {@code COMMAND INFO} says of it, and the method that runs it.
 * Immutable; each method returns a row with one thing changed. Arity errors, COMMAND, ACL
 * categories, key positions, queueing in MULTI and what scripts may call all derive from rows.
 *
 * <pre>{@code
 * static final CommandSpec GET =
 *         command("GET", 2).group(STRING).since("1.0.0").flags(READONLY, FAST)
 *                 .keys(at(1).access(RO, ACCESS))
 *                 .runs(StringCommands::get);
 * }</pre>
 */
public final class CommandSpec {

    private record Variant(Range range, UnaryOperator<CommandSpec> change) {}

    private static final Handler WITHOUT_HANDLER =
            (ctx, args) -> {
                throw new IllegalStateException("a row without a handler");
            };

    private String name;
    private String fullName;
    private int arity;
    private Group group = Group.GENERIC;
    private Version since = Version.of("1.0.0");
    private Range range = Range.ALL;
    private Set<Flag> flags = EnumSet.noneOf(Flag.class);
    private @Nullable Set<AclCategory> categories;
    private List<KeySpec> keys = List.of();
    private List<String> tips = List.of();
    private List<CommandSpec> subcommands = List.of();
    private List<Variant> variants = List.of();
    private Handler handler = WITHOUT_HANDLER;

    private CommandSpec(String name, int arity) {
        this.name = name.toLowerCase(Locale.ROOT);
        this.fullName = this.name;
        this.arity = arity;
    }

    private CommandSpec(CommandSpec other) {
        this.name = other.name;
        this.fullName = other.fullName;
        this.arity = other.arity;
        this.group = other.group;
        this.since = other.since;
        this.range = other.range;
        this.flags = other.flags;
        this.categories = other.categories;
        this.keys = other.keys;
        this.tips = other.tips;
        this.subcommands = other.subcommands;
        this.variants = other.variants;
        this.handler = other.handler;
    }

    /**
     * A row.
     *
     * @param arity the number of words, name included; negative for that many or more. A subcommand
     *     counts its container's name.
     */
    public static CommandSpec command(String name, int arity) {
        return new CommandSpec(name, arity);
    }

    private CommandSpec with(java.util.function.Consumer<CommandSpec> change) {
        CommandSpec copy = new CommandSpec(this);
        change.accept(copy);
        return copy;
    }

    public CommandSpec arity(int number) {
        return with(spec -> spec.arity = number);
    }

    public CommandSpec group(Group value) {
        return with(spec -> spec.group = value);
    }

    /** The Redis version that brought the command; older profiles do not have it. */
    public CommandSpec since(String version) {
        return with(spec -> spec.since = Version.of(version));
    }

    /** Only these servers have the command. */
    public CommandSpec only(Range servers) {
        return with(spec -> spec.range = servers);
    }

    /** The flags, in place of any before. */
    public CommandSpec flags(Flag... values) {
        return with(spec -> spec.flags = setOf(Flag.class, values));
    }

    /** ACL categories in place of the group's; those that follow from flags come on top. */
    public CommandSpec categories(AclCategory... values) {
        return with(spec -> spec.categories = setOf(AclCategory.class, values));
    }

    /** Not even the categories of its group, as servers have it for containers of subcommands. */
    public CommandSpec noCategories() {
        return with(spec -> spec.categories = EnumSet.noneOf(AclCategory.class));
    }

    public CommandSpec keys(KeySpec... specs) {
        return with(spec -> spec.keys = List.of(specs));
    }

    /** Hints for clients, as {@code nondeterministic_output}. */
    public CommandSpec tips(String... texts) {
        return with(spec -> spec.tips = List.of(texts));
    }

    public CommandSpec runs(Handler method) {
        return with(spec -> spec.handler = method);
    }

    /** Whether there is a method that runs it; a container may do without. */
    boolean hasHandler() {
        return handler != WITHOUT_HANDLER;
    }

    /**
     * Makes this the container of {@code specs}. Any other word is refused, unless the container
     * has a handler of its own to do that.
     */
    public CommandSpec subcommands(CommandSpec... specs) {
        return subcommands(List.of(specs));
    }

    public CommandSpec subcommands(List<CommandSpec> specs) {
        List<CommandSpec> children = new ArrayList<>();
        for (CommandSpec child : specs) {
            children.add(
                    child.with(
                            spec -> {
                                spec.fullName = name + "|" + child.name;
                                spec.group = group;
                            }));
        }
        return with(spec -> spec.subcommands = List.copyOf(children));
    }

    /** On the servers in {@code servers}, the row is changed by {@code change}. */
    public CommandSpec in(Range servers, UnaryOperator<CommandSpec> change) {
        List<Variant> more = new ArrayList<>(variants);
        more.add(new Variant(servers, change));
        return with(spec -> spec.variants = List.copyOf(more));
    }

    private static <E extends Enum<E>> Set<E> setOf(Class<E> type, E[] values) {
        Set<E> set = EnumSet.noneOf(type);
        set.addAll(List.of(values));
        return set;
    }

    /** The row as {@code profile} has it, or null when it has no such command. */
    public @Nullable CommandSpec in(Profile profile) {
        CommandSpec resolved = this;
        for (Variant variant : variants) {
            if (profile.in(variant.range)) {
                resolved = variant.change.apply(resolved);
            }
        }
        // What only Valkey has counts in Valkey's own versions.
        boolean own = resolved.range.product() == Range.Product.VALKEY;
        Version version = own ? profile.version() : profile.redisVersion();
        if (!profile.in(resolved.range) || !version.atLeast(resolved.since)) {
            return null;
        }
        List<CommandSpec> children = new ArrayList<>();
        for (CommandSpec child : resolved.subcommands) {
            CommandSpec resolvedChild = child.in(profile);
            if (resolvedChild != null) {
                children.add(
                        profile.has(Feature.SUBCOMMAND_ROWS)
                                ? resolvedChild
                                : resolvedChild.judgedAs(resolved));
            }
        }
        return resolved.with(
                spec -> {
                    spec.subcommands = List.copyOf(children);
                    if (!spec.keys.stream().allMatch(KeySpec::isFixedRange)) {
                        spec.flags = EnumSet.copyOf(spec.flags);
                        spec.flags.add(Flag.MOVABLEKEYS);
                    }
                });
    }

    /**
     * This row with the flags and categories of {@code container}, which older servers judge by.
     */
    private CommandSpec judgedAs(CommandSpec container) {
        return with(
                spec -> {
                    spec.flags = container.flags;
                    spec.categories = container.categories;
                });
    }

    /** In small letters, without the container's. */
    public String name() {
        return name;
    }

    /** With the container's name in front: {@code client|id}. */
    public String fullName() {
        return fullName;
    }

    public int arity() {
        return arity;
    }

    public Group group() {
        return group;
    }

    public Version since() {
        return since;
    }

    public Set<Flag> flags() {
        return flags;
    }

    public boolean has(Flag flag) {
        return flags.contains(flag);
    }

    public List<KeySpec> keys() {
        return keys;
    }

    /** The keys at fixed positions, as the first, the last and the step. */
    public KeyRange keyRange() {
        return KeyRange.of(keys);
    }

    public List<String> tips() {
        return tips;
    }

    public List<CommandSpec> subcommands() {
        return subcommands;
    }

    public Handler handler() {
        return handler;
    }

    /** The ACL categories: the row's own or its group's, and those that follow from the flags. */
    public Set<AclCategory> categories() {
        Set<AclCategory> all = EnumSet.noneOf(AclCategory.class);
        if (group == Group.MODULE) {
            return all; // a module's command is in no category, whatever its flags
        }
        all.addAll(categories == null ? group.categories() : categories);
        if (has(Flag.WRITE)) {
            all.add(AclCategory.WRITE);
        }
        if (has(Flag.READONLY) && !all.contains(AclCategory.SCRIPTING)) {
            all.add(AclCategory.READ);
        }
        if (has(Flag.ADMIN)) {
            all.add(AclCategory.ADMIN);
            all.add(AclCategory.DANGEROUS);
        }
        if (has(Flag.PUBSUB)) {
            all.add(AclCategory.PUBSUB);
        }
        if (has(Flag.BLOCKING)) {
            all.add(AclCategory.BLOCKING);
        }
        all.add(has(Flag.FAST) ? AclCategory.FAST : AclCategory.SLOW);
        return all;
    }

    /** Whether a command of {@code words} words, name included, has the right length. */
    public boolean accepts(int words) {
        return arity >= 0 ? words == arity : words >= -arity;
    }

    @Override
    public String toString() {
        return fullName;
    }
}
