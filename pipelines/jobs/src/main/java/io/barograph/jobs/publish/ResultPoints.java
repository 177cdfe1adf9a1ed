package io.barograph.jobs.publish;

import io.barograph.influxdb.InfluxPoint;
import io.barograph.influxdb.PointConverter;
import io.barograph.schemas.CollectorHealth;
import io.barograph.schemas.LiveCoverage;
import io.barograph.schemas.Talker;
import io.barograph.schemas.TalkerRole;
import io.barograph.schemas.TopTalkers;
import io.barograph.schemas.Topic;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.apache.avro.specific.SpecificRecord;

/** Which points the records of a topic become. */
final class ResultPoints {
    private final Map<Topic<?>, PointConverter<?>> converters = new LinkedHashMap<>();
    private final String replay;

    /** @param replay name of the replay, which becomes the tag {@code replay}; empty for live results */
    ResultPoints(String prefix, String replay) {
        this.replay = replay;
        put(Topic.JOB_WEATHER, new JobWeatherPoints());
        put(Topic.SERVER_RATES, new RatesPoints(EnumSet.allOf(RetentionLevel.class)));
        put(Topic.LIVE_COVERAGE, new LiveCoveragePoints());
        put(Topic.TOP_TALKERS, new TopTalkersPoints());
        put(Topic.SLOWDOWNS, new SlowdownPoints());
        put(Topic.EVIDENCE, new EvidencePoints());
        put(Topic.CONTENTION_EVENTS, new ContentionPoints());
        put(Topic.ANOMALIES, new AnomalyPoints());
        put(Topic.DEAD_LETTERS, new DeadLetterPoints(prefix));
        put(Topic.SITE_EVENTS, new SiteEventPoints());
        converters.put(Topic.COLLECTOR_HEALTH, new CollectorHealthPoints());
    }

    private <T extends SpecificRecord> void put(Topic<T> topic, PointConverter<T> converter) {
        converters.put(topic, tagged(converter, replay));
    }

    /** {@return the same points with the tag of the replay} */
    static <T> PointConverter<T> tagged(PointConverter<T> converter, String replay) {
        return replay.isEmpty()
                ? converter
                : element -> converter.convert(element).stream()
                        .map(point -> point.withTag("replay", replay))
                        .toList();
    }

    Set<Topic<?>> topics() {
        return converters.keySet();
    }

    /** @return what makes points of its records; null if they become none */
    @SuppressWarnings("unchecked") // as it was put
    <T extends SpecificRecord> PointConverter<T> of(Topic<T> topic) {
        return (PointConverter<T>) converters.get(topic);
    }

    /**
     * Health of a collector as a point of measurement {@code collector_health}, tags {@code host} and {@code collector}.
     * Counts are totals since the start of its process; what is not known is {@value UnknownValues#VALUE}. Maps are
     * written as their sum and as text, {@code server-polls=12 job-summaries=3}.
     */
    static final class CollectorHealthPoints implements PointConverter<CollectorHealth> {
        static final String MEASUREMENT = "collector_health";

        @Override
        public List<InfluxPoint> convert(CollectorHealth health) {
            return List.of(InfluxPoint.measurement(MEASUREMENT)
                    .tag("host", health.getHost())
                    .tag("collector", health.getCollector())
                    .field("type", health.getType())
                    .field("state", health.getState().name())
                    .field("failure", UnknownValues.orEmpty(health.getFailure()))
                    .field("polls", health.getPolls())
                    .field("failed_polls", health.getFailedPolls())
                    .field("last_poll_seconds", UnknownValues.or(health.getLastPollSeconds()))
                    .field("published_records", sum(health.getPublished().values()))
                    .field("published_by_topic", text(health.getPublished()))
                    .field("refused_inputs", sum(health.getRefused().values()))
                    .field("refused_by_cause", text(health.getRefused()))
                    .field("dropped_records", sum(health.getDropped().values()))
                    .field("dropped_by_topic", text(health.getDropped()))
                    .field("spooled_bytes", health.getSpooledBytes())
                    .field("lag_seconds", UnknownValues.or(health.getLagSeconds()))
                    .field(
                            "up_seconds",
                            (health.getTime().toEpochMilli()
                                            - health.getStartedAt().toEpochMilli())
                                    / 1e3)
                    .at(PointTimes.ofMillis(health.getTime())));
        }

