package dev.lockstep.lua.corpus;

import dev.lockstep.value.Bytes;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;

/** A script of the corpus with what each server replied. */
record CorpusRow(
        String id,
        String flags,
        Bytes script,
        List<Bytes> keys,
        List<Bytes> args,
        Map<ScriptHost.Server, String> replies) {

    /** All rows: a line with the name, then script, keys, arguments and replies, a line each. */
    static List<CorpusRow> load(String resource) {
        List<CorpusRow> rows = new ArrayList<>();
        CorpusRow row = null;
        for (String line : text(resource).split("\n", -1)) {
            if (line.startsWith("# ")) {
                String[] words = line.substring(2).split(" ", 2);
                String flags = words.length > 1 ? words[1] : "";
                row = new CorpusRow(words[0], flags, Bytes.EMPTY);
            } else if (line.startsWith("> ") && row != null) {
                row = row.withScript(unescaped(line.substring(2)));
                rows.add(row);
            } else if (row != null && line.length() > 2) {
                row.add(line.charAt(0), line.substring(2));
            }
        }
        return rows;
    }

    /** What {@code server} replied. */
    String reply(ScriptHost.Server server) {
        String reply = replies.get(server);
        if (reply == null) {
            throw new IllegalStateException("row " + id + " has no reply of " + server);
        }
        return reply;
    }

    private CorpusRow(String id, String flags, Bytes script) {
        this(
                id,
                flags,
                script,
                new ArrayList<>(),
                new ArrayList<>(),
                new EnumMap<>(ScriptHost.Server.class));
    }

    private CorpusRow withScript(Bytes text) {
        return new CorpusRow(id, flags, text);
    }

    private void add(char kind, String text) {
        switch (kind) {
            case 'k' -> keys.add(unescaped(text));
            case 'a' -> args.add(unescaped(text));
            case '=' -> {
                String[] parts = text.split(" ", 2);
                for (ScriptHost.Server server : ScriptHost.Server.values()) {
                    if (parts[0].equals("*") || parts[0].equalsIgnoreCase(server.name())) {
                        replies.put(server, parts[1]);
                    }
                }
            }
            default -> throw new IllegalStateException("line of row " + id + ": " + text);
        }
    }

    private static String text(String resource) {
        try (InputStream in = CorpusRow.class.getResourceAsStream(resource)) {
            if (in == null) {
                throw new IllegalStateException("no " + resource);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Bytes unescaped(String text) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        int i = 0;
        while (i < text.length()) {
            char c = text.charAt(i++);
            if (c != '\\') {
                bytes.write(c);
                continue;
            }
            char escaped = text.charAt(i++);
            switch (escaped) {
                case 'n' -> bytes.write('\n');
                case 'r' -> bytes.write('\r');
                case 't' -> bytes.write('\t');
                case 'x' -> {
                    bytes.write(HexFormat.fromHexDigits(text, i, i + 2));
                    i += 2;
                }
                default -> bytes.write(escaped);
            }
        }
        return Bytes.wrap(bytes.toByteArray());
    }
}
