package dev.lockstep.lua;

import dev.lockstep.command.CommandException;
import dev.lockstep.command.ErrorKind;
import dev.lockstep.value.Bytes;
import dev.lockstep.value.QuotedWords;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What the first line of a script, {@code #!lua flags=no-writes,allow-oom}, says of it. */
enum ScriptFlag {
    NO_WRITES,
    ALLOW_OOM,
    ALLOW_STALE,
    NO_CLUSTER,
    ALLOW_CROSS_SLOT_KEYS;

    private static final Bytes SHEBANG = Bytes.of("#!");
    private static final Bytes ENGINE = Bytes.of("#!lua");
    private static final Bytes OPTION = Bytes.of("flags=");

    private final String redisName = name().toLowerCase(Locale.ROOT).replace('_', '-');

    static boolean areIn(Bytes source) {
        return source.startsWith(SHEBANG);
    }

    /** The flags in the first line of {@code source}, which begins with {@code #!}. */
    static Set<ScriptFlag> parse(Bytes source) {
        int end = source.indexOf((byte) '\n', 0);
        if (end < 0) {
            throw new CommandException(ErrorKind.INVALID_SHEBANG);
        }
        Bytes[] words = QuotedWords.split(source.unsafeArray(), 0, end);
        if (words == null) {
            throw new CommandException(ErrorKind.UNBALANCED_SHEBANG);
        }
        if (!words[0].equals(ENGINE)) {
            throw new CommandException(ErrorKind.SHEBANG_ENGINE, words[0]);
        }
        Set<ScriptFlag> flags = EnumSet.noneOf(ScriptFlag.class);
        for (int i = 1; i < words.length; i++) {
            if (!words[i].startsWith(OPTION)) {
                throw new CommandException(ErrorKind.SHEBANG_OPTION, words[i]);
            }
            String names = words[i].slice(OPTION.length(), words[i].length()).latin1();
            if (!names.isEmpty()) {
                for (String name : names.split(",", -1)) {
                    flags.add(flag(name));
                }
            }
        }
        return flags;
    }

    private static ScriptFlag flag(String name) {
        for (ScriptFlag flag : values()) {
            if (flag.redisName.equals(name)) {
                return flag;
            }
        }
        throw new CommandException(ErrorKind.SHEBANG_FLAG, Bytes.latin1(name));
    }

    /** The flag called {@code name} in letters of any case, or null. */
    static @Nullable ScriptFlag named(Bytes name) {
        for (ScriptFlag flag : values()) {
            if (name.equalsIgnoreCase(flag.redisName)) {
                return flag;
            }
        }
        return null;
    }

    String redisName() {
        return redisName;
    }

    /** {@code source} with its first line emptied, so that lines keep their numbers. */
    static Bytes withoutLine(Bytes source) {
        int end = source.indexOf((byte) '\n', 0);
        return source.slice(end, source.length());
    }
}
