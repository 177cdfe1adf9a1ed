package io.barograph.lab.evaluate;

import io.barograph.runtime.RecordPublisher;
import io.barograph.schemas.Anomaly;
import io.barograph.schemas.AnomalyKind;
import io.barograph.schemas.Capacity;
import io.barograph.schemas.ContentionEvent;
import io.barograph.schemas.EventKind;
import io.barograph.schemas.EventState;
import io.barograph.schemas.EventType;
import io.barograph.schemas.FullnessOfTargets;
import io.barograph.schemas.JobWeather;
import io.barograph.schemas.Quality;
import io.barograph.schemas.RateOfQuantity;
import io.barograph.schemas.RateOfServer;
import io.barograph.schemas.RatesOfServers;
import io.barograph.schemas.ServerRates;
import io.barograph.schemas.ServerRole;
import io.barograph.schemas.Slowdown;
import io.barograph.schemas.SlowdownKind;
import io.barograph.schemas.SlowdownScope;
import io.barograph.schemas.Span;
import io.barograph.schemas.Talker;
import io.barograph.schemas.TalkerRole;
import io.barograph.schemas.TopTalkers;
import io.barograph.schemas.Topic;
import io.barograph.schemas.Verdict;
import io.barograph.schemas.WeatherMetric;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * Results as a large site has them, at their full size but of no meaning: for measuring what shows them. The hour before
 * a moment in intervals of 5 s and minutes, each with every server; runs of the week before it.
 */
final class LargeSite {
    private static final String NAME = "large";
    private static final Duration HOUR = Duration.ofHours(1);
    private static final Duration INTERVAL = Duration.ofSeconds(5);
    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final int EVENTS = 1_000;
    private static final List<String> OPERATIONS =
            List.of("DATA_READ", "DATA_WRITE", "CREATE", "STAT", "READ", "DELETE");

    private final int jobs;
    private final List<String> osts;
    private final Instant now;
    private final SplittableRandom random = new SplittableRandom(1);

    LargeSite(int jobs, int osts, Instant now) {
        this.jobs = jobs;
        this.osts = IntStream.range(0, osts)
                .mapToObj(i -> String.format("large-OST%04x", i))
                .toList();
        this.now = now.truncatedTo(ChronoUnit.MINUTES);
    }

    void publishTo(RecordPublisher publisher) {
        for (Instant to = now.minus(HOUR); !to.isAfter(now.plus(MINUTE)); to = to.plus(INTERVAL)) {
            publisher.publish(Topic.SERVER_RATES, rates(Span.INTERVAL, to, INTERVAL));
            for (String operation : OPERATIONS) {
                publisher.publish(Topic.SLOWDOWNS, slowdown(operation, SlowdownKind.LIVE, to, INTERVAL));
            }
        }
        for (Instant to = now.minus(HOUR); !to.isAfter(now); to = to.plus(MINUTE)) {
            publisher.publish(Topic.SERVER_RATES, rates(Span.MINUTE, to, MINUTE));
            publisher.publish(Topic.TOP_TALKERS, talkers(to));
            for (String operation : OPERATIONS) {
                publisher.publish(Topic.SLOWDOWNS, slowdown(operation, SlowdownKind.INTERVAL, to, MINUTE));
            }
        }
        for (int i = 0; i < jobs; i++) {
            JobWeather weather = weather(i);
            publisher.publish(Topic.JOB_WEATHER, weather);
            publisher.publish(Topic.ANOMALIES, verdict(weather));
        }
        for (int i = 0; i < EVENTS; i++) {
            publisher.publish(Topic.CONTENTION_EVENTS, event(i));
        }
        publisher.flush();
    }

    private ServerRates rates(Span span, Instant to, Duration length) {
        List<RateOfServer> servers = new ArrayList<>(osts.size());
        for (String ost : osts) {
            servers.add(RateOfServer.newBuilder()
                    .setServer(ost)
                    .setRole(ServerRole.DATA)
                    .setMissingFraction(0)
                    .setReadBytesPerSecond(random.nextDouble(1e9))
                    .setWriteBytesPerSecond(random.nextDouble(1e9))
                    .setReadOperationsPerSecond(random.nextDouble(1e3))
                    .setWriteOperationsPerSecond(random.nextDouble(1e3))
                    .setUsedBytesFraction(0.5 + random.nextDouble(0.3))
                    .build());
        }
        return ServerRates.newBuilder()
                .setFileSystem(NAME)
                .setSpan(span)
                .setFrom(to.minus(length))
                .setTo(to)
                .setObservedTo(to)
                .setIntervalMillis((int) INTERVAL.toMillis())
                .setData(RatesOfServers.newBuilder()
                        .setExpectedServers(osts.size())
                        .setExpectedSamples(osts.size())
                        .setSamples(osts.size())
                        .setMissingFraction(0.0)
                        .setQuantities(Map.of("readBytes", quantity(), "writeBytes", quantity()))
                        .build())
                .setOstCapacity(Capacity.newBuilder()
                        .setBytes(FullnessOfTargets.newBuilder()
                                .setTargets(osts.size())
                                .setMean(0.65)
                                .setFullest(0.8)
                                .setFullestTarget(osts.get(0))
                                .setImbalance(0.1)
                                .build())
                        .build())
                .setServers(servers)
                .build();
    }

