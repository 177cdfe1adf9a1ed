package io.barograph.cli.reports;

import io.barograph.cli.export.ResultSource;
import io.barograph.pictures.ClimateSide;
import io.barograph.pictures.RunEvidence;
import io.barograph.pictures.UmamiDiagram;
import io.barograph.pictures.UndrawableRunException;
import io.barograph.schemas.Anomaly;
import io.barograph.schemas.JobSummary;
import io.barograph.schemas.JobWeather;
import io.barograph.schemas.ServerRates;
import io.barograph.schemas.Span;
import io.barograph.schemas.Topic;
import io.barograph.schemas.TrafficDirection;
import io.barograph.verdicts.climate.ClimatePolicy;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Puts together what results say of runs. Each topic is read once, and only what concerns the runs is kept: of neighbours
 * the {@value RunEvidence#MAX_NEIGHBOURS} that moved most.
 */
final class EvidenceReader {
    /** Of longer runs the minutes are drawn, of others the sampling intervals. */
    private static final Duration LONG = Duration.ofMinutes(20);

    private static final Duration MIN_MARGIN = Duration.ofMinutes(2);

    private EvidenceReader() {}

    /** @param policy how far from the run they may be, and how many are needed */
    static List<RunEvidence> read(ResultSource source, List<Anomaly> verdicts, ClimateSide side, ClimatePolicy policy)
            throws IOException, InterruptedException {
        List<Evidence> runs = verdicts.stream()
                .map(verdict -> new Evidence(verdict, side, policy))
                .toList();
        source.read(Topic.JOB_WEATHER, weather -> {
            Slim slim = new Slim(weather);
            runs.forEach(run -> run.add(weather, slim));
        });
        source.read(Topic.JOB_SUMMARIES, summary -> runs.forEach(run -> run.add(summary)));
        source.read(Topic.SERVER_RATES, rates -> runs.forEach(run -> run.add(rates)));
        source.read(Topic.CONTENTION_EVENTS, event -> runs.forEach(run -> run.inquiry.add(event)));
        source.read(Topic.SLOWDOWNS, slowdown -> runs.forEach(run -> run.inquiry.add(slowdown)));
        return runs.stream().map(Evidence::evidence).toList();
    }

    /** Weather without its metrics, which neighbours are shown without: made once, and only if somebody wants it. */
    private static final class Slim {
        private final JobWeather whole;
        private JobWeather slim;

        Slim(JobWeather whole) {
            this.whole = whole;
        }

        JobWeather get() {
            if (slim == null) {
                slim = JobWeather.newBuilder(whole).setMetrics(Map.of()).build();
            }
            return slim;
        }
    }

    private record Moved(long bytes, String key) implements Comparable<Moved> {
        private static final Comparator<Moved> BY_BYTES =
                Comparator.comparingLong(Moved::bytes).thenComparing(Moved::key);

        @Override
        public int compareTo(Moved other) {
            return BY_BYTES.compare(this, other);
        }
    }

    private static final class Evidence {
        private final Anomaly verdict;
        private final ClimateSide side;
        private final ClimatePolicy policy;
        private final RunWhyQuestion inquiry;
        private final String key;
        private final Span span;
        private final Duration margin;
        private final Map<String, JobWeather> neighbours = new TreeMap<>();
        private final TreeSet<Moved> byBytes = new TreeSet<>();
        private final List<JobWeather> motif = new ArrayList<>();
        private final Map<Instant, ServerRates> rates = new TreeMap<>();
        private JobSummary summary;

        Evidence(Anomaly verdict, ClimateSide side, ClimatePolicy policy) {
            this.verdict = verdict;
            this.side = side;
            this.policy = policy;
            this.inquiry = new RunWhyQuestion(verdict);
            this.key = RunWhyQuestion.key(verdict);
            Duration length = Duration.between(verdict.getStartTime(), verdict.getEndTime());
            this.span = length.compareTo(LONG) > 0 ? Span.MINUTE : Span.INTERVAL;
            Duration tenth = length.dividedBy(10);
            this.margin = tenth.compareTo(MIN_MARGIN) > 0 ? tenth : MIN_MARGIN;
        }

        void add(JobWeather other, Slim slim) {
            if (!other.getFileSystem().equals(verdict.getFileSystem())) {
                return;
            }
            if (side != ClimateSide.BEFORE
                    && other.getMotif() != null
                    && other.getMotif().equals(verdict.getMotif())) {
                motif.add(other);
            }
            inquiry.add(other);
            if (other.getStartTime().isBefore(verdict.getEndTime())
                    && other.getEndTime().isAfter(verdict.getStartTime())) {
                String otherKey = Topic.JOB_WEATHER.key().apply(other);
                if (!otherKey.equals(key)) {
                    addNeighbour(otherKey, slim.get());
                }
            }
        }

        private void addNeighbour(String otherKey, JobWeather other) {
            JobWeather before = neighbours.get(otherKey);
            if (before != null && before.getRevision() > other.getRevision()) {
                return;
            }
            if (before != null) {
                byBytes.remove(new Moved(bytes(before), otherKey));
            }
            neighbours.put(otherKey, other);
            byBytes.add(new Moved(bytes(other), otherKey));
            if (byBytes.size() > RunEvidence.MAX_NEIGHBOURS) {
                neighbours.remove(byBytes.pollFirst().key());
            }
        }

        private static long bytes(JobWeather weather) {
            return weather.getJobReadBytes() + weather.getJobWriteBytes();
        }

        void add(JobSummary other) {
            if (other.getJobId().equals(verdict.getJobId())
                    && other.getExecutable().equals(verdict.getExecutable())
                    && other.getStartTime().equals(verdict.getStartTime())) {
                summary = other;
            }
        }

        void add(ServerRates other) {
            if (other.getSpan() == span
                    && other.getDirection() == TrafficDirection.TOTAL
                    && other.getFileSystem().equals(verdict.getFileSystem())
                    && other.getFrom().isBefore(verdict.getEndTime().plus(margin))
                    && other.getTo().isAfter(verdict.getStartTime().minus(margin))) {
                rates.merge(other.getFrom(), other, (a, b) -> a.getRevision() > b.getRevision() ? a : b);
            }
        }

        RunEvidence evidence() {
            UmamiDiagram umami = null;
            String whyNot = "";
            try {
                umami = side == ClimateSide.BEFORE
                        ? UmamiDiagram.ofVerdict(verdict)
                        : UmamiDiagram.ofRuns(verdict, motif, side, policy);
            } catch (UndrawableRunException e) {
                whyNot = e.getMessage();
            }
            return new RunEvidence(
                    verdict,
                    Optional.ofNullable(umami),
                    whyNot,
                    inquiry.weather(),
                    Optional.ofNullable(summary),
                    List.copyOf(rates.values()),
                    List.copyOf(neighbours.values()),
                    inquiry.answer());
        }
    }
}
