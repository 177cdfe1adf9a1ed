package io.barograph.stack;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProgramFinderTest {
    @TempDir
    private Path folder;

    @Test
    void shouldPreferTheSearchPathToTheUsualPlaces() throws Exception {
        Path onPath = program("path");
        Path usual = program("usual");
        assertThat(ProgramFinder.find("server", folder("path"), List.of(folder("usual"))))
                .contains(onPath);
        assertThat(ProgramFinder.find("server", folder("nowhere"), List.of(folder("usual"))))
                .contains(usual);
    }

    @Test
    void shouldNotTakeFoldersOrFilesThatCannotRun() throws Exception {
        Files.createDirectories(folder.resolve("a/server"));
        Files.createDirectories(folder.resolve("b"));
        Files.writeString(folder.resolve("b/server"), "text");
        assertThat(ProgramFinder.find("server", folder("a") + ":" + folder("b"), List.of()))
                .isEmpty();
    }

    private String folder(String name) {
        return folder.resolve(name).toString();
    }

    private Path program(String name) throws Exception {
        Path file = Files.createDirectories(folder.resolve(name)).resolve("server");
        Files.writeString(file, "#!/bin/sh\n");
        assertThat(file.toFile().setExecutable(true)).isTrue();
        return file;
    }
}
