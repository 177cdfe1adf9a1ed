package io.barograph.lab.bench;

import io.barograph.influxdb.InfluxDbAdmin;
import io.barograph.influxdb.InfluxDbConfig;
import io.barograph.influxdb.InfluxRow;
import io.barograph.lab.simulator.plan.DemandKind;
import io.barograph.lab.simulator.plan.FileSystemModel;
import io.barograph.lab.simulator.plan.JobLoad;
import io.barograph.lab.simulator.plan.SimulatedFault;
import io.barograph.lab.simulator.plan.SiteConfiguration;
import io.barograph.schemas.ContentionEvent;
import io.barograph.schemas.EventKind;
import io.barograph.schemas.JobWeather;
import io.barograph.schemas.Topic;
import io.barograph.stack.CommandFailedException;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.ToLongFunction;

/**
 * Live sites in real time: how long after the last record that it needs a result can be read, how long after its onset
 * contention is reported, and what processor time is left at the rate of 1 350 OSTs.
 */
final class LatencyBench {
    private static final String DATABASE = "barograph_bench";
    private static final int OSTS = 1_350;
    private static final int MDTS = 4;

    /** So that the first runs are decided at once. */
    private static final Duration PAST = Duration.ofMinutes(3);

    /** Baselines and climates need it. */
    private static final Duration PAST_OF_CONTENTION = Duration.ofHours(1);

    private static final Duration BEFORE_ONSET = Duration.ofSeconds(30);
    private static final Duration CONTENTION = Duration.ofMinutes(5);

    /** Until the jobs have caught up with the past, are compiled, and event time no longer waits for late starters. */
    private static final Duration SETTLING = Duration.ofMinutes(2);

    private static final long POLL_INTERVAL_MILLIS = 200;

    private LatencyBench() {}

    static void run(BenchRun run, BenchResult figures) throws IOException, InterruptedException {
        run.step("contention on a site of 16 OSTs, in real time");
        onset(run, figures);
        Duration length = run.sized(Duration.ofSeconds(60), Duration.ofMinutes(10));
        run.step("a site of 1,350 OSTs, in real time: " + length.toSeconds() + " s");
        results(run, length, figures);
    }

    private static void onset(BenchRun run, BenchResult figures) throws InterruptedException {
        Duration after = PAST_OF_CONTENTION.plus(BEFORE_ONSET);
        SiteConfiguration site = SiteConfiguration.calm(FileSystemModel.of(PrefilledSite.FILE_SYSTEM, 16, 1))
                .withJobs(JobLoad.of(Duration.ofSeconds(10), Duration.ofMinutes(2), Duration.ofMinutes(8), 0.1, 1))
                .withoutContenders()
                .withFaults(List.of(
                        SimulatedFault.contention(PrefilledSite.FILE_SYSTEM, DemandKind.WRITE, after, CONTENTION, 6)));
        AtomicReference<ContentionEvent> opened = new AtomicReference<>();
        AtomicReference<Instant> seen = new AtomicReference<>();
        try (RealTimeSite live = new RealTimeSite(run.stack(), BenchRun.PREFIX + "onset.", site, PAST_OF_CONTENTION)) {
            Instant onset = live.begin().plus(after);
            live.follow(Topic.CONTENTION_EVENTS, event -> {
                if (event.getKind() == EventKind.CONTENTION
                        && !event.getOpenedAt().isBefore(onset)
                        && opened.compareAndSet(null, event)) {
                    seen.set(Instant.now());
                }
            });
            live.startAnalysis();
            Instant end = onset.plus(CONTENTION);
            while (seen.get() == null) {
                live.requireHealthy();
                if (Instant.now().isAfter(end)) {
                    throw new CommandFailedException(
                            "no event of contention was opened within " + CONTENTION.toMinutes() + " min",
                            "The log of the analysis says more.");
                }
                Thread.sleep(POLL_INTERVAL_MILLIS); // the fault comes by the clock
            }
            figures.add(
                            "onset to event, event time",
                            seconds(onset, opened.get().getOpenedAt()),
                            "s")
                    .add("onset to event, clock", seconds(onset, seen.get()), "s");
        }
    }

