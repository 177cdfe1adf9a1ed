package io.barograph.sources.darshan.log;

import static org.assertj.core.api.Assertions.assertThat;

import io.barograph.sources.darshan.log.LogContents.PathKind;
import io.barograph.sources.darshan.log.LogContents.Place;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PathRootsTest {
    private final PathRoots roots = new PathRoots(
            Map.of("/", "rootfs", "/scratch", "lustre", "/scratch/fast", "lustre", "/home", "nfs"),
            Set.of("/", "/home", "/home/projects", "/scratch"));

    @ParameterizedTest
    @CsvSource({
        "/scratch/user/file, /scratch, /scratch",
        "/scratch, /scratch, /scratch",
        "/scratchy/file, /, /",
        "/scratch//file, /scratch, /scratch",
        "/scratch/fast/file, /scratch/fast,",
        "/home/user/file, /home, /home",
        "/home/projects/file, /home, /home/projects",
        "/etc/hosts, /, /"
    })
    void shouldTakeTheLongestMountAndAnAliasAtLeastAsLong(String path, String mountPoint, String alias) {
        Place place = roots.placeOf(path);

        assertThat(place.kind()).isEqualTo(PathKind.ABSOLUTE);
        assertThat(place.mountPoint()).isEqualTo(mountPoint);
        assertThat(place.alias()).isEqualTo(alias);
    }

    @Test
    void shouldKnowNoMountPointWithoutAMountTable() {
        Place place = new PathRoots(Map.of(), Set.of()).placeOf("/scratch/a");

        assertThat(place).isEqualTo(new Place(PathKind.ABSOLUTE, null, null, null));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "file", "./file", "160345792", "<anon>"})
    void shouldNotPlaceWhatIsNoAbsolutePath(String name) {
        assertThat(roots.placeOf(name)).isEqualTo(Place.NOWHERE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"<STDIN>", "<STDOUT>", "<STDERR>"})
    void shouldKnowTheStandardStreams(String name) {
        assertThat(roots.placeOf(name)).isEqualTo(Place.STREAM);
    }
}
