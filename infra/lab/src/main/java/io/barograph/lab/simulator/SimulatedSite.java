package io.barograph.lab.simulator;

import io.barograph.lab.simulator.plan.FileSystemModel;
import io.barograph.lab.simulator.plan.JobMix;
import io.barograph.lab.simulator.plan.JobPhase;
import io.barograph.lab.simulator.plan.JobPlan;
import io.barograph.lab.simulator.plan.JobSource;
import io.barograph.lab.simulator.plan.MicroTime;
import io.barograph.lab.simulator.plan.MonitoringSettings;
import io.barograph.lab.simulator.plan.PoissonArrivals;
import io.barograph.lab.simulator.plan.SiteConfiguration;
import io.barograph.lab.simulator.server.ByteVolume;
import io.barograph.lab.simulator.server.CompetingJob;
import io.barograph.lab.simulator.server.RunningJob;
import io.barograph.lab.simulator.server.SimulatedCounters;
import io.barograph.lab.simulator.server.SimulatedFileSystem;
import io.barograph.lab.simulator.server.SimulatedIoInterval;
import io.barograph.lab.simulator.server.SimulatedJobUse;
import io.barograph.lab.simulator.server.SimulatedServer;
import io.barograph.lab.simulator.server.SimulationEventQueue;
import io.barograph.lab.simulator.server.SimulationEventQueue.Turn;
import io.barograph.lab.simulator.server.UseWindow;
import io.barograph.schemas.SiteEvent;
import io.barograph.schemas.SiteEventKind;
import io.barograph.schemas.Topic;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * A site without a clock: file systems whose servers share their capacity fairly among the jobs on them, and those who
 * watch them. An exact fluid model: between two events all rates are constant, so the volumes are exact at every
 * instant, and the same configuration, seed and start give the same records however the site is stepped.
 *
 * <p>The cost grows with the number of events on each server, of samples and of probe timings. For one thread.
 */
public final class SimulatedSite {
    /** Above this mean fullness of its OSTs, without allocations, a file system is purged. */
    private static final double PURGE_ABOVE = 0.85;

    /** A purge removes files until an OST is no fuller than this. */
    private static final double PURGE_TO = 0.6;

    /** The scheduler's collector hears of starts and ends up to so much later. */
    private static final long LATEST_EVENT_MICROS = 2_000_000;

    private final Map<String, SimulatedFileSystem> fileSystems = new LinkedHashMap<>();
    private final MonitoringSettings observation;
    private final boolean contenders;
    private final long intervalMicros;
    private final SimulationEventQueue agenda;
    private final PublicationQueue publications = new PublicationQueue();
    private final FaultInjector faults;
    private final HostPolls polls;
    private final SimulatedDarshanLogs logs;
    private final SplittableRandom eventRandom;
    private final JobSource jobs;
    private final List<RunningJob> running = new ArrayList<>();
    private final Map<SimulatedJobUse, UseWindow> windows = new LinkedHashMap<>();
    private final List<Ended> endedSinceTick = new ArrayList<>();
    private final List<JobTruth> truths = new ArrayList<>();

    private record Ended(
            SimulatedJobUse use, long endMicros, boolean logged, ByteVolume exact, List<CompetingJob> contenders) {}

    /** Makes the job source of a site. */
    interface JobSourceFactory {
        /** @param startMicros begin of the site; no job starts before or at it */
        JobSource create(SiteConfiguration configuration, SplittableRandom random, long startMicros);
    }

    private final class Listener implements RunningJob.Listener {
        @Override
        public void onPhase(
                SimulatedJobUse use, JobPhase.InputOutput phase, long startMicros, SimulatedServer critical) {
            double seconds = (agenda.nowMicros() - startMicros) / 1e6;
            double unhindered = Math.min(seconds, unhinderedSeconds(phase, use.fileSystem(), seconds));
            use.add(new SimulatedIoInterval(phase.load(), MicroTime.instant(startMicros), now(), unhindered));
            faults.endPhase(use, phase.load(), startMicros, critical);
        }

        @Override
        public void onEnd(RunningJob job) {
            end(job);
        }
    }

    private final Listener listener = new Listener();

    /** @param start the site begins at the last sampling instant not after this one, and is sampled there */
    public SimulatedSite(SiteConfiguration configuration, long seed, Instant start) {
        this(configuration, new SplittableRandom(seed), start, PoissonArrivals::new);
    }

