package io.barograph.sources.lustre;

import io.barograph.runtime.UnreadableSourceException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** What {@code lctl get_param} printed, saved in a file. */
final class ParameterFile implements ServerTextSource {
    private static final int MAX_BYTES = 64 * 1024 * 1024;

    private final Path file;
    private final int mostBytes;

    /** @param file the file */
    ParameterFile(Path file) {
        this(file, MAX_BYTES);
    }

    ParameterFile(Path file, int mostBytes) {
        this.file = file;
        this.mostBytes = mostBytes;
    }

    @Override
    public String name() {
        return file.toString();
    }

    @Override
    public Reading read(ParseProblemHandler problems) {
        try (InputStream input = Files.newInputStream(file)) {
            byte[] bytes = input.readNBytes(mostBytes + 1);
            if (bytes.length > mostBytes) {
                throw new UnreadableSourceException(
                        name(),
                        "larger than " + mostBytes + " bytes",
                        "save the parameters of one server at one moment in one file");
            }
            ParameterTexts texts = ParameterTexts.parse(name(), new String(bytes, StandardCharsets.UTF_8), problems);
            return new Reading(texts, Files.getLastModifiedTime(file).toInstant());
        } catch (IOException e) {
            throw new UnreadableSourceException(
                    name(), "cannot be read: " + e, "give \"lctlFile\" a file that lctl get_param wrote", e);
        }
    }
}
