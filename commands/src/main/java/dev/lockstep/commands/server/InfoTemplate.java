package dev.lockstep.commands.server;

import dev.lockstep.profile.Profile;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * The sections of INFO and their fields, in the order of the profile, with the values that a server
 * shows which has just started. Read when the first client asks. Immutable.
 */
record InfoTemplate(List<InfoTemplate.Section> sections) {

    private static final Map<Profile, InfoTemplate> TEMPLATES = new EnumMap<>(Profile.class);

    static {
        for (Profile profile : Profile.values()) {
            TEMPLATES.put(profile, read("info-" + profile + ".txt"));
        }
    }

    /** One section; one with a list of something has no fields here. */
    record Section(String name, List<Field> fields) {}

    /** One field. */
    record Field(String name, String value) {

        /** Whether the server knows the value. */
        boolean isLive() {
            return value.equals("?");
        }
    }

    static InfoTemplate of(Profile profile) {
        InfoTemplate template = TEMPLATES.get(profile);
        if (template == null) {
            throw new IllegalStateException("no template for " + profile);
        }
        return template;
    }

    private static InfoTemplate read(String resource) {
        try (InputStream in = InfoTemplate.class.getResourceAsStream(resource)) {
            if (in == null) {
                throw new IllegalStateException("no resource " + resource);
            }
            return parse(new String(in.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new IllegalStateException(resource, e);
        }
    }

    private static InfoTemplate parse(String text) {
        List<Section> sections = new ArrayList<>();
        List<Field> fields = new ArrayList<>();
        for (String line : text.lines().toList()) {
            int colon = line.indexOf(':');
            if (line.startsWith("# ")) {
                fields = new ArrayList<>();
                sections.add(new Section(line.substring(2), fields));
            } else if (colon > 0 && !line.startsWith("%")) {
                fields.add(new Field(line.substring(0, colon), line.substring(colon + 1)));
            }
        }
        return new InfoTemplate(List.copyOf(sections));
    }
}