    SimulatedSite(SiteConfiguration configuration, SplittableRandom random, Instant start, JobSourceFactory factory) {
        this.observation = configuration.observation();
        this.contenders = configuration.contenders();
        this.intervalMicros = MicroTime.micros(observation.samplingInterval());
        this.agenda = new SimulationEventQueue(Math.floorDiv(MicroTime.micros(start), intervalMicros) * intervalMicros);
        SplittableRandom serverRandom = random.split();
        int firstOss = 1;
        int firstMds = 1;
        for (FileSystemModel model : configuration.fileSystems()) {
            fileSystems.put(model.name(), new SimulatedFileSystem(model, firstOss, firstMds, agenda, serverRandom));
            firstOss += (model.osts() + model.ostsPerOss() - 1) / model.ostsPerOss();
            firstMds += model.mdts();
        }
        this.jobs = factory.create(configuration, random.split(), agenda.nowMicros());
        this.eventRandom = random.split();
        this.logs = new SimulatedDarshanLogs(observation.disturbances(), publications, random.split());
        this.polls = new HostPolls(configuration, fileSystems.values(), agenda, publications, random.split());
        JobMix scripted = new JobMix(configuration, random.split(), JobMix.FIRST_SCRIPTED_JOB_ID);
        this.faults = new FaultInjector(configuration, fileSystems, agenda, scripted, this::start);
        SplittableRandom probeRandom = random.split();
        for (SimulatedFileSystem fileSystem : fileSystems.values()) {
            for (int number = 0; number < observation.probeHosts(); number++) {
                new SimulatedProbe(observation, fileSystem, number, agenda, publications, faults, probeRandom.split())
                        .start();
            }
        }
        new JobStatsPolls(observation, polls.hosts(), agenda, publications, random.split()).start();
        agenda.at(agenda.nowMicros(), Turn.TICK, this::tick);
        awaitArrival();
    }

    /** @return how far the site has been advanced */
    public Instant now() {
        return MicroTime.instant(agenda.nowMicros());
    }

    /**
     * Lets time pass.
     *
     * @param until the new present; what happens at that very instant has happened
     * @throws IllegalArgumentException if {@code until} lies in the past of the site
     */
    public void advanceTo(Instant until, SiteObserver observer) {
        long untilMicros = MicroTime.micros(until);
        if (untilMicros < agenda.nowMicros()) {
            throw new IllegalArgumentException("a site cannot go back from " + now() + " to " + until);
        }
        while (agenda.nextMicros() <= untilMicros) {
            publications.handOver(agenda.nextMicros() - 1, observer);
            agenda.runNext();
            handOverTruths(observer);
        }
        agenda.waitUntil(untilMicros);
        publications.handOver(untilMicros, observer);
        fileSystems.values().forEach(SimulatedFileSystem::advance);
    }

    /**
     * Tells what is known of faults that have begun but whose consequences are not over; only then is the site left.
     */
    public void finish(SiteObserver observer) {
        fileSystems.values().forEach(SimulatedFileSystem::advance);
        faults.handOverBegun(observer);
    }

    /** @return the jobs that are under way, in the order of their start */
    List<RunningJob> running() {
        return running;
    }

    SimulatedFileSystem fileSystem(String name) {
        return fileSystems.get(name);
    }

    private void handOverTruths(SiteObserver observer) {
        if (!truths.isEmpty()) {
            truths.forEach(observer.truths());
            truths.clear();
        }
        faults.handOverSettled(observer);
    }

    private void awaitArrival() {
        JobSource.Arrival next = jobs.next();
        if (next.plan() != null) {
            agenda.at(next.micros(), Turn.START, () -> {
                start(next.plan());
                awaitArrival();
            });
        }
    }

    private void start(JobPlan plan) {
        RunningJob job = new RunningJob(plan, agenda, fileSystems, listener);
        running.add(job);
        for (SimulatedJobUse use : job.uses()) {
            SimulatedFileSystem fileSystem = use.fileSystem();
            if (contenders) {
                fileSystem.advance(use.measuredOsts());
                UseWindow window = new UseWindow(use.measuredOsts(), List.of(), fileSystem.uses());
                windows.put(use, window);
                fileSystem.windows().add(window);
            }
            fileSystem.uses().add(use);
        }
        if (observation.schedulerEvents()) {
            publications.add(soon(), Topic.JOB_EVENTS, SimulatorRecords.ofStart(job));
        }
        job.start();
    }

