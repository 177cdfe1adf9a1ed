package io.barograph.lab.bench;

import io.barograph.jobs.analysis.AnalysisInputs;
import io.barograph.jobs.analysis.AnalysisPart;
import io.barograph.lab.simulator.plan.CollectionDisturbances;
import io.barograph.lab.simulator.plan.JobLoad;
import io.barograph.lab.simulator.plan.MonitoringSettings;
import io.barograph.lab.simulator.plan.SiteConfiguration;
import io.barograph.runtime.KafkaPublisher;
import io.barograph.runtime.RecordPublisher;
import io.barograph.schemas.CatalogueFileSystem;
import io.barograph.schemas.FileSystemUse;
import io.barograph.schemas.JobSummary;
import io.barograph.schemas.Topic;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/**
 * What more servers, longer jobs and wider jobs cost: the live analysis, all parts on, works off sites of growing size.
 * Processor time is that of the whole process: reading, decoding, checkpoints and garbage collection included.
 */
final class GrowthBench {
    private static final String PREFIX = BenchRun.PREFIX + "growth.";

    /** Of which the state is weighed: the same for all sizes, because a server's state grows with its history. */
    private static final Duration MIN_QUICK = Duration.ofMinutes(5);

    private static final Duration MIN_FULL = Duration.ofMinutes(20);
    private static final Duration WARM_UP = Duration.ofHours(6);

    /** One host, seldom: probes do not grow with the servers, but contention needs their clock. */
    private static final MonitoringSettings SERVERS_ONLY = new MonitoringSettings(
            CatalogueFileSystem.DEFAULT_SAMPLING_INTERVAL,
            false,
            1,
            Duration.ofSeconds(30),
            Duration.ofSeconds(60),
            Duration.ofSeconds(30),
            CollectionDisturbances.NONE);

    private GrowthBench() {}

    static void run(BenchRun run, BenchResult figures) throws InterruptedException {
        if (!run.isQuick()) {
            run.step("warming up"); // a small site has too few records to pay for the JVM's compiler
            site(run, 248, WARM_UP, List.of());
            site(run, 24, WARM_UP, List.of());
        }
        servers(run, figures);
        lengths(run, figures);
        widths(run, figures);
    }

    private static void servers(BenchRun run, BenchResult figures) throws InterruptedException {
        int[] sizes = run.isQuick() ? new int[] {24, 248} : new int[] {24, 248, 1_350, 13_500};
        long records = run.sized(1L, 1_000_000L);
        Duration least = run.sized(MIN_QUICK, MIN_FULL);
        double first = 0;
        double last = 0;
        for (int osts : sizes) {
            Duration length = Duration.ofMinutes(Math.max(least.toMinutes(), records / osts / 12)); // a poll every 5 s
            // goes ahead of the run that counts: heap and compiler adapt to the size
            Cost state = withoutJobs(run, osts, least);
            Cost cost = withoutJobs(run, osts, length);
            String what = String.format(Locale.ROOT, "%,d OSTs: ", osts);
            figures.add(what + "processor time of a record", cost.microsPerRecord(), "us");
            figures.add(
                    what + "state after " + least.toMinutes() + " min, of an OST",
                    (double) state.stateBytes() / osts,
                    "bytes");
            first = first == 0 ? cost.microsPerRecord() : first;
            last = cost.microsPerRecord();
        }
        figures.ratio("processor time of a record, most / fewest OSTs", last / first);
    }

    private static void lengths(BenchRun run, BenchResult figures) throws InterruptedException {
        int osts = run.sized(24, 8);
        int jobs = run.sized(200, 5_000);
        List<Duration> lengths = run.sized(
                List.of(Duration.ofMinutes(1)),
                List.of(
                        Duration.ofMinutes(1),
                        Duration.ofMinutes(10),
                        Duration.ofHours(1),
                        Duration.ofHours(6),
                        Duration.ofHours(24)));
        Duration span = run.sized(MIN_QUICK, Duration.ofHours(25));
        double without = withoutJobs(run, osts, span).processorSeconds();
        for (Duration length : lengths) {
            run.step("jobs of " + length.toMinutes() + " min");
            List<JobSummary> summaries = summaries(jobs, length, span, List.of());
            double with = site(run, osts, span, summaries).processorSeconds();
            figures.add(
                    String.format(Locale.ROOT, "job of %,d min, %d OSTs: processor time", length.toMinutes(), osts),
                    Math.max(0, with - without) * 1e3 / jobs,
                    "ms");
        }
    }

