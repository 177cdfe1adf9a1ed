package io.barograph.slowdown.operators;

import io.barograph.schemas.BaselineKind;
import io.barograph.schemas.Slowdown;
import io.barograph.schemas.SlowdownScope;
import io.barograph.slowdown.OperationBaseline;
import io.barograph.slowdown.ProbeInterval;
import io.barograph.slowdown.SlowdownPolicy;
import io.barograph.slowdown.TimingHistogram;
import io.barograph.slowdown.TimingTally;
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

    Slowdown ofFileSystem(
            RecordSpan span, ProbeInterval interval, OperationBaseline expected, SortedSet<String> departing) {
        Slowdown record = of(span, SlowdownScope.FILE_SYSTEM, "", interval.all(), expected);
        record.setDepartingHosts(new ArrayList<>(departing));
        record.setAgreeingSlowdown(
                departing.isEmpty()
                        ? record.getSlowdown()
                        : ratio(interval.timingsWithout(departing).median(), expected.median()));
        return record;
    }

    /** The records of the hosts and servers of an interval, in order of their names. */
    void ofMembers(RecordSpan span, ProbeInterval interval, SortedSet<String> departing, Consumer<Slowdown> out) {
        interval.hosts().forEach((host, tally) -> {
            Slowdown record = of(span, SlowdownScope.HOST, host, tally, interval.expected(host));
            record.setDeparts(departing.contains(host));
            out.accept(record);
        });
        OperationBaseline ofFileSystem = interval.expected(ProbeInterval.FILE_SYSTEM);
        interval.servers()
                .forEach((server, tally) -> out.accept(of(span, SlowdownScope.SERVER, server, tally, ofFileSystem)));
    }

    private Slowdown of(
            RecordSpan span, SlowdownScope scope, String member, TimingTally tally, OperationBaseline expected) {
        TimingHistogram timings = tally.timings();
        Slowdown record = blank(span);
        record.setScope(scope);
        record.setMember(member);
        describe(record, timings);
        record.setTimeouts(tally.timeouts());
        record.setBroken(tally.broken());
        record.setBlocked(tally.blocked());
        record.setLate(tally.late());
        record.setExpectedSeconds(known(expected.median()));
        record.setSlowdown(ratio(record.getMedianSeconds(), expected.median()));
        record.setSlowdownP90(ratio(record.getP90Seconds(), expected.p90()));
        record.setSlowdownP95(ratio(record.getP95Seconds(), expected.p95()));
        record.setSlowdownP99(ratio(record.getP99Seconds(), expected.p99()));
        record.setBaseline(expected.kind(policy));
        record.setBaselineSince(expected.timings() == 0 ? null : Instant.ofEpochMilli(expected.since()));
        record.setFrozenExpectedSeconds(known(expected.frozenMedian()));
        record.setFrozenSlowdown(ratio(record.getMedianSeconds(), expected.frozenMedian()));
        return record;
    }

    private static void describe(Slowdown record, TimingHistogram timings) {
        record.setTimings(timings.count());
        record.setMeanSeconds(known(timings.mean()));
        record.setMinSeconds(known(timings.min()));
        record.setMedianSeconds(known(timings.median()));
        record.setP90Seconds(known(timings.quantile(0.90)));
        record.setP95Seconds(known(timings.quantile(0.95)));
        record.setP99Seconds(known(timings.quantile(0.99)));
        record.setMaxSeconds(known(timings.max()));
    }

    /** A month of durations: mean / best, and how many took how long. */
    static Slowdown ofMonth(RecordSpan span, TimingHistogram timings, double best) {
        Slowdown record = blank(span);
        describe(record, timings);
        record.setBestSeconds(known(best));
        record.setAverageBestRatio(known(timings.mean() / best));
        record.setHistogram(timings.bins(BINS_PER_DECADE));
        return record;
    }

    /** Without numbers. Not by the record's builder, which looks each default up and copies it. */
    private static Slowdown blank(RecordSpan span) {
        Slowdown record = new Slowdown();
        record.setFileSystem(span.fileSystem());
        record.setOperation(span.operation());
        record.setConfiguration("");
        record.setKind(span.kind());
        record.setScope(SlowdownScope.FILE_SYSTEM);
        record.setMember("");
        record.setStart(Instant.ofEpochMilli(span.start()));
        record.setEnd(Instant.ofEpochMilli(span.end()));
        record.setDecidedAt(Instant.ofEpochMilli(span.decidedAt()));
        record.setDepartingHosts(List.of());
        record.setBaseline(BaselineKind.UNKNOWN);
        record.setHistogram(List.of());
        return record;
    }

    static Double known(double value) {
        return Double.isFinite(value) ? value : null;
    }

    private static Double ratio(Double value, double expected) {
        return value == null ? null : known(value / expected);
    }
}
