package io.barograph.schemas.motif;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MotifTest {
    @ParameterizedTest
    @CsvSource({
        "0, 0, MIXED",
        "1, 0, READ",
        "0, 1, WRITE",
        "90, 10, READ",
        "89, 11, MIXED",
        "10, 90, WRITE",
        "11, 89, MIXED",
        "50, 50, MIXED",
        "9223372036854775807, 9223372036854775807, MIXED",
    })
    void shouldNameTheDirectionOfNineTenthsOfTheBytes(long read, long written, RunDirection direction) {
        assertThat(RunDirection.of(read, written)).isEqualTo(direction);
    }

    @ParameterizedTest
    @CsvSource({
        "0, 16, SHARED",
        "1, 16, SHARED",
        "16, 16, FILE_PER_PROCESS",
        "17, 16, SHARED",
        "32, 16, FILE_PER_PROCESS",
        "2049, 2048, FILE_PER_PROCESS",
        "2150, 2048, FILE_PER_PROCESS",
        "2156, 2048, SHARED",
        "16313, 16384, SHARED",
        "3, 1, FILE_PER_PROCESS",
    })
    void shouldTellFilePerProcessByFilesThatTheProcessesDivide(long files, int processes, FileSharing layout) {
        assertThat(FileSharing.ofFileCount(files, processes)).isEqualTo(layout);
    }

    @ParameterizedTest
    @CsvSource({"0, 10, FILE_PER_PROCESS", "4, 10, FILE_PER_PROCESS", "5, 10, SHARED", "10, 10, SHARED"})
    void shouldCallALayoutSharedFromHalfOfTheBytes(long shared, long bytes, FileSharing layout) {
        assertThat(FileSharing.ofBytes(shared, bytes)).isEqualTo(layout);
    }

    @ParameterizedTest
    @CsvSource({
        "1, 1",
        "2, 2",
        "3, 4",
        "4, 4",
        "5, 4",
        "6, 8",
        "11, 8",
        "12, 16",
        "2048, 2048",
        "2800, 2048",
        "2900, 4096",
        "2147483647, 1073741824",
    })
    void shouldRoundProcessesToThePowerOfTwoNearestInRatio(int processes, int rounded) {
        assertThat(Motif.powerOfTwo(processes)).isEqualTo(rounded);
    }

    @ParameterizedTest
    @CsvSource({"999999999, 2, false", "1000000000, 2, true", "1000000000, 1, false", "0, 4096, false"})
    void shouldJudgeOnlyRunsOfOneGigabyteAndTwoProcesses(long bytes, int processes, boolean eligible) {
        assertThat(RunEligibility.DEFAULT.holds(bytes, processes)).isEqualTo(eligible);
    }

    @Test
    void shouldPutAllPartsIntoTheKey() {
        assertThat(new Motif("scratch", "ior", RunDirection.WRITE, FileSharing.SHARED, "knl", 4_000).key())
                .isEqualTo("scratch/ior/write/shared/knl/4096");
        assertThat(new Motif("scratch", "ior", RunDirection.MIXED, null, null, 1).key())
                .isEqualTo("scratch/ior/mixed/-/-/1");
    }

    @Test
    void shouldRefuseARunWithoutProcesses() {
        assertThatThrownBy(() -> new Motif("scratch", "ior", RunDirection.READ, FileSharing.SHARED, null, 0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("0 is no number of processes");
    }
}