        private static long sum(Collection<Long> counts) {
            return counts.stream().mapToLong(Long::longValue).sum();
        }

        private static String text(Map<String, Long> counts) {
            return counts.entrySet().stream()
                    .sorted(Map.Entry.comparingByKey())
                    .map(count -> count.getKey() + "=" + count.getValue())
                    .collect(Collectors.joining(" "));
        }
    }

    /**
     * Minutes of jobs as points of measurement {@code live_coverage}: tags {@code fs} and, in a replay, {@code replay}; the job
     * is a field, as there are too many for a tag. The point lies within its minute, at an instant that is the job's own (a
     * hash), so that the jobs of one minute stay apart and {@code GROUP BY time(1m)} finds them together.
     *
     * <p>That a file system has no job statistics is a point of measurement {@code live_coverage_remark}.
     */
    static final class LiveCoveragePoints implements PointConverter<LiveCoverage> {
        private static final long MINUTE_NANOS = TimeUnit.MINUTES.toNanos(1);
        private static final RecordFields FIELDS =
                new RecordFields(LiveCoverage.getClassSchema(), "kind", "fileSystem", "user");

        @Override
        public List<InfluxPoint> convert(LiveCoverage live) {
            return switch (live.getKind()) {
                case JOB -> List.of(minute(live));
                case NO_JOB_STATS ->
                    List.of(InfluxPoint.measurement("live_coverage_remark")
                            .tag("fs", live.getFileSystem())
                            .field("remark", UnknownValues.orEmpty(live.getRemark()))
                            .at(PointTimes.ofMillis(live.getDecidedAt())));
                case UNKNOWN -> List.of();
            };
        }

        private InfluxPoint minute(LiveCoverage live) {
            InfluxPoint.Builder point = InfluxPoint.measurement("live_coverage")
                    .tag("fs", live.getFileSystem())
                    .field("user_id", UnknownValues.orEmpty(live.getUser()));
            return FIELDS.addTo(point, live)
                    .at(PointTimes.ofMillis(live.getStart()) + PointTimes.spread(live.getJobId(), MINUTE_NANOS));
        }
    }

    /**
     * Top talkers as points of measurement {@code top_talkers} at the begin of their minute: tags {@code fs}, {@code role},
     * {@code rank} ({@code 1} to {@code 10}, {@code others}, {@code unattributed}), {@code server} where it is of one of them,
     * and {@code replay}. The shares of all ranks of a minute make the whole; jobs are fields.
     */
    static final class TopTalkersPoints implements PointConverter<TopTalkers> {
        @Override
        public List<InfluxPoint> convert(TopTalkers talkers) {
            if (talkers.getRole() == TalkerRole.UNKNOWN) {
                return List.of();
            }
            List<InfluxPoint> points = new ArrayList<>(talkers.getTalkers().size() + 2);
            int rank = 1;
            for (Talker talker : talkers.getTalkers()) {
                points.add(point(talkers, Integer.toString(rank++), talker, talker.getAmount()));
            }
            points.add(point(talkers, "others", null, talkers.getOthers()));
            points.add(point(talkers, "unattributed", null, talkers.getUnattributed()));
            return points;
        }

        /** @param talker the job of that rank; null for a rank that is not of one job */
        private InfluxPoint point(TopTalkers talkers, String rank, Talker talker, long amount) {
            return InfluxPoint.measurement("top_talkers")
                    .tag("fs", talkers.getFileSystem())
                    .tag("role", talkers.getRole().name())
                    .tag("rank", rank)
                    .tag("server", talkers.getServer())
                    .field("job_id", talker == null ? "" : talker.getJobId())
                    .field("executable", talker == null ? "" : UnknownValues.orEmpty(talker.getExecutable()))
                    .field("user_id", talker == null ? "" : UnknownValues.orEmpty(talker.getUser()))
                    .field(talkers.getRole() == TalkerRole.OST ? "bytes" : "operations", amount)
                    .field("share", UnknownValues.or(share(amount, talkers.getTotal())))
                    .field("jobs", (long) talkers.getJobs())
                    .field("servers", (long) talkers.getServers())
                    .field("missing_servers", (long) talkers.getMissingServers())
                    .field("missing_fraction", UnknownValues.or(talkers.getMissingFraction()))
                    .at(PointTimes.ofMillis(talkers.getStart()));
        }

        private static Double share(long amount, long total) {
            return total == 0 ? null : (double) amount / total;
        }
    }
}
