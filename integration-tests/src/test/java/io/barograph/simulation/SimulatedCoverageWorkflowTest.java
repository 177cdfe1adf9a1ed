package io.barograph.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.barograph.lab.simulator.JobTruth;
import io.barograph.lab.simulator.plan.CollectionDisturbances;
import io.barograph.lab.simulator.plan.FileSystemModel;
import io.barograph.lab.simulator.plan.JobLoad;
import io.barograph.lab.simulator.plan.MonitoringSettings;
import io.barograph.lab.simulator.plan.SiteConfiguration;
import io.barograph.schemas.JobSummary;
import io.barograph.schemas.JobWeather;
import io.barograph.schemas.Quality;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.util.CloseableIterator;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Coverage factors from the records of rough sites (jitter of a second, 5 % of the samples lost, resets, host clocks off
 * by up to 2 s, Darshan's times in whole seconds and a second ahead) beside the exact truth: the run's bytes / the bytes
 * that the model moved on the run's servers between the exact instants of its start and end, not those of whole
 * intervals or of samples.
 */
class SimulatedCoverageWorkflowTest {
    private static final Duration LONG_RUN = Duration.ofMinutes(5);

    /** Runs nearer to the begin or the end of the records lack samples that the site had. */
    private static final Duration MARGIN = Duration.ofMinutes(1);

    private record Site(String name, SiteConfiguration configuration, Duration span, int seeds) {
        static Site of(String name, int osts, Duration meanJobInterval, double utilisation, Duration span, int seeds) {
            SiteConfiguration configuration = SiteConfiguration.calm(FileSystemModel.of("sim-scratch", osts, 1))
                    .withJobs(JobLoad.of(meanJobInterval, LONG_RUN, Duration.ofMinutes(30), utilisation, 1))
                    .withoutContenders()
                    .withObservation(MonitoringSettings.SAMPLES_AND_LOGS)
                    .withDisturbances(CollectionDisturbances.ROUGH);
            return new Site(name, configuration, span, SimulatedSpan.seeds(seeds));
        }

        CompletableFuture<SimulatedSpan> simulate(int seed) {
            return CompletableFuture.supplyAsync(() -> SimulatedSpan.of(configuration, seed, span));
        }

        @Override
        public String toString() {
            return name;
        }
    }

    /**
     * Sites that differ in how much of the traffic is one run's: many jobs with small demands, as in production, with
     * coverage factors of some percent; and one or two demanding jobs at a time, whose traffic comes in bursts.
     */
    static Stream<Site> sites() {
        return Stream.of(
                Site.of("crowded", 16, Duration.ofSeconds(30), 0.1, Duration.ofHours(4), 2),
                Site.of("sparse", 8, Duration.ofMinutes(15), 0.3, Duration.ofDays(2), 1));
    }

    private record Judged(JobTruth truth, JobWeather weather) {
        /** Relative to the exact coverage factor. */
        double error() {
            Double factor = weather.getCfBw();
            return factor == null ? Double.POSITIVE_INFINITY : Math.abs(factor / truth.exactCoverageFactor() - 1);
        }
    }

    @ParameterizedTest
    @MethodSource("sites")
    void shouldAgreeWithTheExactTruthOrSayThatItMayNot(Site site) throws Exception {
        List<Judged> runs = new ArrayList<>();
        CompletableFuture<SimulatedSpan> next = site.simulate(1);
        for (int seed = 1; seed <= site.seeds; seed++) {
            SimulatedSpan span = next.join();
            if (seed < site.seeds) {
                next = site.simulate(seed + 1); // while this one is analysed
            }
            runs.addAll(runs(span, site.span));
        }
        print(site + " all", runs);
        for (Quality quality : Quality.values()) {
            print(site + " " + quality, ofQuality(runs, quality));
        }
        assertThat(runs).hasSizeGreaterThan(100 * site.seeds / 2);
        assertThat(share(runs, 0.03)).isGreaterThanOrEqualTo(0.95);
        List<Judged> unmarked = ofQuality(runs, Quality.OK);
        assertThat(unmarked).hasSizeGreaterThan(9 * runs.size() / 10).allSatisfy(run -> assertThat(run.error())
                .as("%s from %s", run.truth().jobId(), run.truth().startTime())
                .isLessThanOrEqualTo(0.1));
    }

    /** The runs of five minutes and more; of each the last decision counts. */
    private static List<Judged> runs(SimulatedSpan span, Duration length) throws Exception {
        Map<String, JobWeather> decided = new HashMap<>();
        StreamExecutionEnvironment env = SimulatedSpan.environment();
        try (CloseableIterator<JobWeather> weather = span.coverage(env).executeAndCollect("coverage")) {
            weather.forEachRemaining(each -> decided.put(each.getJobId(), each));
        }
        assertThat(decided.keySet())
                .isEqualTo(span.summaries().stream().map(JobSummary::getJobId).collect(Collectors.toSet()));
        Instant from = SimulatedSpan.START.plus(MARGIN);
        Instant to = SimulatedSpan.START.plus(length).minus(MARGIN);
        return span.truths().stream()
                .filter(truth ->
                        decided.containsKey(truth.jobId()) && truth.job().bytes() > 0)
                .filter(truth ->
                        Duration.between(truth.startTime(), truth.endTime()).compareTo(LONG_RUN) >= 0)
                .filter(truth ->
                        truth.startTime().isAfter(from) && truth.endTime().isBefore(to))
                .map(truth -> new Judged(truth, decided.get(truth.jobId())))
                .toList();
    }

    private static List<Judged> ofQuality(List<Judged> runs, Quality quality) {
        return runs.stream()
                .filter(run -> run.weather().getQuality() == quality)
                .toList();
    }

    private static void print(String what, List<Judged> runs) {
        if (!runs.isEmpty()) {
            System.out.printf(
                    "%s: %d runs, within 1 %% %.1f %%, within 3 %% %.1f %%, within 10 %% %.2f %%, largest error %.1f %%%n",
                    what,
                    runs.size(),
                    100 * share(runs, 0.01),
                    100 * share(runs, 0.03),
                    100 * share(runs, 0.1),
                    100 * runs.stream().mapToDouble(Judged::error).max().orElseThrow());
        }
    }

    private static double share(List<Judged> runs, double error) {
        return (double) runs.stream().filter(run -> run.error() <= error).count() / runs.size();
    }
}
