package io.barograph.sources.darshan;

import static org.assertj.core.api.Assertions.assertThat;

import io.barograph.runtime.UnreadableSourceException;
import io.barograph.sources.testing.TextMutations;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class DarshanPositionFuzzTest {
    private static final Path FILE = Path.of("darshan.position");
    private static final List<String> NAMES = List.of("a_ior_id1_11-21-4711-1_1.darshan", "with \"quotes\"\n.darshan");
    private static final DarshanPosition POSITION = new DarshanPosition(
            LocalDate.of(2026, 11, 12), Map.of("2026/11/21/a.darshan", Instant.parse("2026-11-21T12:00:00.5Z")));

    @Provide
    Arbitrary<String> damagedPositions() {
        return TextMutations.of(List.of(POSITION.text(), new DarshanPosition(LocalDate.MIN, Map.of()).text()));
    }

    @Provide
    Arbitrary<String> damagedNames() {
        return TextMutations.of(List.of(DarshanPosition.namesText(NAMES), "[]\n"));
    }

    @Example
    void shouldReadWhatItWrote() {
        assertThat(DarshanPosition.parse(POSITION.text(), FILE)).isEqualTo(POSITION);
        assertThat(DarshanPosition.parseNames(DarshanPosition.namesText(NAMES), FILE))
                .containsExactlyElementsOf(NAMES);
    }

    @Property
    void shouldReadADamagedPositionOrNameTheFile(@ForAll("damagedPositions") String text) {
        try {
            assertThat(DarshanPosition.parse(text, FILE).firstDay()).isNotNull();
        } catch (UnreadableSourceException e) {
            assertThat(e).hasMessageContaining("darshan.position");
        }
    }

    @Property
    void shouldReadDamagedNamesOrNameTheFile(@ForAll("damagedNames") String text) {
        try {
            assertThat(DarshanPosition.parseNames(text, FILE)).doesNotContainNull();
        } catch (UnreadableSourceException e) {
            assertThat(e).hasMessageContaining("darshan.position");
        }
    }
}
