package io.barograph.runs.operators;

import io.barograph.schemas.AvroCodec;
import io.barograph.schemas.CatalogueFileSystem;
import io.barograph.schemas.FileSystemCatalogue;
import io.barograph.schemas.FileSystemUse;
import io.barograph.schemas.JobEvent;
import io.barograph.schemas.JobEventKind;
import io.barograph.schemas.JobSummary;
import io.barograph.schemas.JobWeather;
import io.barograph.schemas.ServerKind;
import io.barograph.schemas.ServerSample;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongUnaryOperator;

/** A small site: file system {@code scratch}, sampled every 5 s; time 0 is a full hour. */
final class Site {
    static final Instant START = Instant.parse("2018-02-09T10:00:00Z");
    static final FileSystemCatalogue CATALOGUE =
            new FileSystemCatalogue(List.of(CatalogueFileSystem.of("scratch", "/scratch")));

    static {
        AvroCodec.of(JobEvent.class);
        AvroCodec.of(JobWeather.class);
        AvroCodec.of(JobSummary.class); // Avro builds no record of a class that the codec has not made it trust
    }

    private Site() {}

    static Instant at(double seconds) {
        return START.plusMillis(Math.round(seconds * 1_000));
    }

    static long millis(double seconds) {
        return at(seconds).toEpochMilli();
    }

    static ServerSample sample(int ost, int second, long readBytes) {
        return sample(ost, second, readBytes, 1);
    }

    static ServerSample sample(int ost, int second, long readBytes, int publishedAfterSeconds) {
        return ServerSample.newBuilder()
                .setFileSystem("scratch")
                .setServer(String.format("scratch-OST%04x", ost))
                .setKind(ServerKind.OST)
                .setTime(at(second))
                .setPublishedAt(at(second + publishedAfterSeconds))
                .setIntervalMillis(5_000)
                .setReadBytes(readBytes)
                .setWriteBytes(0L)
                .build();
    }

    static JobEvent start(String jobId, double second, int nodes) {
        return event(jobId, JobEventKind.START, second).setNodes(nodes).build();
    }

    static JobEvent end(String jobId, double second, String state) {
        return event(jobId, JobEventKind.END, second).setState(state).build();
    }

    private static JobEvent.Builder event(String jobId, JobEventKind kind, double second) {
        return JobEvent.newBuilder()
                .setJobId(jobId)
                .setKind(kind)
                .setTime(at(second))
                .setPublishedAt(at(second + 1));
    }

    static ServerSample load(ServerKind kind, String host, int second, double cpuPercent) {
        return ServerSample.newBuilder()
                .setFileSystem("scratch")
                .setServer(host)
                .setHost(host)
                .setKind(kind)
                .setTime(at(second))
                .setPublishedAt(at(second + 1))
                .setIntervalMillis(5_000)
                .setCpuPercent(cpuPercent)
                .build();
    }

    /** Samples of some OSTs every 5 s over [0, seconds], with counters given by the second. */
    static List<ServerSample> samples(int osts, int seconds, LongUnaryOperator readBytesAtSecond) {
        List<ServerSample> samples = new ArrayList<>();
        for (int second = 0; second <= seconds; second += 5) {
            for (int ost = 0; ost < osts; ost++) {
                samples.add(sample(ost, second, readBytesAtSecond.applyAsLong(second) * (ost + 1)));
            }
        }
        return samples;
    }

    static JobSummary summary(String jobId, double start, double end, long readBytes, Integer... osts) {
        return summaryCollectedAt(end, jobId, start, end, readBytes, osts);
    }

    static JobSummary summaryCollectedAt(
            double collectedAt, String jobId, double start, double end, long readBytes, Integer... osts) {
        return JobSummary.newBuilder()
                .setJobId(jobId)
                .setExecutable("/bin/ior")
                .setStartTime(at(start))
                .setEndTime(at(end))
                .setRunTimeSeconds(end - start)
                .setProcesses(64)
                .setCollectedAt(at(collectedAt))
                .setFileSystems(List.of(FileSystemUse.newBuilder()
                        .setFileSystem("scratch")
                        .setResolved(true)
                        .setMountPoint("/scratch")
                        .setReadBytes(readBytes)
                        .setWriteBytes(0)
                        .setReads(1)
                        .setWrites(0)
                        .setOpens(1)
                        .setOsts(osts.length == 0 ? null : List.of(osts))
                        .setOstsComplete(osts.length > 0)
                        .build()))
                .build();
    }
}
