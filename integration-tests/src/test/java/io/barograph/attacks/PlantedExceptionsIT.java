package io.barograph.attacks;

import static org.assertj.core.api.Assertions.assertThat;

import io.barograph.flink.quarantine.SkippedRecords;
import io.barograph.flink.topics.QuarantineTopic;
import io.barograph.jobs.analysis.AnalysisJob;
import io.barograph.schemas.DeadLetter;
import io.barograph.schemas.QuarantinedRecord;
import io.barograph.testing.AtLength;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Operators of the analysis fail on an element of each input, and on a timer, as far as the site of an hour comes to them: it restarts once for it, what it failed
 * on is a dead letter, and all goes on. Some at a time, for not more than 20 are left out in a day.
 */
@AtLength
class PlantedExceptionsIT {
    private static AttackedSite site;

    @BeforeAll
    static void start(@TempDir Path folder) throws Exception {
        site = new AttackedSite(folder, false, Duration.ofMinutes(60));
    }

    @AfterAll
    static void stop() {
        if (site != null) {
            site.close();
        }
    }

    @ParameterizedTest
    @CsvSource({"first, 0", "first, 1", "second, 0", "second, 1", "timer, 0", "timer, 1"})
    void shouldRestartOnceForEach(String kind, int half) throws Exception {
        String name = "planted-" + kind + "-" + half;
        Configuration restarts = new Configuration();
        restarts.set(RestartStrategyOptions.RESTART_STRATEGY, "fixed-delay");
        restarts.set(RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_ATTEMPTS, 100);
        restarts.set(RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_DELAY, Duration.ofSeconds(1));
        AttackedSite.Outcome outcome = site.analyseThatFails(name, (env, kafka, configuration) -> {
            AnalysisJob.build(env, kafka, configuration);
            env.configure(restarts);
            PlantedExceptions.plant(
                    env, place -> place.endsWith(", " + kind) && Math.floorMod(place.hashCode(), 2) == half);
        });

        Map<String, Integer> thrown = PlantedExceptions.thrown();
        System.out.println(name + ": " + thrown + "; nothing came to " + PlantedExceptions.untouched());
        assertThat(thrown)
                .hasSizeGreaterThan(2)
                .allSatisfy((place, times) -> assertThat(times).as(place).isEqualTo(1));
        List<QuarantinedRecord> noted =
                new QuarantineTopic(site.stack().broker().connection(name + "."), AnalysisJob.NAME).entries();
        Set<String> operators = new TreeSet<>();
        noted.forEach(entry -> operators.add(entry.getOperator() + ", " + kind));
        assertThat(outcome.deadLetters())
                .hasSameSizeAs(noted)
                .extracting(DeadLetter::getReason)
                .allMatch(SkippedRecords::isReason);
        assertThat(operators).hasSizeGreaterThan(thrown.size() / 2).isSubsetOf(thrown.keySet());
    }
}
