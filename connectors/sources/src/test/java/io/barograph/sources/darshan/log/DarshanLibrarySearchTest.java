package io.barograph.sources.darshan.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.barograph.sources.darshan.DarshanTesting;
import io.barograph.sources.darshan.record.DarshanLibraryException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DarshanLibrarySearchTest {
    private static final String WHEEL_NAME = "libdarshan-util-18cc005b.so.0.0.0";

    @TempDir
    Path folder;

    private DarshanLibrarySearch search(Map<String, String> environment) {
        return new DarshanLibrarySearch(
                environment,
                folder.resolve("root"),
                List.of(folder.resolve("installation")),
                () -> List.of(folder.resolve("site-packages")));
    }

    private Path library(String relative) throws IOException {
        Path file = folder.resolve(relative);
        Files.createDirectories(file.getParent());
        return Files.createFile(file);
    }

    @Test
    void shouldSayHowToInstallALibraryThatIsNowhere() {
        assertThatThrownBy(() -> search(Map.of()).find())
                .isInstanceOf(DarshanLibraryException.class)
                .hasMessageContaining("libdarshan-util not found")
                .hasMessageContaining("pip install darshan")
                .hasMessageContaining("Darshan module")
                .hasMessageContaining("--darshan-library")
                .hasMessageContaining("BAROGRAPH_DARSHAN_LIBRARY");
    }

    @Test
    void shouldSayThatTheNamedLibraryDoesNotExist() {
        Path absent = folder.resolve("absent.so");

        assertThatThrownBy(() -> DarshanLibrary.at(absent))
                .hasMessageContaining(absent.toString())
                .hasMessageContaining("--darshan-library");
        assertThatThrownBy(() -> search(Map.of(DarshanLibrary.VARIABLE, absent.toString()))
                        .find())
                .hasMessageContaining(absent.toString())
                .hasMessageContaining(DarshanLibrary.VARIABLE);
    }

    @Test
    void shouldTakeTheNamedLibraryWhateverItIsCalled() throws IOException {
        Path named = library("own/util.so");

        assertThat(DarshanLibrary.at(named).path()).isEqualTo(named);
        assertThat(search(Map.of(DarshanLibrary.VARIABLE, named.toString()))
                        .find()
                        .path())
                .isEqualTo(named);
    }

    @Test
    void shouldPreferTheVariableToTheLibraryPathToTheSystemToPythonToTheInstallation() throws IOException {
        Path installed = library("installation/.barograph/darshan/darshan.libs/" + WHEEL_NAME);
        assertThat(search(Map.of()).find().path()).isEqualTo(installed);

        Path python = library("site-packages/darshan.libs/" + WHEEL_NAME);
        assertThat(search(Map.of()).find().path()).isEqualTo(python);

        Path prefix = library("prefix/lib/libdarshan-util.so");
        Map<String, String> withPrefix =
                Map.of("DARSHAN_UTIL", folder.resolve("prefix").toString());
        assertThat(search(withPrefix).find().path()).isEqualTo(prefix);

        Path opt = library("root/opt/darshan-3.4.7/lib/libdarshan-util.so.0");
        assertThat(search(withPrefix).find().path()).isEqualTo(opt);

        Path local = library("root/usr/local/lib/libdarshan-util.so");
        assertThat(search(withPrefix).find().path()).isEqualTo(local);

        Path system = library("root/usr/lib/x86_64-linux-gnu/libdarshan-util.so");
        assertThat(search(withPrefix).find().path()).isEqualTo(system);

        Path libraryPath = library("module/libdarshan-util.so");
        assertThat(search(Map.of("LD_LIBRARY_PATH", ":" + libraryPath.getParent()))
                        .find()
                        .path())
                .isEqualTo(libraryPath);
    }

    @Test
    void shouldPassByFilesThatOnlyLookLikeTheLibrary() throws IOException {
        library("site-packages/darshan.libs/libdarshan-util.so.txt");
        Files.createDirectories(folder.resolve("site-packages/darshan.libs/libdarshan-util.so"));

        assertThatThrownBy(() -> search(Map.of()).find()).isInstanceOf(DarshanLibraryException.class);
    }

    @Test
    void shouldSayThatAFileIsNoDarshanLibrary() throws IOException {
        Path text = library("libdarshan-util.so");
        Files.writeString(text, "no library");

        assertThatThrownBy(() ->
                        new ReaderProcess(new DarshanLibrary(text), DarshanTesting.catalogue(), Duration.ofSeconds(60)))
                .isInstanceOf(DarshanLibraryException.class)
                .hasMessageContaining(text.toString())
                .hasMessageContaining("pip install darshan");
    }
}
