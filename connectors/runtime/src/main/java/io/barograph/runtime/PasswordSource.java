package io.barograph.runtime;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Where a password is found. It is never an argument, because arguments are visible to all users of a machine, and it is
 * read anew for each connection, so that it can be changed without a restart.
 *
 * @param file file whose first line is the password; null if the variable holds it
 * @param variable environment variable; null if the file holds it
 */
public record PasswordSource(Path file, String variable) {
    /**
     * @throws UncheckedIOException if the file cannot be read
     * @throws IllegalStateException if the variable is not set, or the file is empty
     */
    public String read() {
        return file == null ? readVariable() : readFile();
    }

    private String readVariable() {
        String value = System.getenv(variable);
        if (value == null) {
            throw new IllegalStateException("the environment variable " + variable + " is not set; it should hold the"
                    + " password (it may be empty)");
        }
        return value;
    }

    private String readFile() {
        try {
            return Files.readString(file)
                    .lines()
                    .findFirst()
                    .orElseThrow(() -> new IllegalStateException(
                            "the password file " + file + " is empty; its first line should be the password"));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read the password file " + file + ": " + e.getMessage(), e);
        }
    }
}
