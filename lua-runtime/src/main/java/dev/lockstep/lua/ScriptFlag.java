package dev.lockstep.lua;

import dev.lockstep.command.CommandException;
import dev.lockstep.command.ErrorKind;
import dev.lockstep.value.Bytes;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;

/** What the first line of a script, {@code #!lua flags=no-writes,allow-oom}, says of it. */
enum ScriptFlag {
    NO_WRITES,
    ALLOW_OOM,
    ALLOW_STALE,
    NO_CLUSTER,
    ALLOW_CROSS_SLOT_KEYS;

    private static final Bytes SHEBANG = Bytes.of("#!");
    private static final String ENGINE = "#!lua";
    private static final String OPTION = "flags=";

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
        String[] words = source.slice(0, end).latin1().trim().split("[ \t\r]+", -1);
        if (!words[0].equals(ENGINE)) {
            throw new CommandException(ErrorKind.SHEBANG_ENGINE, Bytes.latin1(words[0]));
        }
        Set<ScriptFlag> flags = EnumSet.noneOf(ScriptFlag.class);
        for (int i = 1; i < words.length; i++) {
            if (!words[i].startsWith(OPTION)) {
                throw new CommandException(ErrorKind.SHEBANG_OPTION, Bytes.latin1(words[i]));
            }
            String names = words[i].substring(OPTION.length());
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

    /** {@code source} with its first line emptied, so that lines keep their numbers. */
    static Bytes withoutLine(Bytes source) {
        int end = source.indexOf((byte) '\n', 0);
        return source.slice(end, source.length());
    }
}