    private RateOfQuantity quantity() {
        double rate = random.nextDouble(1e12);
        return RateOfQuantity.newBuilder()
                .setTotal((long) rate)
                .setPerSecond(rate)
                .setSmallestPerSecond(rate)
                .setLargestPerSecond(rate)
                .setZeroFraction(0)
                .setServers(osts.size())
                .setLargestServerPerSecond(rate / osts.size())
                .build();
    }

    private Slowdown slowdown(String operation, SlowdownKind kind, Instant to, Duration length) {
        double factor = 0.9 + random.nextDouble(0.3);
        return Slowdown.newBuilder()
                .setFileSystem(NAME)
                .setOperation(operation)
                .setKind(kind)
                .setScope(SlowdownScope.FILE_SYSTEM)
                .setStart(to.minus(length))
                .setEnd(to)
                .setDecidedAt(to)
                .setTimings(60)
                .setMedianSeconds(0.01 * factor)
                .setExpectedSeconds(0.01)
                .setSlowdown(factor)
                .build();
    }

    private TopTalkers talkers(Instant start) {
        return TopTalkers.newBuilder()
                .setFileSystem(NAME)
                .setRole(TalkerRole.OST)
                .setStart(start)
                .setDecidedAt(start)
                .setTotal(1_000_000_000L)
                .setJobs(10)
                .setOthers(0)
                .setUnattributed(0)
                .setServers(osts.size())
                .setMissingServers(0)
                .setTalkers(IntStream.range(0, 10)
                        .mapToObj(i -> Talker.newBuilder()
                                .setJobId(Integer.toString(i))
                                .setExecutable("application")
                                .setUser("user")
                                .setAmount(100_000_000L)
                                .setShare(0.1)
                                .build())
                        .toList())
                .build();
    }

    private JobWeather weather(int i) {
        Map<String, Double> metrics = new HashMap<>();
        for (WeatherMetric metric : WeatherMetric.values()) {
            metrics.put(metric.metricName(), random.nextDouble(1e6));
        }
        Instant end = now.minusSeconds((long) i * Duration.ofDays(7).toSeconds() / jobs);
        return JobWeather.newBuilder()
                .setJobId(Integer.toString(i))
                .setUser("user" + i % 100)
                .setExecutable("/opt/application" + i % 50)
                .setApplication("application" + i % 50)
                .setFileSystem(NAME)
                .setMotif(NAME + "/application" + i % 50)
                .setStartTime(end.minusSeconds(600))
                .setEndTime(end)
                .setDecidedAt(end.plusSeconds(35))
                .setProcesses(1_024)
                .setJobReadBytes(random.nextLong(1_000_000_000_000L))
                .setJobWriteBytes(random.nextLong(1_000_000_000_000L))
                .setCfBw(random.nextDouble())
                .setQuality(Quality.OK)
                .setMetrics(metrics)
                .build();
    }

    private Anomaly verdict(JobWeather weather) {
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
                .setFractionOfPeak(random.nextDouble())
                .build();
    }

    private ContentionEvent event(int i) {
        Instant onset = now.minusSeconds(600L * (i + 1));
        return ContentionEvent.newBuilder()
                .setKind(EventKind.CONTENTION)
                .setType(EventType.WRITE)
                .setFileSystem(NAME)
                .setOnset(onset)
                .setOpenedAt(onset)
                .setStart(onset)
                .setDecidedAt(onset.plusSeconds(300))
                .setEnd(i < 5 ? null : onset.plusSeconds(300))
                .setState(i < 5 ? EventState.UPDATED : EventState.CLOSED)
                .setWorstSlowdown(2.5)
                .setSentence("An event.")
                .build();
    }
}
