package io.barograph.attacks;

import static org.assertj.core.api.Assertions.assertThat;

import io.barograph.containers.ContainerResults;
import io.barograph.jobs.analysis.AnalysisJob;
import io.barograph.schemas.Topic;
import io.barograph.testing.AtLength;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The analysis loses all its state in the middle, and starts again from the topics. */
@AtLength
class StartedAgainIT {
    /** More than is decided again; in the middle of an event, and of runs. */
    private static final Duration LOST_AFTER = Duration.ofMinutes(46);

    @Test
    void shouldEmitEachResultOnceWhenTheStateIsLost(@TempDir Path folder) throws Exception {
        try (AttackedSite site = new AttackedSite(folder, false, Duration.ofMinutes(60))) {
            ContainerResults undisturbed =
                    site.analyse("undisturbed", traffic -> {}).results();
            assertThat(undisturbed.size(Topic.SERVER_RATES)).isGreaterThan(600);
            assertThat(undisturbed.size(Topic.JOB_WEATHER)).isGreaterThan(40);
            assertThat(undisturbed.size(Topic.LIVE_COVERAGE)).isGreaterThan(40);
            assertThat(undisturbed.size(Topic.SLOWDOWNS)).isGreaterThan(100);
            assertThat(undisturbed.size(Topic.CONTENTION_EVENTS)).isPositive();
            assertThat(undisturbed.size(Topic.ANOMALIES)).isGreaterThan(40);

            ContainerResults again = site.analyseWithoutItsState("again", LOST_AFTER, AnalysisJob::buildAgain)
                    .results();
            assertThat(again).as(() -> undisturbed.counts(again)).isEqualTo(undisturbed);
        }
    }
}
