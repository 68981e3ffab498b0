package dev.lockstep.lua;

import dev.lockstep.value.Bytes;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** The digest that scripts are known by. Stateless. */
public final class Sha1 {

    /** The length of a digest as text. */
    public static final int HEX_LENGTH = 40;

    private static final String DIGITS = "0123456789abcdef";

    private Sha1() {}

    /** The SHA-1 of {@code data} in small hexadecimal digits. */
    public static Bytes hex(Bytes data) {
        byte[] digest = digest().digest(data.unsafeArray());
        byte[] hex = new byte[HEX_LENGTH];
        for (int i = 0; i < digest.length; i++) {
            hex[2 * i] = (byte) DIGITS.charAt(digest[i] >> 4 & 0xf);
            hex[2 * i + 1] = (byte) DIGITS.charAt(digest[i] & 0xf);
        }
        return Bytes.wrap(hex);
    }

    private static MessageDigest digest() {
        try {
            return MessageDigest.getInstance("SHA-1");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-1", e);
        }
    }
}
