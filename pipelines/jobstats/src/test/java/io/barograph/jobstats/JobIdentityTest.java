package io.barograph.jobstats;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JobIdentityTest {
    @ParameterizedTest
    @CsvSource({
        "4711, 4711",
        "4711.ior.1001, 4711",
        "4711:ior:1001, 4711",
        "4711.pbs01, 4711",
        "4711_3, 4711_3",
        "4711[3].pbs01, 4711[3].pbs01",
        "7z.1001, 7z.1001",
        "ior.1001, ior.1001",
        "'', ''"
    })
    void shouldTakeTheNumberThatAnIdBeginsWith(String entryId, String id) {
        assertThat(JobIdentity.of(entryId, null, null).id()).isEqualTo(id);
        assertThat(JobIdentity.numberOf(entryId)).isEqualTo(id);
    }

    @Test
    void shouldLeaveAnIdOfProgramAndUserAsItIs() {
        assertThat(JobIdentity.of("2048.1001", "2048", "1001")).isEqualTo(new JobIdentity("2048.1001", "2048", "1001"));
    }

    @Test
    void shouldNameAProgramAsTheKernelDoes() {
        assertThat(JobIdentity.idOfProgram("/home/a/bin/ior -a POSIX -o /scratch/x", "1001"))
                .isEqualTo("ior.1001");
        assertThat(JobIdentity.idOfProgram("/opt/very-long-program-name", "1001"))
                .isEqualTo("very-long-progr.1001");
    }

    @Test
    void shouldCountTheProcessesOfOneJobTogether() {
        assertThat(JobIdentity.of("4711.ior", null, null)).isEqualTo(JobIdentity.of("4711.bash", null, null));
    }
}