    private static void results(BenchRun run, Duration length, BenchResult figures)
            throws IOException, InterruptedException {
        InfluxDbConfig influxDb = run.stack().influxDb(DATABASE);
        InfluxDbAdmin admin = new InfluxDbAdmin(influxDb);
        admin.query("DROP DATABASE " + DATABASE);
        admin.ensureDatabaseWithInfiniteRetention();
        SiteConfiguration site = SiteConfiguration.calm(FileSystemModel.of(PrefilledSite.FILE_SYSTEM, OSTS, MDTS))
                .withJobs(JobLoad.of(Duration.ofSeconds(2), Duration.ofSeconds(30), Duration.ofSeconds(120), 0.1, 1))
                .withoutContenders();
        Map<String, Decision> decided = new ConcurrentHashMap<>();
        StoredRunTimes stored = new StoredRunTimes(admin);
        try (RealTimeSite live = new RealTimeSite(run.stack(), BenchRun.PREFIX + "latency.", site, PAST)) {
            live.follow(
                    Topic.JOB_WEATHER,
                    weather -> decided.putIfAbsent(
                            weather.getJobId() + "/" + weather.getStartTime() + "/" + weather.getFileSystem(),
                            new Decision(weather, System.nanoTime())));
            live.startAnalysis();
            live.startPublish(influxDb);
            live.run("look into InfluxDB", () -> stored.watch(live, live.begin()));
            pause(live, run.sized(SETTLING.dividedBy(4), SETTLING));
            ProcessorTime before = ProcessorTime.now();
            pause(live, length);
            ProcessorTime after = ProcessorTime.now();
            List<Decision> fresh = fresh(decided.values(), live.watermarks(), stored, before.nanoTime());
            figures.add("runs decided", fresh.size(), "runs");
            addQuantiles("log to result in Kafka", delays(fresh, live.watermarks(), Decision::writtenNanos), figures);
            addQuantiles(
                    "log to result in InfluxDB",
                    delays(fresh, live.watermarks(), decision -> stored.seen(decision.weather())),
                    figures);
            double jobs = before.shareOfJobs(after);
            double servers = before.shareOfServers(after);
            figures.ratio("share of the processors, Barograph's jobs", jobs)
                    .ratio("share of the processors, Kafka and InfluxDB", servers)
                    .ratio("share of the processors left", 1 - jobs - servers);
        }
        admin.query("DROP DATABASE " + DATABASE);
    }

    private static void pause(RealTimeSite live, Duration length) throws InterruptedException {
        long end = System.nanoTime() + length.toNanos();
        while (System.nanoTime() < end) {
            live.requireHealthy();
            Thread.sleep(POLL_INTERVAL_MILLIS); // real time is what is measured
        }
    }

    /**
     * A decided run.
     *
     * @param writtenNanos {@link System#nanoTime} when it was read from its topic, its transaction still open
     */
    private record Decision(JobWeather weather, long writtenNanos) {}

    /** Those whose last record came after the given instant, and which are stored. */
    private static List<Decision> fresh(
            Collection<Decision> decided, WatermarkTracker watermarks, StoredRunTimes stored, long sinceNanos) {
        List<Decision> fresh = decided.stream()
                .filter(decision -> stored.seen(decision.weather()) != null)
                .filter(decision -> {
                    Long passed = watermarks.passed(decision.weather().getDecidedAt());
                    return passed != null && passed > sinceNanos;
                })
                .toList();
        if (fresh.isEmpty()) {
            throw new CommandFailedException("no run was decided while the site was watched", "The log says more.");
        }
        return fresh;
    }

