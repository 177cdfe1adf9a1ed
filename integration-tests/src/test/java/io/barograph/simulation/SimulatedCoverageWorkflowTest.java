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
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.util.CloseableIterator;
import org.junit.jupiter.api.Test;
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
    private static final Duration LONGEST = Duration.ofMinutes(30);
    private static final Duration SHORT_RUN = Duration.ofSeconds(30);

    /** Runs nearer to the begin or the end of the records lack samples that the site had. */
    private static final Duration MARGIN = Duration.ofMinutes(1);

    /** @param shortest length of its shortest runs */
    private record Site(String name, SiteConfiguration configuration, Duration shortest, Duration span, int seeds) {
        static Site of(String name, int osts, JobLoad jobs, Duration shortest, Duration span, int seeds) {
            SiteConfiguration configuration = SiteConfiguration.calm(FileSystemModel.of("sim-scratch", osts, 1))
                    .withJobs(jobs)
                    .withoutContenders()
                    .withObservation(MonitoringSettings.SAMPLES_AND_LOGS)
                    .withDisturbances(CollectionDisturbances.ROUGH);
            return new Site(name, configuration, shortest, span, SimulatedSpan.seeds(seeds));
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
                Site.of(
                        "crowded",
                        16,
                        JobLoad.of(Duration.ofSeconds(30), LONG_RUN, LONGEST, 0.1, 1),
                        LONG_RUN,
                        Duration.ofHours(4),
                        2),
                Site.of(
                        "sparse",
                        8,
                        JobLoad.of(Duration.ofMinutes(15), LONG_RUN, LONGEST, 0.3, 1),
                        LONG_RUN,
                        Duration.ofDays(2),
                        1));
    }

    /** Of runs of less than five minutes the cut intervals are a larger part. */
    private static Site siteOfShortRuns() {
        return Site.of(
                "short",
                16,
                JobLoad.of(Duration.ofSeconds(20), SHORT_RUN, LONG_RUN, 0.2, 1),
                SHORT_RUN,
                Duration.ofHours(2),
                1);
    }

    private record Judged(JobTruth truth, JobWeather weather) {
        /** Relative to the exact coverage factor. */
        double error() {
            return error(weather.getCfBw());
        }

        /** The same of the factor over the run's own times. */
        double exactError() {
            return error(weather.getCfBwExact());
        }

        private double error(Double factor) {
            return factor == null ? Double.POSITIVE_INFINITY : Math.abs(factor / truth.exactCoverageFactor() - 1);
        }

        boolean isExactKnown() {
            return weather.getCfBwExact() != null;
        }

        boolean isWithinBound() {
            return weather.getCfBwExactLow() <= truth.exactCoverageFactor()
                    && truth.exactCoverageFactor() <= weather.getCfBwExactHigh();
        }
    }

    @ParameterizedTest
    @MethodSource("sites")
    void shouldAgreeWithTheExactTruthOrSayThatItMayNot(Site site) throws Exception {
        List<Judged> runs = runs(site);
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

    @Test
    void shouldBeNearerOverTheRunsOwnTimesAndBoundTheTruth() throws Exception {
        List<Judged> all = new ArrayList<>();
        for (Site site : Stream.concat(sites(), Stream.of(siteOfShortRuns())).toList()) {
            List<Judged> runs = runs(site).stream().filter(Judged::isExactKnown).toList();
            printExact(site.toString(), runs);
            all.addAll(runs);
        }
        printExact("all", all);
        assertThat(all).hasSizeGreaterThan(500);
        for (double q : new double[] {0.5, 0.95}) {
            assertThat(quantile(all, q, Judged::exactError))
                    .as("error at the quantile %s", q)
                    .isLessThanOrEqualTo(quantile(all, q, Judged::error) / 2);
        }
        assertThat((double) all.stream().filter(Judged::isWithinBound).count() / all.size())
                .as("runs whose truth is within the bound")
                .isGreaterThanOrEqualTo(0.99);
    }

    private static List<Judged> runs(Site site) throws Exception {
        List<Judged> runs = new ArrayList<>();
        CompletableFuture<SimulatedSpan> next = site.simulate(1);
        for (int seed = 1; seed <= site.seeds; seed++) {
            SimulatedSpan span = next.join();
            if (seed < site.seeds) {
                next = site.simulate(seed + 1); // while this one is analysed
            }
            runs.addAll(runs(span, site.span, site.shortest));
        }
        return runs;
    }

    /** The runs of some length and more; of each the last decision counts. */
    private static List<Judged> runs(SimulatedSpan span, Duration length, Duration shortest) throws Exception {
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
                        Duration.between(truth.startTime(), truth.endTime()).compareTo(shortest) >= 0)
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

    private static void printExact(String what, List<Judged> runs) {
        System.out.printf(
                "%s: error of cfBw %.2f %% in the median, %.2f %% p95; of cfBwExact %.2f %%, %.2f %%, %.2f %% within its bound%n",
                what,
                100 * quantile(runs, 0.5, Judged::error),
                100 * quantile(runs, 0.95, Judged::error),
                100 * quantile(runs, 0.5, Judged::exactError),
                100 * quantile(runs, 0.95, Judged::exactError),
                100.0 * runs.stream().filter(Judged::isWithinBound).count() / runs.size());
    }

    private static double quantile(List<Judged> runs, double q, ToDoubleFunction<Judged> value) {
        double[] sorted = runs.stream().mapToDouble(value).sorted().toArray();
        return sorted[(int) Math.round(q * (sorted.length - 1))];
    }

    private static double share(List<Judged> runs, double error) {
        return (double) runs.stream().filter(run -> run.error() <= error).count() / runs.size();
    }
}
