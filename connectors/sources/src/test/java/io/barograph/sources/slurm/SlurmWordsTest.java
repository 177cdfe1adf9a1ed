package io.barograph.sources.slurm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.barograph.runtime.RefusedRecordException;
import java.time.Instant;
import java.time.ZoneId;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SlurmWordsTest {
    private final SlurmTime times = new SlurmTime(ZoneId.of("America/Los_Angeles"));

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            nullValues = "-",
            value = {
                "123|123|123|-|false|-|-",
                "123_4|123_4|123|4|true|-|-",
                "123_[5-9%2]|123_[5-9%2]|123|-|true|-|-",
                "123_[1,3,5-7]|123_[1,3,5-7]|123|-|true|-|-",
                "123_[1,3,5...]|123_[1,3,5...]|123|-|true|-|-",
                "123+1|123+1|123|-|false|1|-",
                "123.0|123|123|-|false|-|0",
                "123.batch|123|123|-|false|-|batch",
                "123_4.extern|123_4|123|4|true|-|extern",
                "123+1.0|123+1|123|-|false|1|0",
                "123.0+1|123|123|-|false|-|0+1",
            })
    void shouldTellJobsTasksComponentsAndStepsApart(
            String text, String job, long number, Long task, boolean array, Integer component, String step)
            throws Exception {
        assertThat(SlurmJobId.parse(text)).isEqualTo(new SlurmJobId(job, number, task, array, component, step));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "abc", "-1", "1_", "1+", "1_[", "1_[]", "1.", "12345678901234567890", "1 2", "1_2_3"})
    void shouldRefuseWhatIsNoJobId(String text) {
        assertThatThrownBy(() -> SlurmJobId.parse(text))
                .isInstanceOf(RefusedRecordException.class)
                .hasMessageContaining("is no job id");
    }

    @ParameterizedTest
    @CsvSource({
        "COMPLETED, COMPLETED, true, true",
        "CANCELLED by 1001, CANCELLED, true, true",
        "CANCELLED+, CANCELLED, true, true",
        "TIMEOUT, TIMEOUT, true, true",
        "NODE_FAIL, NODE_FAIL, true, true",
        "OUT_OF_MEMORY, OUT_OF_MEMORY, true, true",
        "REQUEUED, REQUEUED, true, true",
        "RUNNING, RUNNING, true, false",
        "SUSPENDED, SUSPENDED, true, false",
        "PENDING, PENDING, false, false",
        "REQUEUE_HOLD, REQUEUE_HOLD, false, false",
        "SOMETHING_NEW, SOMETHING_NEW, true, false",
    })
    void shouldKnowWhichStatesHaveStartedAndEnded(String text, String name, boolean started, boolean ended)
            throws Exception {
        SlurmState state = SlurmState.parse(text);

        assertThat(state.name()).isEqualTo(name);
        assertThat(state.hasStarted()).isEqualTo(started);
        assertThat(state.hasEnded()).isEqualTo(ended);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "0", "1001 by", "A|B"})
    void shouldRefuseWhatIsNoState(String text) {
        assertThatThrownBy(() -> SlurmState.parse(text))
                .isInstanceOf(RefusedRecordException.class)
                .hasMessageContaining("is no job state");
    }

    @ParameterizedTest
    @CsvSource({
        "2017-03-20T01:59:02, 2017-03-20T08:59:02Z", // daylight saving time, 7 h
        "2017-03-01T01:59:02, 2017-03-01T09:59:02Z", // 8 h
        "2017-11-05T01:30:00, 2017-11-05T08:30:00Z", // shown twice: the first
        "2017-03-20T01:59:02Z, 2017-03-20T01:59:02Z",
        "2017-03-20T01:59:02+0100, 2017-03-20T00:59:02Z",
        "2017-03-20T01:59:02+01:00, 2017-03-20T00:59:02Z",
        "1490000342, 2017-03-20T08:59:02Z",
    })
    void shouldReadTimesWithAndWithoutZone(String text, Instant time) throws Exception {
        assertThat(times.parse("Start", text)).isEqualTo(time);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "Unknown", "None", "(null)", "0", "1970-01-01T00:00:00Z"})
    void shouldNotKnowTheTimeWhereSlurmDoesNot(String text) throws Exception {
        assertThat(times.parse("End", text)).isNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"yesterday", "20 Mar 01:59", "2017-13-01T00:00:00", "999999999999999999", "-5", "1e9"})
    void shouldRefuseWhatIsNoTimeAndSayHowToWriteIt(String text) {
        assertThatThrownBy(() -> times.parse("Start", text))
                .isInstanceOf(RefusedRecordException.class)
                .hasMessageContaining("Start = \"" + text + "\" is no time")
                .hasMessageContaining("SLURM_TIME_FORMAT");
    }
}
