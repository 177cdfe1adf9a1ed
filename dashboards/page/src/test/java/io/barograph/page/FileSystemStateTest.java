package io.barograph.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.barograph.page.FileSystemState.Word;
import io.barograph.page.results.FileSystemSnapshot;
import io.barograph.schemas.EventKind;
import io.barograph.schemas.EventState;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class FileSystemStateTest {
    private static final FileSystemSnapshot.Slowest USUAL = new FileSystemSnapshot.Slowest("STAT", 1.0);

    static Stream<Arguments> readings() {
        return Stream.of(
                arguments(Samples.well(), Word.WELL, ""),
                arguments(Samples.fileSystem(null, USUAL), Word.UNKNOWN, "no rates of its servers"),
                arguments(Samples.fileSystem(Samples.rates(0, 0.0), null), Word.UNKNOWN, "no timings of probes"),
                arguments(
                        Samples.fileSystem(Samples.rates(0, 0.0), new FileSystemSnapshot.Slowest("DATA_READ", 2.5)),
                        Word.SLOW,
                        "reading data takes 2.5 times as long as usual"),
                arguments(
                        Samples.fileSystem(null, new FileSystemSnapshot.Slowest("DATA_READ", 2.5)),
                        Word.SLOW,
                        "no rates of its servers"),
                arguments(
                        Samples.fileSystem(Samples.rates(0, 0.0), new FileSystemSnapshot.Slowest("STAT", 1.6)),
                        Word.ATTENTION,
                        "stat of a file takes 1.6 times"),
                arguments(Samples.fileSystem(Samples.rates(1, 0.0), USUAL), Word.ATTENTION, "a server is silent"),
                arguments(
                        Samples.fileSystem(Samples.rates(0, 0.3), USUAL),
                        Word.ATTENTION,
                        "30 % of the samples are missing"),
                arguments(
                        Samples.fileSystem(Samples.rates(0, null), USUAL),
                        Word.ATTENTION,
                        "how many samples are missing is not known"));
    }

    @ParameterizedTest
    @MethodSource("readings")
    void shouldSayInOneWordHowItIsAndWhy(FileSystemSnapshot fileSystem, Word word, String reason) {
        FileSystemState state = FileSystemState.of(fileSystem, List.of(), Optional.empty(), true);

        assertThat(state.word()).isEqualTo(word);
        if (reason.isEmpty()) {
            assertThat(state.reasons()).isEmpty();
        } else {
            assertThat(state.reasons()).anySatisfy(said -> assertThat(said).contains(reason));
        }
    }

    @Test
    void shouldFollowTheProbesWhereNoServerReports() {
        assertThat(FileSystemState.of(Samples.fileSystem(null, USUAL), List.of(), Optional.empty(), false))
                .isEqualTo(new FileSystemState(Word.WELL, List.of("its load is not measured")));
        assertThat(FileSystemState.of(
                                Samples.fileSystem(null, new FileSystemSnapshot.Slowest("DELETE", 754)),
                                List.of(),
                                Optional.empty(),
                                false)
                        .word())
                .isEqualTo(Word.SLOW);
        assertThat(FileSystemState.of(Samples.fileSystem(null, null), List.of(), Optional.empty(), false)
                        .word())
                .isEqualTo(Word.UNKNOWN);
    }

    @Test
    void shouldBeUnknownWithoutFreshEvidenceWhateverEventIsOpen() {
        var harm = Samples.event(EventKind.CONTENTION, EventState.OPENED, 60).build();

        assertThat(FileSystemState.of(Samples.fileSystem(null, null), List.of(harm), Optional.empty(), true)
                        .word())
                .isEqualTo(Word.UNKNOWN);
    }

    @Test
    void shouldNeverBeWellWhileEventsAreNotKnown() {
        assertThat(FileSystemState.of(Samples.well(), List.of(), Optional.of("the topic is gone"), true)
                        .word())
                .isEqualTo(Word.UNKNOWN);
    }

    @Test
    void shouldBeSlowWhileHarmIsOpenAndNeedAttentionWhileSpaceIsShort() {
        var harm = Samples.event(EventKind.CONTENTION, EventState.OPENED, 60).build();
        var space = Samples.event(EventKind.CAPACITY, EventState.OPENED, 60)
                .setServer("OST0003")
                .build();

        assertThat(FileSystemState.of(Samples.well(), List.of(space, harm), Optional.empty(), true))
                .isEqualTo(new FileSystemState(
                        Word.SLOW, List.of("Write contention on scratch", "OST0003 of scratch is nearly full")));
        assertThat(FileSystemState.of(Samples.well(), List.of(space), Optional.empty(), true)
                        .word())
                .isEqualTo(Word.ATTENTION);
    }

    @Test
    void shouldNameTheTargetThatIsNearlyFull() {
        FileSystemSnapshot well = Samples.well();
        FileSystemSnapshot full = new FileSystemSnapshot(
                well.name(),
                well.rates(),
                well.slowdowns(),
                new FileSystemSnapshot.Fullest("OST0007", 0.93),
                null,
                null,
                Map.of(),
                List.of());

        assertThat(FileSystemState.of(full, List.of(), Optional.empty(), true).reasons())
                .containsExactly("OST0007 is 93 % full");
    }
}
