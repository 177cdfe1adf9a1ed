package io.barograph.influxdb;

import java.io.IOException;
import java.io.Serializable;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Where a password or token is found. The secret itself is read on the machine that writes, when the writer opens, and
 * is neither part of the job graph nor of any text that this class makes.
 */
public record SecretSource(Kind kind, String location) implements Serializable {
    private enum Kind {
        FILE,
        ENVIRONMENT
    }

    /** @param file file that holds nothing but the secret; white space around it is ignored */
    public static SecretSource file(Path file) {
        return new SecretSource(Kind.FILE, file.toString());
    }

    public static SecretSource environment(String variable) {
        if (variable.isBlank()) {
            throw new IllegalArgumentException("the name of the environment variable with the secret is empty");
        }
        return new SecretSource(Kind.ENVIRONMENT, variable);
    }

    /** @throws IOException if there is none; the message says where it was looked for */
    public String read() throws IOException {
        String secret = kind == Kind.FILE ? readFile() : System.getenv(location);
        if (secret == null || secret.isBlank()) {
            throw new IOException("no secret in " + this + ": put the password or token there");
        }
        return secret.strip();
    }

    private String readFile() throws IOException {
        try {
            return Files.readString(Path.of(location));
        } catch (IOException e) {
            throw new IOException(
                    "cannot read the secret in " + this + " (" + e.getClass().getSimpleName()
                            + "): create the file with the password or token, readable for the user of this process",
                    e);
        }
    }

    /** {@return where the secret is found; never the secret} */
    @Override
    public String toString() {
        return (kind == Kind.FILE ? "file " : "environment variable ") + location;
    }
}
