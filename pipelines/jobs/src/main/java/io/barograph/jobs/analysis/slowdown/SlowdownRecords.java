package io.barograph.jobs.analysis.slowdown;

import io.barograph.analytics.slowdown.Expectation;
import io.barograph.analytics.slowdown.ProbeInterval;
import io.barograph.analytics.slowdown.SlowdownPolicy;
import io.barograph.analytics.slowdown.Tally;
import io.barograph.analytics.slowdown.TimingHistogram;
import io.barograph.schemas.BaselineKind;
import io.barograph.schemas.DurationBin;
import io.barograph.schemas.Slowdown;
import io.barograph.schemas.SlowdownKind;
import io.barograph.schemas.SlowdownScope;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.function.Consumer;

/** Makes records of what was measured in an interval. */
final class SlowdownRecords {
    private static final int BINS_PER_DECADE = 20;

    private final SlowdownPolicy policy;

    SlowdownRecords(SlowdownPolicy policy) {
        this.policy = policy;
    }

    /** The file system's record of an interval. */
    Slowdown.Builder ofFileSystem(
            Slowdown.Builder identity, ProbeInterval interval, Expectation expected, SortedSet<String> departing) {
        Slowdown.Builder record = of(identity, interval.all(), expected)
                .setScope(SlowdownScope.FILE_SYSTEM)
                .setMember("")
                .setDepartingHosts(new ArrayList<>(departing));
        return record.setAgreeingSlowdown(
                ratio(interval.timingsWithout(departing).median(), expected.median()));
    }

    /** The records of the hosts and servers of an interval, in order of their names. */
    void ofMembers(
            Slowdown.Builder identity,
            ProbeInterval interval,
            HostExpectations hosts,
            Expectation ofFileSystem,
            SortedSet<String> departing,
            Consumer<Slowdown> out)
            throws Exception {
        for (var host : interval.hosts().entrySet()) {
            Expectation expected = hosts.of(host.getKey());
            out.accept(of(identity, host.getValue(), expected)
                    .setScope(SlowdownScope.HOST)
                    .setMember(host.getKey())
                    .setDeparts(departing.contains(host.getKey()))
                    .build());
        }
        interval.servers()
                .forEach((server, tally) -> out.accept(of(identity, tally, ofFileSystem)
                        .setScope(SlowdownScope.SERVER)
                        .setMember(server)
                        .build()));
    }

    /** What is expected of each host. */
    interface HostExpectations {
        Expectation of(String host) throws Exception;
    }

    private Slowdown.Builder of(Slowdown.Builder identity, Tally tally, Expectation expected) {
        TimingHistogram timings = tally.timings();
        return Slowdown.newBuilder(identity)
                .setTimings(timings.count())
                .setTimeouts(tally.timeouts())
                .setBroken(tally.broken())
                .setBlocked(tally.blocked())
                .setLate(tally.late())
                .setMeanSeconds(known(timings.mean()))
                .setMinSeconds(known(timings.min()))
                .setMedianSeconds(known(timings.median()))
                .setP90Seconds(known(timings.quantile(0.90)))
                .setP95Seconds(known(timings.quantile(0.95)))
                .setP99Seconds(known(timings.quantile(0.99)))
                .setMaxSeconds(known(timings.max()))
                .setExpectedSeconds(known(expected.median()))
                .setSlowdown(ratio(timings.median(), expected.median()))
                .setSlowdownP90(ratio(timings.quantile(0.90), expected.p90()))
                .setSlowdownP95(ratio(timings.quantile(0.95), expected.p95()))
                .setSlowdownP99(ratio(timings.quantile(0.99), expected.p99()))
                .setBaseline(kind(expected.trust(policy)))
                .setBaselineSince(expected.timings() == 0 ? null : Instant.ofEpochMilli(expected.since()))
                .setFrozenExpectedSeconds(known(expected.frozenMedian()))
                .setFrozenSlowdown(ratio(timings.median(), expected.frozenMedian()));
    }

    /** A month of durations: mean / best, and how many took how long. */
    static Slowdown.Builder ofMonth(Slowdown.Builder identity, TimingHistogram timings, double best) {
        List<DurationBin> bins = new ArrayList<>();
        timings.bins(BINS_PER_DECADE)
                .forEach(bin -> bins.add(DurationBin.newBuilder()
                        .setFromSeconds(bin.fromSeconds())
                        .setToSeconds(bin.toSeconds())
                        .setCount(bin.count())
                        .build()));
        return Slowdown.newBuilder(identity)
                .setScope(SlowdownScope.FILE_SYSTEM)
                .setTimings(timings.count())
                .setMeanSeconds(known(timings.mean()))
                .setMinSeconds(known(timings.min()))
                .setMedianSeconds(known(timings.median()))
                .setP90Seconds(known(timings.quantile(0.90)))
                .setP95Seconds(known(timings.quantile(0.95)))
                .setP99Seconds(known(timings.quantile(0.99)))
                .setMaxSeconds(known(timings.max()))
                .setBestSeconds(known(best))
                .setAverageBestRatio(ratio(timings.mean(), best))
                .setHistogram(bins);
    }

    static Slowdown.Builder identity(
            String fileSystem, String operation, SlowdownKind kind, long start, long end, long decidedAt) {
        return Slowdown.newBuilder()
                .setFileSystem(fileSystem)
                .setOperation(operation)
                .setKind(kind)
                .setScope(SlowdownScope.FILE_SYSTEM)
                .setStart(Instant.ofEpochMilli(start))
                .setEnd(Instant.ofEpochMilli(end))
                .setDecidedAt(Instant.ofEpochMilli(decidedAt));
    }

    static Double known(double value) {
        return Double.isFinite(value) ? value : null;
    }

    private static Double ratio(double value, double expected) {
        return known(value / expected);
    }

    private static BaselineKind kind(Expectation.Trust trust) {
        return switch (trust) {
            case NONE -> BaselineKind.NONE;
            case PROVISIONAL -> BaselineKind.PROVISIONAL;
            case USABLE -> BaselineKind.USABLE;
            case FIRM -> BaselineKind.FIRM;
        };
    }
}
