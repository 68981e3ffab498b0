package dev.lockstep.command;

import dev.lockstep.command.config.Parameter;
import dev.lockstep.command.config.ParameterTable;
import dev.lockstep.profile.Profile;
import dev.lockstep.value.Bytes;
import dev.lockstep.value.Numbers;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The settings of one server, under their names in {@code redis.conf}: those that the profile has,
 * with the values that it begins with.
 *
 * <pre>{@code
 * Config config = new Config(Profile.REDIS_8_0);
 * config.apply("maxmemory", "100mb");
 * config.number("maxmemory");          // 104857600
 * }</pre>
 */
public final class Config {

    /** A setting and its value; two names may share one. */
    public static final class Setting {
        private final Parameter parameter;
        private String value;
        private long number;

        private Setting(Parameter parameter) {
            this.parameter = parameter;
            set(parameter.initial());
        }

        private void set(String text) {
            value = text;
            number = Numbers.parseLong(Bytes.of(text), 0);
        }

        public Parameter parameter() {
            return parameter;
        }

        public String value() {
            return value;
        }

        /** The value as CONFIG GET shows it. */
        public String shownValue() {
            return parameter.type().shown(value);
        }
    }

    private final Profile profile;
    private final Map<String, Setting> settings = new TreeMap<>();
    private final Map<String, Setting> byInnerName = new TreeMap<>();
    private final List<Runnable> listeners = new ArrayList<>();
    private final Setting password;

    public Config(Profile profile) {
        this.profile = profile;
        ParameterTable table = ParameterTable.of(profile);
        for (Parameter parameter : table.parameters()) {
            settings.put(parameter.name(), new Setting(parameter));
        }
        table.aliases().forEach((alias, name) -> settings.put(alias, existing(name)));
        table.innerNames().forEach((inner, name) -> byInnerName.put(inner, existing(name)));
        password = existing("requirepass");
    }

    /** All settings by name, in alphabetical order. */
    public Map<String, Setting> settings() {
        return Collections.unmodifiableMap(settings);
    }

    private Setting existing(String name) {
        Setting setting = settings.getOrDefault(name, byInnerName.get(name));
        if (setting == null) {
            throw new IllegalStateException("no such setting: " + name);
        }
        return setting;
    }

    /** The value of {@code name}, or null when there is no such setting. */
    public @Nullable String get(String name) {
        Setting setting = settings.get(name);
        return setting == null ? null : setting.value;
    }

    /** The value of a setting that is a number. */
    public long number(String name) {
        return existing(name).number;
    }

    /** The value of {@code name}, which is a setting. */
    public String text(String name) {
        return existing(name).value;
    }

    /** Whether clients may come in without a password. */
    public boolean isPasswordFree() {
        return password.value.isEmpty();
    }

    /**
     * Sets {@code name} before the server starts, as a line of {@code redis.conf} would.
     *
     * @throws IllegalArgumentException saying why, when there is no such setting or it takes no
     *     such value
     */
    public void apply(String name, String value) {
        Setting setting = settings.get(name.toLowerCase(Locale.ROOT));
        if (setting == null) {
            throw new IllegalArgumentException(profile + " has no setting '" + name + "'");
        }
        try {
            setting.set(setting.parameter.type().atStart(value, setting.value));
        } catch (CommandException e) {
            throw new IllegalArgumentException(
                    name + " '" + value + "': " + e.text(profile).utf8(), e);
        }
        listeners.forEach(Runnable::run);
    }

    /** Sets {@code name} to what the server itself knows to be right, such as its port. */
    public void set(String name, String value) {
        setAll(Map.of(name, value));
    }

    /** Sets several at once: values that their types have accepted. */
    public void setAll(Map<String, String> values) {
        values.forEach((name, value) -> existing(name).set(value));
        listeners.forEach(Runnable::run);
    }

    /** Runs {@code listener} after each change. */
    public void onChange(Runnable listener) {
        listeners.add(listener);
    }
}
