package dev.lockstep.lua.vm;

import dev.lockstep.value.Bytes;

/** How messages show the name of a chunk: the Lua of Redis keeps it to 80 characters. */
public final class ChunkName {

    private static final int SIZE = 80;
    private static final int MAX_FILE = SIZE - 8;
    private static final int MAX_TEXT = SIZE - 17;

    private ChunkName() {}

    /**
     * {@code =name} and {@code @file} without their mark, source text as {@code [string "..."]}.
     */
    public static Bytes display(Bytes chunkName) {
        String name = chunkName.latin1();
        int nul = name.indexOf('\0');
        if (nul >= 0) {
            name = name.substring(0, nul);
        }
        if (name.startsWith("=")) {
            return Bytes.latin1(name.substring(1, Math.min(name.length(), SIZE)));
        }
        if (name.startsWith("@")) {
            String file = name.substring(1);
            return Bytes.latin1(
                    file.length() > MAX_FILE
                            ? "..." + file.substring(file.length() - MAX_FILE)
                            : file);
        }
        int end = 0;
        while (end < name.length() && name.charAt(end) != '\n' && name.charAt(end) != '\r') {
            end++;
        }
        end = Math.min(end, MAX_TEXT);
        String dots = end < name.length() ? "..." : "";
        return Bytes.latin1("[string \"" + name.substring(0, end) + dots + "\"]");
    }
}
