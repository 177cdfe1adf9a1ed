package io.barograph.verdicts.why;

import io.barograph.schemas.Anomaly;
import io.barograph.schemas.AnomalyKind;
import io.barograph.schemas.AvroCodec;
import io.barograph.schemas.ContentionEvent;
import io.barograph.schemas.EventKind;
import io.barograph.schemas.EventState;
import io.barograph.schemas.EventType;
import io.barograph.schemas.Finding;
import io.barograph.schemas.JobWeather;
import io.barograph.schemas.JudgedMetric;
import io.barograph.schemas.Quality;
import io.barograph.schemas.RootCause;
import io.barograph.schemas.Slowdown;
import io.barograph.schemas.SlowdownKind;
import io.barograph.schemas.SlowdownScope;
import io.barograph.schemas.Suspect;
import io.barograph.schemas.SuspectSource;
import io.barograph.schemas.Verdict;
import io.barograph.schemas.Victim;
import io.barograph.schemas.WeatherMetric;
import io.barograph.verdicts.explanation.LossCause;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Facts of a run of 100 s that lost half of its performance, to be changed by tests. */
final class Facts {
    static final Instant START = Instant.parse("2026-03-01T12:00:00Z");
    static final Instant END = START.plusSeconds(100);

    static {
        AvroCodec.of(Anomaly.class);
        AvroCodec.of(JobWeather.class);
        AvroCodec.of(ContentionEvent.class);
        AvroCodec.of(Slowdown.class);
    }

    private Facts() {}

    static JudgedMetric metric(String name, double value, double median) {
        return JudgedMetric.newBuilder()
                .setMetric(name)
                .setValue(value)
                .setQuartile(4)
                .setP50(median)
                .setClimateSize(20)
                .build();
    }

    static Anomaly.Builder verdict(Verdict verdict, Integer quartile) {
        return Anomaly.newBuilder()
                .setKind(AnomalyKind.RUN)
                .setJobId("4711")
                .setExecutable("ior")
                .setFileSystem("scratch")
                .setStartTime(START)
                .setEndTime(END)
                .setDecidedAt(END)
                .setVerdict(verdict)
                .setPerformance(1e9)
                .setUsualPerformance(2e9)
                .setQuartile(quartile)
                .setClimateSize(20)
                .setExonerated(List.of(metric("cfBw", 0.9, 0.9)))
                .setPanel(List.of(metric("performanceBytesPerSecond", 1e9, 2e9)));
    }

    static Anomaly.Builder lost() {
        return verdict(Verdict.ANOMALOUS, 4);
    }

    /** Lost half of its usual performance, most of it by one cause. */
    static Anomaly.Builder suspecting(LossCause cause) {
        return lost().setLoss(Math.log(2))
                .setLikelyCause(cause.name())
                .setFindings(List.of(Finding.newBuilder()
                        .setCause(cause.name())
                        .setShare(0.75 * Math.log(2))
                        .setConfidence(0.6)
                        .setConfidenceLow(0.4)
                        .setConfidenceHigh(0.8)
                        .setEvidence("directory reads")
                        .setUnit("/s")
                        .setValue(7.2)
                        .setUsual(0.2)
                        .build()));
    }

    static RootCause cause(String side, double confidence, boolean usual) {
        return RootCause.newBuilder()
                .setCause("small requests")
                .setSide(side)
                .setEvidence("95 % of the requests are below 1 KiB")
                .setRemedy("buffer them")
                .setConfidence(confidence)
                .setUsual(usual)
                .build();
    }

    static JobWeather.Builder weather() {
        return JobWeather.newBuilder()
                .setJobId("4711")
                .setExecutable("ior")
                .setFileSystem("scratch")
                .setStartTime(START)
                .setEndTime(END)
                .setDecidedAt(END)
                .setProcesses(64)
                .setJobReadBytes(0)
                .setJobWriteBytes(80_000_000_000L)
                .setQuality(Quality.OK)
                .setMissingFraction(0.0)
                .setServers(24)
                .setMetrics(Map.of(WeatherMetric.JOB_IO_SECONDS.metricName(), 80.0));
    }

    static ContentionEvent.Builder event(EventKind kind, EventType type, int fromSecond, Integer toSecond) {
        return ContentionEvent.newBuilder()
                .setKind(kind)
                .setType(type)
                .setState(EventState.UPDATED)
                .setFileSystem("scratch")
                .setOnset(START.plusSeconds(fromSecond))
                .setEnd(toSecond == null ? null : START.plusSeconds(toSecond))
                .setDecidedAt(END)
                .setWorstSlowdown(4.0)
                .setWorstOperation("DATA_READ")
                .setPeakPerSecond(7.1e9)
                .setThreshold(2.2e9);
    }

    static Suspect suspect(String job, Double share) {
        return Suspect.newBuilder()
                .setJobId(job)
                .setApplication("hog")
                .setUser("ada")
                .setAmount(9e11)
                .setSource(SuspectSource.JOB_STATS)
                .setShare(share)
                .build();
    }

    static Victim victim(String job, Double seconds) {
        return Victim.newBuilder().setJobId(job).setLostSeconds(seconds).build();
    }

    static Slowdown.Builder slowdown(SlowdownScope scope, String member, Double factor) {
        return Slowdown.newBuilder()
                .setFileSystem("scratch")
                .setOperation("DATA_READ")
                .setKind(SlowdownKind.INTERVAL)
                .setScope(scope)
                .setMember(member)
                .setStart(START)
                .setEnd(START.plusSeconds(60))
                .setDecidedAt(START.plusSeconds(60))
                .setTimings(30)
                .setSlowdown(factor);
    }

    static ProbeTally probes(Slowdown.Builder... slowdowns) {
        ProbeTally tally = new ProbeTally("scratch", START, END);
        for (Slowdown.Builder slowdown : slowdowns) {
            tally.add(slowdown.build());
        }
        return tally;
    }

    static ProbeTally calm() {
        return probes(slowdown(SlowdownScope.FILE_SYSTEM, "", 1.02));
    }

    static SlownessExplanation why(
            Anomaly.Builder verdict, JobWeather.Builder weather, ContentionEvent.Builder... events) {
        return why(verdict, weather, probes(), events);
    }

    static SlownessExplanation why(
            Anomaly.Builder verdict, JobWeather.Builder weather, ProbeTally probes, ContentionEvent.Builder... events) {
        return RunExplainer.of(facts(verdict, weather, probes, events));
    }

    static RunFacts facts(
            Anomaly.Builder verdict, JobWeather.Builder weather, ProbeTally probes, ContentionEvent.Builder... events) {
        return new RunFacts(
                verdict.build(), Optional.ofNullable(weather).map(JobWeather.Builder::build), built(events), probes);
    }

    static List<ContentionEvent> built(ContentionEvent.Builder... events) {
        List<ContentionEvent> built = new ArrayList<>();
        for (ContentionEvent.Builder event : events) {
            built.add(event.build());
        }
        return built;
    }
}