    private void end(RunningJob job) {
        long now = agenda.nowMicros();
        running.remove(job);
        boolean logged = logs.end(job, now);
        if (observation.schedulerEvents()) {
            publications.add(soon(), Topic.JOB_EVENTS, SimulatorRecords.ofEnd(job, now));
        }
        for (SimulatedJobUse use : job.uses()) {
            SimulatedFileSystem fileSystem = use.fileSystem();
            ByteVolume exact = use.serversSinceStart();
            fileSystem.uses().remove(use);
            List<CompetingJob> others = List.of();
            if (contenders) {
                fileSystem.advance(use.measuredOsts());
                UseWindow window = windows.remove(use);
                fileSystem.windows().remove(window);
                others = window.close(fileSystem.uses());
            }
            fileSystem.windows().forEach(each -> each.end(use));
            endedSinceTick.add(new Ended(use, now, logged, exact, others));
        }
        faults.end(job);
    }

    private long soon() {
        return agenda.nowMicros() + eventRandom.nextLong(LATEST_EVENT_MICROS);
    }

    private void tick() {
        for (SimulatedFileSystem fileSystem : fileSystems.values()) {
            fileSystem.advance();
            fileSystem.markTick();
            purge(fileSystem);
        }
        polls.pollAll();
        faults.observe();
        endedSinceTick.forEach(ended -> truths.add(truth(ended)));
        endedSinceTick.clear();
        agenda.at(agenda.nowMicros() + intervalMicros, Turn.TICK, this::tick);
    }

    private void purge(SimulatedFileSystem fileSystem) {
        long capacity = fileSystem.model().ostKibibytes();
        double used = 0;
        for (int ost : fileSystem.allOsts()) {
            used += fileSystem.space(ost).filesKibibytes(written(fileSystem, ost));
        }
        if (used <= PURGE_ABOVE * capacity * fileSystem.allOsts().size()) {
            return;
        }
        for (int ost : fileSystem.allOsts()) {
            fileSystem.space(ost).purgeTo(Math.round(PURGE_TO * capacity), written(fileSystem, ost));
        }
        Instant now = MicroTime.instant(agenda.nowMicros());
        String name = fileSystem.model().name();
        publications.add(
                agenda.nowMicros(),
                Topic.SITE_EVENTS,
                SiteEvent.newBuilder()
                        .setId("simulated-purge/" + name + "/" + now)
                        .setFileSystem(name)
                        .setKind(SiteEventKind.PURGE)
                        .setFrom(now)
                        .setTo(now)
                        .setText("purge of a simulated file system")
                        .setAuthor(SimulatorRecords.COLLECTOR)
                        .setRecordedAt(now)
                        .build());
    }

    private static long written(SimulatedFileSystem fileSystem, int ost) {
        return fileSystem.osts().get(ost).moved().volume().writeBytes();
    }

    /** With nobody else on healthy servers a phase takes as long as its slowest flow at what the clients can move. */
    private static double unhinderedSeconds(
            JobPhase.InputOutput phase, SimulatedFileSystem fileSystem, double seconds) {
        if (phase instanceof JobPhase.Transfer transfer) {
            long rate =
                    Math.min(transfer.bytesPerSecondAndOst(), fileSystem.model().ostBytesPerSecond());
            return (double) transfer.bytesAt(0) / rate;
        }
        if (phase instanceof JobPhase.Metadata metadata) {
            long capacity = fileSystem.mdts().get(metadata.mdt()).capacityPerSecond();
            return (double) (metadata.cycles() * metadata.mix().work()) / Math.min(metadata.workPerSecond(), capacity);
        }
        return seconds;
    }

    private static JobTruth truth(Ended ended) {
        SimulatedJobUse use = ended.use();
        RunningJob job = use.job();
        SimulatedCounters moved = use.moved();
        return new JobTruth(
                job.plan().jobId(),
                job.plan().executable(),
                job.plan().nodes(),
                job.state().name(),
                ended.logged(),
                MicroTime.instant(job.startMicros()),
                MicroTime.instant(ended.endMicros()),
                use.fileSystem().model().name(),
                use.measuredOsts(),
                job.ostsNamed(),
                moved.volume(),
                moved.readOperations(),
                moved.writeOperations(),
                moved.metadataOperations(),
                ended.exact(),
                use.serversBetweenTicks(),
                use.intervals(),
                use.losses(),
                ended.contenders());
    }
}
