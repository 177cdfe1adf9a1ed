package io.barograph.collectors.simulator;

import io.barograph.collectors.simulator.JobPlan.Darshan;
import io.barograph.schemas.JobSummary;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import java.util.TreeMap;

/**
 * A site without a clock: file systems whose OSTs share their bandwidth fairly among the jobs on them. An exact fluid
 * model: between two events (an arrival, the end of a phase or of one OST's part of it) all rates are constant, so the
 * volumes are exact at every instant, and the same configuration, seed and start give the same site however it is
 * stepped.
 *
 * <pre>{@code
 * SimulatedSite site = new SimulatedSite(SiteConfiguration.demo(), 42, Instant.parse("2024-01-01T00:00:00Z"));
 * site.advanceTo(Instant.parse("2024-01-01T00:02:00Z"), observer);
 * }</pre>
 *
 * <p>For one thread.
 */
public final class SimulatedSite {
    private static final double IDLE_CPU_PERCENT = 4;
    private static final double BUSY_CPU_PERCENT = 80;

    private final Map<String, SimulatedFileSystem> fileSystems = new LinkedHashMap<>();
    private final long intervalMicros;
    private final JobSource jobs;
    private final SplittableRandom cpuRandom;
    private final SplittableRandom logRandom;
    private final List<RunningJob> running = new ArrayList<>();
    private final List<Ended> endedSinceSample = new ArrayList<>();
    private final PriorityQueue<JobSummary> logs =
            new PriorityQueue<>(Comparator.comparing(JobSummary::getCollectedAt).thenComparing(JobSummary::getJobId));

    private long nowMicros;
    private long nextSampleMicros;
    private JobSource.Arrival nextArrival;

    private record Ended(RunningJob job, JobUse use, long endMicros, Volume exact) {}

    /**
     * @param configuration the site
     * @param seed what all chance comes from
     * @param start the site begins at the last sampling instant not after this one, and is sampled there
     */
    public SimulatedSite(SiteConfiguration configuration, long seed, Instant start) {
        this(configuration, new SplittableRandom(seed), start, PoissonArrivals::new);
    }

    /** Makes the job source of a site. */
    interface JobSourceFactory {
        /**
         * @param configuration the site
         * @param random where chance comes from
         * @param startMicros begin of the site; no job starts before or at it
         * @return where its jobs come from
         */
        JobSource create(SiteConfiguration configuration, SplittableRandom random, long startMicros);
    }

    SimulatedSite(SiteConfiguration configuration, SplittableRandom random, Instant start, JobSourceFactory factory) {
        this.intervalMicros = MicroTime.micros(configuration.samplingInterval());
        this.nowMicros = Math.floorDiv(MicroTime.micros(start), intervalMicros) * intervalMicros;
        this.nextSampleMicros = nowMicros;
        SplittableRandom serverRandom = random.split();
        int firstHost = 1;
        for (SiteConfiguration.OstFileSystem model : configuration.fileSystems()) {
            fileSystems.put(model.name(), new SimulatedFileSystem(model, firstHost, serverRandom));
            firstHost += (model.osts() + model.ostsPerOss() - 1) / model.ostsPerOss();
        }
        this.cpuRandom = random.split();
        this.logRandom = random.split();
        this.jobs = factory.create(configuration, random.split(), nowMicros);
        this.nextArrival = jobs.next();
    }

    /** @return how far the site has been advanced */
    public Instant now() {
        return MicroTime.instant(nowMicros);
    }

    /**
     * Lets time pass.
     *
     * @param until the new present; what happens at that very instant has happened
     * @param observer is told what the site shows on the way
     * @throws IllegalArgumentException if {@code until} lies in the past of the site
     */
    public void advanceTo(Instant until, SiteObserver observer) {
        long untilMicros = MicroTime.micros(until);
        if (untilMicros < nowMicros) {
            throw new IllegalArgumentException("a site cannot go back from " + now() + " to " + until);
        }
        for (long next = nextEventMicros(); next <= untilMicros; next = nextEventMicros()) {
            flow(next);
            endPhases();
            startJobs();
            if (nowMicros == nextSampleMicros) {
                sample(observer);
            }
            collectLogs(observer);
            osts().forEach(SimulatedOst::share);
        }
        flow(untilMicros);
    }

