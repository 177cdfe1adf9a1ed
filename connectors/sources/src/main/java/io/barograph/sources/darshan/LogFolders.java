package io.barograph.sources.darshan;

import io.barograph.runtime.UserFile;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;

/** The tree that Darshan writes to: {@code <root>/YYYY/M/D}, numbers without leading zeros. */
record LogFolders(Path root) {
    /** A log that is being written ends in {@code .darshan_partial}; Darshan renames it when it is whole. */
    private static final String SUFFIX = ".darshan";

    Path of(LocalDate day) {
        return root.resolve(Integer.toString(day.getYear()))
                .resolve(Integer.toString(day.getMonthValue()))
                .resolve(Integer.toString(day.getDayOfMonth()));
    }

    /**
     * @return names of the day's whole logs; none if the folder does not exist
     * @throws IOException if the folder cannot be listed, or is or lies below a link
     */
    List<String> logs(LocalDate day) throws IOException {
        Path folder = of(day);
        List<String> names = new ArrayList<>();
        try (UserFile opened = UserFile.openFolder(root, folder);
                DirectoryStream<Path> files = Files.newDirectoryStream(opened.path())) {
            for (Path file : files) {
                String name = file.getFileName().toString();
                if (name.endsWith(SUFFIX)) {
                    names.add(name);
                }
            }
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        } catch (NoSuchFileException e) {
            return List.of();
        }
        return names;
    }
}
