package io.barograph.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.barograph.schemas.CatalogueFileSystem;
import io.barograph.schemas.FileSystemCatalogue;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class FileSystemNameResolverTest {
    private static final FileSystemCatalogue CATALOGUE =
            new FileSystemCatalogue(List.of(CatalogueFileSystem.of("scratch", "snx11025")));

    private final List<String> notes = new ArrayList<>();

    @Test
    void shouldKeepAnUnknownNameAndNoteItOnceWithTheNearest() {
        FileSystemNameResolver names = new FileSystemNameResolver(CATALOGUE, null);
        assertThat(List.of("snx11025", "scrach", "scrach", "scratch"))
                .extracting(called -> names.nameOrAsCalled(called, notes::add))
                .containsExactly("scratch", "scrach", "scrach", "scratch");
        assertThat(notes)
                .containsExactly(
                        "file system scrach is not in the catalogue; the nearest is scratch; published as scrach"
                                + " (make it an alias of a file system if it is the same)");
    }

    @Test
    void shouldLeaveAnUnknownNameToBeRefused() {
        FileSystemNameResolver names = new FileSystemNameResolver(CATALOGUE, null);
        assertThat(names.name("snx11025")).contains("scratch");
        assertThat(names.name("scrach")).isEmpty();
        assertThat(names.name(null)).isEmpty();
        assertThat(names.unknown("scrach"))
                .isEqualTo("no file system is called \"scrach\"; the nearest is scratch; add it to fileSystems, or its"
                        + " name to the aliases there");
    }

    @Test
    void shouldCallEverythingAsConfigured() {
        FileSystemNameResolver names = new FileSystemNameResolver(CATALOGUE, "snx11025");
        assertThat(names.name(null)).contains("scratch");
        assertThat(names.nameOrAsCalled("scrach", notes::add)).isEqualTo("scratch");
        assertThat(notes).isEmpty();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new FileSystemNameResolver(CATALOGUE, "scrach"))
                .withMessageContaining("the nearest is scratch");
    }
}
