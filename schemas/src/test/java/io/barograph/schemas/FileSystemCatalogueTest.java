package io.barograph.schemas;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class FileSystemCatalogueTest {
    private final FileSystemCatalogue catalogue = new FileSystemCatalogue(List.of(
            CatalogueFileSystem.of("snx11025", "/scratch1"), CatalogueFileSystem.of("cscratch", "/global/cscratch1")));

    @Test
    void shouldResolveNamesAliasesAndMountPoints() {
        assertThat(catalogue.resolve("snx11025")).map(CatalogueFileSystem::name).contains("snx11025");
        assertThat(catalogue.resolve("/scratch1/"))
                .map(CatalogueFileSystem::name)
                .contains("snx11025");
        assertThat(catalogue.resolve("scratch1")).map(CatalogueFileSystem::name).contains("snx11025");
        assertThat(catalogue.resolve("/global/cscratch1"))
                .map(CatalogueFileSystem::name)
                .contains("cscratch");
        assertThat(catalogue.resolve("cscratch1")).isEmpty();
    }

    @Test
    void shouldNameTheNearestKnownName() {
        assertThat(catalogue.nearest("/scratch2")).contains("scratch1 (snx11025)");
        assertThat(catalogue.nearest("snx11026")).contains("snx11025");
    }

    @Test
    void shouldRefuseAnAliasOfTwoFileSystems() {
        assertThatThrownBy(() -> new FileSystemCatalogue(
                        List.of(CatalogueFileSystem.of("a", "/x"), CatalogueFileSystem.of("b", "/x"))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("belongs to both a and b");
    }
}
