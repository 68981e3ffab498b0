package dev.lockstep;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** What must go with the code that the jar carries. */
class LicencesTest {

    /** Of this project alone: other jars on the class path have files of the same names. */
    private static String read(String name) throws IOException {
        String folder =
                LockstepServer.class.getProtectionDomain().getCodeSource().getLocation() + "";
        try (InputStream in = new URL(folder + "META-INF/" + name).openStream()) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @Test
    void theLicenceOfTheProjectIsThere() throws IOException {
        assertThat(read("LICENSE")).contains("Apache License", "Version 2.0");
    }

    @Test
    void theNoticeNamesEachLibraryAndItsLicence() throws IOException {
        assertThat(read("NOTICE")).contains("Netty", "JCTools", "LuaJ");
        assertThat(read("licenses/luaj.txt"))
                .contains("Copyright (c) 2007-2013 LuaJ.org", "Permission is hereby granted");
    }
}
