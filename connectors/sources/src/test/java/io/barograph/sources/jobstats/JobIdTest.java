package io.barograph.sources.jobstats;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JobIdTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "24|24",
                "4478544.6|4478544.6",
                "1234_[5]|1234_[5]",
                "\"my\\x20job\\x3a1\"|my job:1",
                "my job: 3|my job: 3",
                "\"gr\\xC3\\xBCn.1000\"|grün.1000",
                "raw\\x20id|raw id",
                "\"bad\\xZZ\\x2\"|bad%5CxZZ%5Cx2",
                "\"|%22",
                "\"a\\x0Ab\"|a%0Ab",
                "100%|100%25",
                "\"\"|``",
            })
    void shouldUnquoteAndUnescape(String printed, String id) {
        assertThat(JobId.of(printed, JobIdForm.WHOLE)).isEqualTo(new JobId(id, null, null));
    }

    @Test
    void shouldKeepIdsApartWhoseBytesAreNoUtf8() {
        assertThat(JobId.of("\"a\\xff\"", JobIdForm.WHOLE)).isNotEqualTo(JobId.of("\"a\\xfe\"", JobIdForm.WHOLE));
    }

    @Test
    void shouldDivideExecutableAndUserAtTheLastDot() {
        assertThat(JobId.of("python3.11.1000", JobIdForm.PROCNAME_UID))
                .isEqualTo(new JobId("python3.11.1000", "python3.11", "1000"));
        assertThat(JobId.of("kworker/0", JobIdForm.PROCNAME_UID)).isEqualTo(new JobId("kworker/0", null, null));
        assertThat(JobId.of(".1000", JobIdForm.PROCNAME_UID)).isEqualTo(new JobId(".1000", null, null));
        assertThat(JobId.of("cp.", JobIdForm.PROCNAME_UID)).isEqualTo(new JobId("cp.", null, null));
    }
}
