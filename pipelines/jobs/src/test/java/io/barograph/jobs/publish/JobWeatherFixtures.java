package io.barograph.jobs.publish;

import io.barograph.schemas.AvroCodec;
import io.barograph.schemas.JobWeather;
import io.barograph.schemas.Quality;
import io.barograph.schemas.WeatherMetric;
import java.time.Instant;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.Collectors;

/** Results for tests. */
final class JobWeatherFixtures {
    static final Instant START = Instant.parse("2018-02-09T08:15:00Z");
    static final Instant END = Instant.parse("2018-02-09T08:20:30.5Z");

    static {
        AvroCodec.of(JobWeather.class); // Avro builds no record of a class that the codec has not made it trust
    }

    private JobWeatherFixtures() {}

    /** A value of the metric, for most metrics one of its own. */
    static double valueOf(WeatherMetric metric) {
        return Math.floorMod(metric.name().hashCode(), 10_000);
    }

    /** A run with every value known. */
    static JobWeather.Builder complete(String jobId) {
        return JobWeather.newBuilder()
                .setJobId(jobId)
                .setUser("user")
                .setExecutable("ior")
                .setStartTime(START)
                .setEndTime(END)
                .setFileSystem("scratch")
                .setProcesses(128)
                .setNodes(4)
                .setDecidedAt(Instant.parse("2018-02-09T08:21:05Z"))
                .setJobReadBytes(10)
                .setJobWriteBytes(20)
                .setServerReadBytes(30L)
                .setServerWriteBytes(40L)
                .setFileSystemReadBytes(50L)
                .setFileSystemWriteBytes(60L)
                .setCfBw(0.1)
                .setCfBwFs(0.2)
                .setCfBwExact(0.12)
                .setCfBwExactLow(0.1)
                .setCfBwExactHigh(0.15)
                .setCfRead(0.3)
                .setCfWrite(0.4)
                .setServers(24)
                .setNamedServers(true)
                .setServerRestarts(1)
                .setMissingFraction(0.05)
                .setQuality(Quality.OK)
                .setJobState("COMPLETED")
                .setApplication("ior")
                .setDirection("write")
                .setLayout("shared")
                .setPartition("knl")
                .setMotif("scratch/ior/write/shared/knl/128")
                .setEligible(true)
                .setPerformanceBytesPerSecond(1e9)
                .setCfIops(0.5)
                .setCfNodehrs(0.6)
                .setCfBwActive(0.7)
                .setCfJob(0.8)
                .setConcurrentJobs(7)
                .setConcurrentNodes(70)
                .setConcurrentNodeHours(6.5)
                .setMetrics(Arrays.stream(WeatherMetric.values())
                        .collect(Collectors.toMap(WeatherMetric::metricName, JobWeatherFixtures::valueOf)))
                .setCollector("simulator")
                .setSource("log")
                .setSystem("edison");
    }

    /** A later decision of the same run, with nothing known of the servers. */
    static JobWeather.Builder withoutServerData(String jobId) {
        return complete(jobId)
                .setRevision(2)
                .setUser(null)
                .setNodes(null)
                .setServerReadBytes(null)
                .setServerWriteBytes(null)
                .setFileSystemReadBytes(null)
                .setFileSystemWriteBytes(null)
                .setCfBw(null)
                .setCfBwFs(null)
                .setCfBwExact(null)
                .setCfBwExactLow(null)
                .setCfBwExactHigh(null)
                .setCfRead(null)
                .setCfWrite(Double.NaN)
                .setMissingFraction(null)
                .setQuality(Quality.NO_SERVER_DATA)
                .setCfIops(null)
                .setCfBwActive(null)
                .setCfJob(null)
                .setConcurrentJobs(null)
                .setLayout(null)
                .setMetrics(Map.of());
    }
}
