package io.barograph.pictures;

import io.barograph.schemas.Anomaly;
import io.barograph.schemas.AnomalyKind;
import io.barograph.schemas.AvroCodec;
import io.barograph.schemas.JobWeather;
import io.barograph.schemas.JudgedMetric;
import io.barograph.schemas.Quality;
import io.barograph.schemas.Verdict;
import io.barograph.schemas.WeatherMetric;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Records of runs for tests. */
final class Runs {
    static final Instant START = Instant.parse("2026-03-01T12:00:00Z");
    static final String MOTIF = "scratch/vpicio_uni/write/shared/-/512";

    static {
        // Avro refuses generated classes that it does not trust.
        AvroCodec.of(JobWeather.class);
        AvroCodec.of(Anomaly.class);
    }

    private Runs() {}

    /** A run of a minute that began so many days after {@link #START}. */
    static JobWeather.Builder weather(String jobId, int day, double performance, Map<WeatherMetric, Double> metrics) {
        Instant start = START.plus(Duration.ofDays(day));
        Map<String, Double> named = new HashMap<>();
        metrics.forEach((metric, value) -> named.put(metric.metricName(), value));
        return JobWeather.newBuilder()
                .setJobId(jobId)
                .setUser("ada")
                .setExecutable("/opt/vpicio_uni")
                .setApplication("vpicio_uni")
                .setFileSystem("scratch")
                .setMotif(MOTIF)
                .setStartTime(start)
                .setEndTime(start.plusSeconds(60))
                .setDecidedAt(start.plusSeconds(95))
                .setProcesses(512)
                .setEligible(true)
                .setQuality(Quality.OK)
                .setJobReadBytes(0)
                .setJobWriteBytes(1_000_000_000_000L)
                .setPerformanceBytesPerSecond(performance)
                .setMetrics(named);
    }

    /** The verdict on a run, without panel. */
    static Anomaly.Builder verdict(JobWeather weather) {
        return Anomaly.newBuilder()
                .setKind(AnomalyKind.RUN)
                .setVerdict(Verdict.NORMAL)
                .setSentence("Performance is normal.")
                .setJobId(weather.getJobId())
                .setUser(weather.getUser())
                .setExecutable(weather.getExecutable())
                .setApplication(weather.getApplication())
                .setFileSystem(weather.getFileSystem())
                .setMotif(weather.getMotif())
                .setStartTime(weather.getStartTime())
                .setEndTime(weather.getEndTime())
                .setDecidedAt(weather.getDecidedAt())
                .setPerformance(weather.getPerformanceBytesPerSecond());
    }

    /** A row of a panel whose box is from 1 to 5. */
    static JudgedMetric row(WeatherMetric metric, double value, Integer quartile, List<Float> history) {
        return JudgedMetric.newBuilder()
                .setMetric(metric.metricName())
                .setValue(value)
                .setQuartile(quartile)
                .setClimateSize(history.size())
                .setP05(1.0)
                .setP25(2.0)
                .setP50(3.0)
                .setP75(4.0)
                .setP95(5.0)
                .setHistory(history)
                .build();
    }
}
