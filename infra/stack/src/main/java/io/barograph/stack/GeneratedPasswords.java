package io.barograph.stack;

import io.barograph.runtime.PrivateFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.HexFormat;

/** Passwords that nobody chooses: made once, kept in a file that only its owner reads. */
final class GeneratedPasswords {
    private static final int BYTES = 24;

    private GeneratedPasswords() {}

    /** @return a new one, of letters and digits */
    static String random() {
        byte[] bytes = new byte[BYTES];
        new SecureRandom().nextBytes(bytes);
        return HexFormat.of().formatHex(bytes);
    }

    /** @return the one of the file, or a new one that is in the file now */
    static String keptIn(Path file) throws IOException {
        if (!Files.exists(file)) {
            PrivateFolder.write(file, random());
        }
        return Files.readString(file).strip();
    }
}
