package dev.lockstep.lua;

import dev.lockstep.command.CommandException;
import dev.lockstep.command.ErrorKind;
import dev.lockstep.value.Bytes;
import dev.lockstep.value.QuotedWords;
import org.jspecify.annotations.Nullable;

/** The first line of a library: {@code #!lua name=mylib}. */
record LibraryHeader(Bytes name) {

    private static final Bytes SHEBANG = Bytes.of("#!");
    private static final String ENGINE = "lua";
    private static final Bytes NAME = Bytes.of("name=");

    /**
     * Reads the first line of {@code code}.
     *
     * @throws CommandException when it is no header
     */
    static LibraryHeader of(Bytes code) {
        if (!code.startsWith(SHEBANG)) {
            throw new CommandException(ErrorKind.NO_LIBRARY_METADATA);
        }
        int end = code.indexOf((byte) '\n', 0);
        Bytes[] words = end < 0 ? null : QuotedWords.split(code.unsafeArray(), 0, end);
        if (words == null) {
            throw new CommandException(ErrorKind.INVALID_LIBRARY_METADATA);
        }
        Bytes name = name(words);
        if (name == null) {
            throw new CommandException(ErrorKind.NO_LIBRARY_NAME);
        }
        if (!isName(name)) {
            throw new CommandException(ErrorKind.LIBRARY_NAME);
        }
        Bytes engine = words[0].slice(SHEBANG.length(), words[0].length());
        if (!engine.equalsIgnoreCase(ENGINE)) {
            throw new CommandException(ErrorKind.NO_SUCH_ENGINE, engine);
        }
        return new LibraryHeader(name);
    }

    private static @Nullable Bytes name(Bytes[] words) {
        Bytes name = null;
        for (int i = 1; i < words.length; i++) {
            Bytes word = words[i];
            if (!word.toLowerCase().startsWith(NAME)) {
                throw new CommandException(ErrorKind.UNKNOWN_LIBRARY_METADATA, word);
            }
            if (name != null) {
                throw new CommandException(ErrorKind.TWO_LIBRARY_NAMES);
            }
            name = word.slice(NAME.length(), word.length());
        }
        return name;
    }

    /** Whether a library, or a function, may be called {@code name}. */
    static boolean isName(Bytes name) {
        for (int i = 0; i < name.length(); i++) {
            int c = name.unsignedAt(i);
            boolean letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
            if (!letter && !(c >= '0' && c <= '9') && c != '_') {
                return false;
            }
        }
        return !name.isEmpty();
    }
}