    private static void widths(BenchRun run, BenchResult figures) throws InterruptedException {
        int osts = run.sized(24, 1_350);
        int jobs = run.sized(200, 5_000);
        Duration span = run.sized(MIN_QUICK, MIN_FULL);
        int[] widths = run.isQuick() ? new int[] {24} : new int[] {1, 24, 248, 1_350};
        double without = withoutJobs(run, osts, span).processorSeconds();
        for (int width : widths) {
            run.step(String.format(Locale.ROOT, "jobs on %,d of %,d OSTs", width, osts));
            List<Integer> used = IntStream.range(0, width).boxed().toList();
            List<JobSummary> summaries = summaries(jobs, Duration.ofMinutes(1), span, used);
            double with = site(run, osts, span, summaries).processorSeconds();
            figures.add(
                    String.format(Locale.ROOT, "job of 1 min on %,d of %,d OSTs: processor time", width, osts),
                    Math.max(0, with - without) * 1e3 / jobs,
                    "ms");
        }
    }

    /**
     * What a site cost.
     *
     * @param stateBytes bytes in a checkpoint at its end
     */
    private record Cost(long records, double processorSeconds, long stateBytes) {
        double microsPerRecord() {
            return processorSeconds * 1e6 / records;
        }
    }

    private static Cost withoutJobs(BenchRun run, int osts, Duration length) throws InterruptedException {
        run.step(String.format(Locale.ROOT, "%,d OSTs, %,d min without jobs", osts, length.toMinutes()));
        return site(run, osts, length, List.of());
    }

    private static Cost site(BenchRun run, int osts, Duration length, List<JobSummary> summaries)
            throws InterruptedException {
        SiteConfiguration quiet =
                PrefilledSite.production(osts).withJobs(JobLoad.NONE).withObservation(SERVERS_ONLY);
        try (PrefilledSite site = PrefilledSite.publish(run.stack(), PREFIX, quiet, length)) {
            try (RecordPublisher publisher = new KafkaPublisher(
                    site.kafka().bootstrapServers(),
                    site.kafka().topicPrefix(),
                    site.kafka().properties())) {
                summaries.forEach(summary -> publisher.publish(Topic.JOB_SUMMARIES, summary));
                publisher.flush();
            }
            AnalysisRun.Outcome outcome =
                    new AnalysisRun(run.stack(), site, AnalysisPart.ALL, BenchStateBackend.HASHMAP).measure(true);
            return new Cost(site.samples(AnalysisInputs.TOPICS), outcome.processorSeconds(), outcome.stateBytes());
        }
    }

    /** Jobs that end one after the other and are all decided before the end of the span. */
    private static List<JobSummary> summaries(int jobs, Duration length, Duration span, List<Integer> osts) {
        Duration lastEnd = span.minusMinutes(2);
        Duration spread = lastEnd.minus(length);
        return IntStream.range(0, jobs)
                .mapToObj(job -> {
                    Instant end = PrefilledSite.BEGIN
                            .plus(length)
                            .plus(spread.multipliedBy(job).dividedBy(jobs));
                    return summary(job, end.minus(length), end, osts);
                })
                .toList();
    }

    private static JobSummary summary(int job, Instant start, Instant end, List<Integer> osts) {
        return JobSummary.newBuilder()
                .setJobId(Integer.toString(1_000_000 + job))
                .setExecutable("/software/application-" + job % 50)
                .setUser("user" + job % 500)
                .setStartTime(start)
                .setEndTime(end)
                .setRunTimeSeconds(Duration.between(start, end).toMillis() / 1e3)
                .setProcesses(1_024)
                .setNodes(32)
                .setCollectedAt(end.plusSeconds(1))
                .setFileSystems(List.of(FileSystemUse.newBuilder()
                        .setFileSystem(PrefilledSite.FILE_SYSTEM)
                        .setResolved(true)
                        .setMountPoint("/" + PrefilledSite.FILE_SYSTEM)
                        .setReadBytes(1_000_000_000L)
                        .setWriteBytes(2_000_000_000L)
                        .setReads(1_000L)
                        .setWrites(2_000L)
                        .setOpens(1_024L)
                        .setOsts(osts.isEmpty() ? null : osts)
                        .setOstsComplete(!osts.isEmpty())
                        .build()))
                .build();
    }
}
