package io.barograph.runs.operators;

import static org.assertj.core.api.Assertions.assertThat;

import io.barograph.flink.quarantine.RecordIdentity;
import io.barograph.schemas.JobSummary;
import io.barograph.schemas.JobWeather;
import io.barograph.schemas.Topic;
import io.barograph.schemas.motif.MotifRules;
import io.barograph.servers.history.HistoryPolicy;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.common.functions.util.ListCollector;
import org.junit.jupiter.api.Test;

/** What is made of a record names the record that the decoder would have to skip. */
class OriginOfElementsTest {
    @Test
    void shouldNameTheSummaryOfARunAndOfItsDecision() throws Exception {
        JobSummary summary = Site.summary("4711", 10, 70, 1_000, 3);
        List<PendingRun> runs = new ArrayList<>();
        new SummaryToRuns(Site.CATALOGUE, HistoryPolicy.DEFAULT, MotifRules.DEFAULT)
                .flatMap(summary, new ListCollector<>(runs));
        PendingRun run = runs.get(0);
        JobWeather decision = run.draft();
        RecordIdentity expected = RecordIdentity.of(Topic.JOB_SUMMARIES, summary);
        assertThat(expected).hasToString("job-summaries job 4711 from 2018-02-09T10:00:10Z, /bin/ior");
        assertThat(run.origin()).isEqualTo(expected);
        assertThat(new ServerVolumeRequest("OST0003", run.forOneServer(), 0).origin())
                .isEqualTo(expected);
        assertThat(RecordIdentity.ofElement(decision)).isEqualTo(expected);
        assertThat(RecordIdentity.ofElement(summary)).isEqualTo(expected);
    }

    @Test
    void shouldNameAnEventOfAJobAndCutLongNames() {
        assertThat(RecordIdentity.ofElement(Site.start("1", 5, 2)))
                .isEqualTo(RecordIdentity.of(Topic.JOB_EVENTS, Site.start("1", 5, 2)));
        String executable = "x".repeat(100_000);
        RecordIdentity cut = RecordIdentity.ofRun("1", 0, executable);
        assertThat(cut.name()).hasSizeLessThan(1_100);
        assertThat(new RecordIdentity(cut.topic(), cut.name()))
                .as("as topic quarantine gives it back")
                .isEqualTo(cut);
        assertThat(cut).isNotEqualTo(RecordIdentity.ofRun("1", 0, executable + "y"));
        assertThat(RecordIdentity.ofElement("something else")).isNull();
    }
}