    /** From the last record that a decision waited for to some moment of it, in seconds, the shortest first. */
    private static double[] delays(
            List<Decision> decisions, WatermarkTracker watermarks, ToLongFunction<Decision> moment) {
        return decisions.stream()
                .mapToDouble(decision -> (moment.applyAsLong(decision)
                                - watermarks.passed(decision.weather().getDecidedAt()))
                        / (double) TimeUnit.SECONDS.toNanos(1))
                .sorted()
                .toArray();
    }

    private static void addQuantiles(String what, double[] delays, BenchResult figures) {
        figures.add(what + ", beyond the watermark delay, p50", quantile(delays, 0.5), "s")
                .add(what + ", beyond the watermark delay, p99", quantile(delays, 0.99), "s");
    }

    private static double quantile(double[] sorted, double q) {
        return sorted[(int) Math.ceil(q * sorted.length) - 1];
    }

    private static double seconds(Instant from, Instant to) {
        return Duration.between(from, to).toMillis() / 1e3;
    }
    /** When decided runs could be read in InfluxDB for the first time. */
    static final class StoredRunTimes {
        private static final long POLL_INTERVAL_MILLIS = 50;

        private final InfluxDbAdmin influxDb;
        private final Map<String, Long> nanos = new ConcurrentHashMap<>();

        StoredRunTimes(InfluxDbAdmin influxDb) {
            this.influxDb = influxDb;
        }

        /** Looks 20 times a second. */
        void watch(RealTimeSite site, Instant since) throws IOException, InterruptedException {
            while (site.isOpen()) {
                for (InfluxRow row :
                        influxDb.query("SELECT job_id, start_ns, fs FROM job_weather WHERE time >= '" + since + "'")) {
                    nanos.putIfAbsent(
                            row.values().get("job_id") + "/" + row.values().get("start_ns"), System.nanoTime());
                }
                Thread.sleep(POLL_INTERVAL_MILLIS); // the resolution of the figures
            }
        }

        /** @return {@link System#nanoTime} when it was there; null if it is not */
        Long seen(JobWeather run) {
            return nanos.get(run.getJobId() + "/" + ChronoUnit.NANOS.between(Instant.EPOCH, run.getStartTime()));
        }
    }

    /**
     * Processor time at an instant.
     *
     * @param ownSeconds processor time of this process so far
     * @param simulatorSeconds of its own the simulator's, which a real site does not have
     */
    record ProcessorTime(long nanoTime, double ownSeconds, double serverSeconds, double simulatorSeconds) {
        /** The thread that publishes what the site shows. */
        static final String SIMULATOR = "simulator";

        static ProcessorTime now() {
            double servers = ProcessHandle.current()
                            .descendants()
                            .mapToLong(process -> process.info()
                                    .totalCpuDuration()
                                    .orElse(Duration.ZERO)
                                    .toMillis())
                            .sum()
                    / 1e3;
            return new ProcessorTime(System.nanoTime(), BenchReport.processorSeconds(), servers, simulator());
        }

        private static double simulator() {
            ThreadMXBean threads = ManagementFactory.getThreadMXBean();
            long nanos = 0;
            for (ThreadInfo thread : threads.getThreadInfo(threads.getAllThreadIds())) {
                if (thread != null && thread.getThreadName().equals(SIMULATOR)) {
                    nanos += Math.max(0, threads.getThreadCpuTime(thread.getThreadId()));
                }
            }
            return nanos / 1e9;
        }

        /** @return share of all processors that the jobs had meanwhile, simulator and servers aside */
        double shareOfJobs(ProcessorTime later) {
            return (later.ownSeconds - ownSeconds - (later.simulatorSeconds - simulatorSeconds)) / available(later);
        }

        double shareOfServers(ProcessorTime later) {
            return (later.serverSeconds - serverSeconds) / available(later);
        }

        private double available(ProcessorTime later) {
            return (later.nanoTime - nanoTime) / 1e9 * Runtime.getRuntime().availableProcessors();
        }
    }
}
