package io.barograph.runs.operators;

import io.barograph.runs.CoverageFactors;
import io.barograph.runs.ExactCoverage;
import io.barograph.schemas.AvroCodec;
import io.barograph.schemas.JobWeather;
import io.barograph.schemas.WeatherMetric;
import io.barograph.servers.history.SampledTraffic;
import io.barograph.servers.history.WindowVolume;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;

/** Makes the result of a run from the answers to it. */
final class RunWeather {
    private static final double SECOND = 1_000;

    static {
        AvroCodec.of(JobWeather.class); // Avro builds no record of a class that the codec has not made it trust
    }

    private RunWeather() {}

    static JobWeather of(PendingDecision gathered, DecisionRevision revision, long time) {
        PendingRun run = gathered.run();
        if (run.isWithoutLog()) {
            return withoutLog(gathered, revision, time);
        }
        RunVolumeSet used = gathered.ofUsedServers();
        RunVolumeSet all = gathered.ofAllServers();
        FileSystemResponse fileSystem = gathered.ofFileSystem().ofFileSystem();
        PendingRun.Use use = run.use();
        CoverageFactors coverage =
                CoverageFactors.of(use.readBytes(), use.writeBytes(), used.run(), used.edgeBytes(), all.run());
        ExactCoverage exact = ExactCoverage.of(
                use.bytes(),
                run.movement(),
                run.endMicros() - run.startMicros(),
                used.run(),
                used.first(),
                used.last(),
                inOneInterval(used.before(), run),
                run.intervalMillis());
        SampledTraffic ofUsed = knownTraffic(used.run());
        Double cfIops = null;
        Map<WeatherMetric, Double> metrics = new TreeMap<>(fileSystem.metrics());
        if (ofUsed != null) {
            cfIops = CoverageFactors.ofOperations(
                    use.reads() + use.writes(), ofUsed.readOperations() + ofUsed.writeOperations(), used.run());
            put(
                    metrics,
                    WeatherMetric.CF_READ_OPERATIONS,
                    CoverageFactors.ofOperations(use.reads(), ofUsed.readOperations(), used.run()));
            put(
                    metrics,
                    WeatherMetric.CF_WRITE_OPERATIONS,
                    CoverageFactors.ofOperations(use.writes(), ofUsed.writeOperations(), used.run()));
        }
        // An edge answered by the minute is no answer for the short stretches in which a run did I/O.
        Double cfBwActive = used.active().coarse() ? null : CoverageFactors.ofBytes(use.bytes(), used.active());
        Double cfJob = CoverageFactors.ofBytes(fileSystem.jobBytes(), fileSystem.ofJob());
        put(metrics, WeatherMetric.CF_BW, coverage.cfBw());
        put(metrics, WeatherMetric.CF_BW_FS, coverage.cfBwFs());
        put(metrics, WeatherMetric.CF_READ, coverage.cfRead());
        put(metrics, WeatherMetric.CF_WRITE, coverage.cfWrite());
        put(metrics, WeatherMetric.CF_BW_ACTIVE, cfBwActive);
        put(metrics, WeatherMetric.CF_JOB, cfJob);
        put(metrics, WeatherMetric.CF_IOPS, cfIops);
        putShare(metrics, WeatherMetric.CF_OPENS, use.opens(), WeatherMetric.METADATA_OPENS);
        putShare(metrics, WeatherMetric.CF_STATS, use.stats(), WeatherMetric.METADATA_GETATTRS);
        WindowVolume before = used.before();
        if (before.isKnown() && !before.coarse()) {
            double bytes =
                    (double) before.traffic().readBytes() + before.traffic().writeBytes();
            metrics.put(
                    WeatherMetric.OST_BEFORE_START_BYTES_PER_SECOND,
                    bytes / before.servers() / (run.beforeMillis() / SECOND));
        }
        return measured(gathered, revision, time, metrics)
                .setCfBw(coverage.cfBw())
                .setCfBwFs(coverage.cfBwFs())
                .setCfBwExact(exact == null ? null : exact.factor())
                .setCfBwExactLow(exact == null ? null : exact.low())
                .setCfBwExactHigh(exact == null ? null : exact.high())
                .setCfRead(coverage.cfRead())
                .setCfWrite(coverage.cfWrite())
                .setCfIops(cfIops)
                .setCfBwActive(cfBwActive)
                .setCfJob(cfJob)
                .setNamedServers(run.namesServers())
                .setQuality(run.draft().getPartial() ? coverage.partial().quality() : coverage.quality())
                .build();
    }

    /** What the servers alone say. */
    private static JobWeather.Builder measured(
            PendingDecision gathered, DecisionRevision revision, long time, Map<WeatherMetric, Double> metrics) {
        WindowVolume used = gathered.ofUsedServers().run();
        SampledTraffic ofUsed = knownTraffic(used);
        SampledTraffic ofAll = knownTraffic(gathered.ofAllServers().run());
        JobWeather draft = gathered.run().draft();
        Map<String, Double> named = new TreeMap<>(draft.getMetrics());
        metrics.forEach((metric, value) -> named.put(metric.metricName(), value));
        return JobWeather.newBuilder(draft)
                .setDecidedAt(Instant.ofEpochMilli(time))
                .setRevision(revision.number())
                .setServerReadBytes(ofUsed == null ? null : ofUsed.readBytes())
                .setServerWriteBytes(ofUsed == null ? null : ofUsed.writeBytes())
                .setFileSystemReadBytes(ofAll == null ? null : ofAll.readBytes())
                .setFileSystemWriteBytes(ofAll == null ? null : ofAll.writeBytes())
                .setServers(used.servers())
                .setServerRestarts(ofUsed == null ? 0 : (int) ofUsed.restarts())
                .setMissingFraction(Double.isNaN(used.missingFraction()) ? null : used.missingFraction())
                .setMetrics(named);
    }

    /** Infinite where nothing is known of it. */
    private static double inOneInterval(WindowVolume before, PendingRun run) {
        if (!before.isKnown() || before.coarse()) {
            return Double.POSITIVE_INFINITY;
        }
        double bytes = (double) before.traffic().readBytes() + before.traffic().writeBytes();
        return bytes * run.intervalMillis() / run.beforeMillis();
    }

    /** Nobody counted what the job moved: its weather is known, its share of it is not. */
    private static JobWeather withoutLog(PendingDecision gathered, DecisionRevision revision, long time) {
        WindowVolume all = gathered.ofAllServers().run();
        return measured(
                        gathered,
                        revision,
                        time,
                        gathered.ofFileSystem().ofFileSystem().metrics())
                .setQuality(CoverageFactors.of(0, 0, all, 0, all).quality())
                .build();
    }

    private static void put(Map<WeatherMetric, Double> metrics, WeatherMetric metric, Double value) {
        if (value != null && Double.isFinite(value)) {
            metrics.put(metric, value);
        }
    }

    private static void putShare(
            Map<WeatherMetric, Double> metrics, WeatherMetric share, long ofRun, WeatherMetric ofServers) {
        Double answered = metrics.get(ofServers);
        if (ofRun >= 0 && answered != null && answered > 0) {
            metrics.put(share, ofRun / answered);
        }
    }

    private static SampledTraffic knownTraffic(WindowVolume volume) {
        return volume.isKnown() ? volume.traffic() : null;
    }
}
