package io.barograph.jobstats.operators;

import io.barograph.schemas.AvroCodec;
import io.barograph.schemas.CatalogueFileSystem;
import io.barograph.schemas.FileSystemCatalogue;
import io.barograph.schemas.FileSystemKind;
import io.barograph.schemas.JobSamples;
import io.barograph.schemas.JobUse;
import io.barograph.schemas.JobWeather;
import io.barograph.schemas.Quality;
import io.barograph.schemas.TargetKind;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Polls of the file system {@code scratch} every 30 s; time 0 is a full hour. */
final class Polls {
    static final Instant START = Instant.parse("2026-02-02T10:00:00Z");
    static final FileSystemCatalogue CATALOGUE = new FileSystemCatalogue(List.of(
            CatalogueFileSystem.of("scratch", "/scratch"),
            new CatalogueFileSystem("projects", Set.of(), FileSystemKind.GPFS, Duration.ofSeconds(5), 0, 0)));

    static {
        AvroCodec.of(JobSamples.class); // Avro builds no record of a class that the codec has not made it trust
        AvroCodec.of(JobWeather.class);
    }

    private Polls() {}

    static Instant at(double second) {
        return START.plusMillis(Math.round(second * 1_000));
    }

    static long millis(double second) {
        return at(second).toEpochMilli();
    }

    /** The entry began at time 0. */
    static JobUse wrote(String jobId, long bytes) {
        return JobUse.newBuilder()
                .setJobId(jobId)
                .setEntrySince(START)
                .setReadBytes(0L)
                .setWriteBytes(bytes)
                .build();
    }

    static JobUse did(String jobId, long operations) {
        return JobUse.newBuilder()
                .setJobId(jobId)
                .setEntrySince(START)
                .setMetadataOperations(Map.of("open", operations))
                .build();
    }

    static JobSamples.Builder poll(TargetKind kind, String server, double second, JobUse... jobs) {
        return JobSamples.newBuilder()
                .setFileSystem("scratch")
                .setServer(server)
                .setKind(kind)
                .setTime(at(second))
                .setPublishedAt(at(second + 1))
                .setIntervalMillis(30_000)
                .setJobs(List.of(jobs));
    }

    static JobSamples ost(String server, double second, long writeBytes, JobUse... jobs) {
        return poll(TargetKind.OST, server, second, jobs)
                .setReadBytes(0L)
                .setWriteBytes(writeBytes)
                .build();
    }

    static JobSamples mdt(String server, double second, long operations, JobUse... jobs) {
        return poll(TargetKind.MDT, server, second, jobs)
                .setMetadataOperations(Map.of("open", operations))
                .build();
    }

    /** A server that writes 100 B/s, of which a job has 40 and another 10, over [from, to] seconds. */
    static List<JobSamples> steady(String server, int from, int to) {
        List<JobSamples> polls = new ArrayList<>();
        for (int second = from; second <= to; second += 30) {
            polls.add(ost(server, second, 100L * second, wrote("4711", 40L * second), wrote("4712.ior", 10L * second)));
        }
        return polls;
    }

    static JobWeather.Builder decision(String jobId, double start, double end, double decidedAt) {
        return JobWeather.newBuilder()
                .setJobId(jobId)
                .setExecutable("/bin/ior")
                .setUser("1001")
                .setStartTime(at(start))
                .setEndTime(at(end))
                .setFileSystem("scratch")
                .setProcesses(64)
                .setDecidedAt(at(decidedAt))
                .setJobReadBytes(0)
                .setJobWriteBytes(40L * Math.round(end - start))
                .setQuality(Quality.OK);
    }
}
