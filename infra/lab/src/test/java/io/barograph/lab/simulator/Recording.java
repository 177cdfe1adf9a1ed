package io.barograph.lab.simulator;

import io.barograph.lab.simulator.plan.FileSystemModel;
import io.barograph.lab.simulator.plan.JobLoad;
import io.barograph.lab.simulator.plan.MonitoringSettings;
import io.barograph.lab.simulator.plan.SiteConfiguration;
import io.barograph.schemas.JobEvent;
import io.barograph.schemas.JobSamples;
import io.barograph.schemas.JobSummary;
import io.barograph.schemas.ProbeTiming;
import io.barograph.schemas.ServerKind;
import io.barograph.schemas.ServerPoll;
import io.barograph.schemas.ServerPolls;
import io.barograph.schemas.ServerSample;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.apache.avro.specific.SpecificRecord;

/** Keeps what a site shows. */
public final class Recording {
    public static final Instant START = Instant.parse("2024-03-01T12:00:00Z");

    public final List<ServerSample> samples = new ArrayList<>();
    public final List<JobSummary> summaries = new ArrayList<>();
    public final List<ProbeTiming> timings = new ArrayList<>();
    public final List<JobEvent> events = new ArrayList<>();
    public final List<JobSamples> jobSamples = new ArrayList<>();
    public final List<PublishedRecord<?>> published = new ArrayList<>();

    /** Of runs that left a log. */
    public final List<JobTruth> truths = new ArrayList<>();

    /** Of all runs. */
    public final List<JobTruth> all = new ArrayList<>();

    public final List<FaultTruth> faults = new ArrayList<>();

    /** Keeps what it is told here. */
    public final SiteObserver observer = new SiteObserver(this::keep, this::keep, faults::add);

    /**
     * @return a small site: two file systems, of 8 and 4 OSTs, sampled every 5 s, on which a dozen jobs
     *     of 15 to 60 s end in two minutes; nothing goes wrong
     */
    public static SiteConfiguration smallSite() {
        return new SiteConfiguration(
                List.of(
                        new FileSystemModel("sim-scratch", "/sim/scratch", 8, 2, 500_000_000L, 32L << 30, 0, 0),
                        new FileSystemModel("sim-projects", "/sim/projects", 4, 2, 250_000_000L, 16L << 30, 0, 0)),
                new JobLoad(
                        Duration.ofSeconds(8),
                        Duration.ofSeconds(45),
                        Duration.ofSeconds(15),
                        Duration.ofSeconds(35),
                        Duration.ofSeconds(10),
                        Duration.ofSeconds(30),
                        0.2,
                        1,
                        0.5,
                        0,
                        false),
                MonitoringSettings.SAMPLES_AND_LOGS,
                List.of(),
                true);
    }

    /** The small site over that many seconds from {@link #START}. */
    public static Recording ofSmallSite(long seed, long seconds) {
        return of(smallSite(), seed, seconds);
    }

    /** A site over that many seconds from {@link #START}, to its end. */
    public static Recording of(SiteConfiguration configuration, long seed, long seconds) {
        Recording recording = new Recording();
        SimulatedSite site = new SimulatedSite(configuration, seed, START);
        site.advanceTo(START.plusSeconds(seconds), recording.observer);
        site.finish(recording.observer);
        return recording;
    }

    private void keep(PublishedRecord<?> published) {
        this.published.add(published);
        SpecificRecord record = published.record();
        if (record instanceof ServerPoll poll) {
            samples.addAll(ServerPolls.samples(poll));
        } else if (record instanceof JobSummary summary) {
            summaries.add(summary);
        } else if (record instanceof ProbeTiming timing) {
            timings.add(timing);
        } else if (record instanceof JobEvent event) {
            events.add(event);
        } else if (record instanceof JobSamples polled) {
            jobSamples.add(polled);
        }
    }

    private void keep(JobTruth truth) {
        all.add(truth);
        if (truth.logged()) {
            truths.add(truth);
        }
    }

    /** Counter curves, reads and writes together, of the OSTs of a file system by index. */
    public List<NavigableMap<Instant, Long>> curves(String fileSystem) {
        Map<String, NavigableMap<Instant, Long>> byServer = new TreeMap<>();
        for (ServerSample sample : samples) {
            if (sample.getKind() == ServerKind.OST && sample.getFileSystem().equals(fileSystem)) {
                byServer.computeIfAbsent(sample.getServer(), server -> new TreeMap<>())
                        .put(sample.getTime(), sample.getReadBytes() + sample.getWriteBytes());
            }
        }
        return List.copyOf(byServer.values());
    }
}
