package io.barograph.collectors.simulator;

import io.barograph.schemas.JobSummary;
import io.barograph.schemas.ServerKind;
import io.barograph.schemas.ServerSample;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/** Keeps what a site shows. */
final class Recording implements SiteObserver {
    static final Instant START = Instant.parse("2024-03-01T12:00:00Z");

    final List<ServerSample> samples = new ArrayList<>();
    final List<JobSummary> summaries = new ArrayList<>();
    final List<Truth> truths = new ArrayList<>();

    /** The demonstration's site over that many seconds from {@link #START}. */
    static Recording ofDemo(long seed, long seconds) {
        Recording recording = new Recording();
        new SimulatedSite(SiteConfiguration.demo(), seed, START).advanceTo(START.plusSeconds(seconds), recording);
        return recording;
    }

    @Override
    public void onSample(ServerSample sample) {
        samples.add(sample);
    }

    @Override
    public void onSummary(JobSummary summary) {
        summaries.add(summary);
    }

    @Override
    public void onTruth(Truth truth) {
        truths.add(truth);
    }

    /** Counter curves, reads and writes together, of the OSTs of a file system by index. */
    List<NavigableMap<Instant, Long>> curves(String fileSystem) {
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