    /** @return the jobs that are under way, in the order of their start */
    List<RunningJob> running() {
        return running;
    }

    /** @return the file system of that name */
    SimulatedFileSystem fileSystem(String name) {
        return fileSystems.get(name);
    }

    private List<SimulatedOst> osts() {
        return fileSystems.values().stream()
                .flatMap(fileSystem -> fileSystem.osts().stream())
                .toList();
    }

    private long nextEventMicros() {
        long next = Math.min(nextSampleMicros, nextArrival.micros());
        for (RunningJob job : running) {
            next = Math.min(next, job.nextChangeMicros(nowMicros));
        }
        return logs.isEmpty()
                ? next
                : Math.min(next, MicroTime.micros(logs.peek().getCollectedAt()));
    }

    private void flow(long toMicros) {
        long micros = toMicros - nowMicros;
        osts().forEach(ost -> ost.advance(micros));
        nowMicros = toMicros;
    }

    private void endPhases() {
        for (Iterator<RunningJob> each = running.iterator(); each.hasNext(); ) {
            RunningJob job = each.next();
            job.proceed(nowMicros);
            if (job.isOver()) {
                each.remove();
                end(job);
            }
        }
    }

    private void end(RunningJob job) {
        if (job.plan().darshan() == Darshan.NO_LOG) {
            return;
        }
        for (JobUse use : job.uses()) {
            endedSinceSample.add(new Ended(job, use, nowMicros, use.serversSinceStart()));
        }
        long endMillis = -Math.floorDiv(-nowMicros, 1000L);
        logs.add(SimulatorRecords.summary(
                job, nowMicros, Instant.ofEpochMilli(endMillis + logRandom.nextLong(1000, 3000))));
    }

    /** A job that starts at a sampling instant starts before the sample: the last one "before its start" is older. */
    private void startJobs() {
        while (nextArrival.micros() <= nowMicros) {
            running.add(new RunningJob(nextArrival.plan(), nowMicros, fileSystems));
            nextArrival = jobs.next();
        }
    }

    private void sample(SiteObserver observer) {
        Instant time = now();
        int intervalMillis = Math.toIntExact(intervalMicros / 1000);
        for (SimulatedFileSystem fileSystem : fileSystems.values()) {
            Map<String, List<SimulatedOst>> byHost = new TreeMap<>();
            for (SimulatedOst ost : fileSystem.osts()) {
                byHost.computeIfAbsent(ost.host(), host -> new ArrayList<>()).add(ost);
                observer.onSample(SimulatorRecords.ofOst(fileSystem, ost, time, intervalMillis));
            }
            byHost.forEach((host, osts) -> observer.onSample(
                    SimulatorRecords.ofOss(fileSystem, host, cpuPercent(osts), time, intervalMillis)));
            fileSystem.osts().forEach(SimulatedOst::markSample);
        }
        for (Ended ended : endedSinceSample) {
            observer.onTruth(truth(ended));
        }
        endedSinceSample.clear();
        nextSampleMicros += intervalMicros;
    }

    private double cpuPercent(List<SimulatedOst> osts) {
        double load = osts.stream()
                .mapToDouble(ost -> ost.loadSinceLastSample(intervalMicros))
                .average()
                .orElseThrow();
        return IDLE_CPU_PERCENT + BUSY_CPU_PERCENT * load + cpuRandom.nextDouble(-2, 2);
    }

    private static Truth truth(Ended ended) {
        JobPlan plan = ended.job().plan();
        JobUse use = ended.use();
        return new Truth(
                plan.jobId(),
                plan.executable(),
                MicroTime.instant(ended.job().startMicros()),
                MicroTime.instant(ended.endMicros()),
                use.fileSystem().model().name(),
                use.measuredOsts(),
                ended.job().ostsNamed(),
                use.moved(),
                ended.exact(),
                use.serversBetweenSamples());
    }

    private void collectLogs(SiteObserver observer) {
        while (!logs.isEmpty() && MicroTime.micros(logs.peek().getCollectedAt()) <= nowMicros) {
            observer.onSummary(logs.poll());
        }
    }
}
