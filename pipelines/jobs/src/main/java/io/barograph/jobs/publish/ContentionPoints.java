package io.barograph.jobs.publish;

import io.barograph.influxdb.InfluxPoint;
import io.barograph.influxdb.PointConverter;
import io.barograph.schemas.ContentionEvent;
import io.barograph.schemas.EventTitle;
import io.barograph.schemas.HarmEvidence;
import io.barograph.schemas.Suspect;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * Events as points of measurement {@code contention_events} at their onset, one for each event: tags {@code fs}, {@code
 * kind}, {@code type}, {@code server} and {@code replay}, which make up its identity. The fields {@code title}, {@code
 * text}, {@code tags} and {@code time_end_ms} are what an annotation in Grafana takes. Costs are points of measurement
 * {@code contention_cost} at the begin of their day or month, with the application as a field, as there are too many for a
 * tag. Every record writes every field; a number that is not known is {@value UnknownValues#VALUE}.
 */
final class ContentionPoints implements PointConverter<ContentionEvent> {
    private static final RecordFields OF_EVENT = new RecordFields(
            ContentionEvent.getClassSchema(),
            "kind",
            "type",
            "fileSystem",
            "server",
            "serverCount",
            "application",
            "events",
            "sentence");

    @Override
    public List<InfluxPoint> convert(ContentionEvent event) {
        return switch (event.getKind()) {
            case TRANSIENT, SUSTAINED, CONTENTION, DEGRADED, UNEXPLAINED, CAPACITY -> List.of(event(event));
            case COST -> List.of(cost(event));
            case UNKNOWN -> List.of();
        };
    }

    private InfluxPoint event(ContentionEvent event) {
        Suspect suspect =
                event.getSuspects().isEmpty() ? null : event.getSuspects().get(0);
        InfluxPoint.Builder point = InfluxPoint.measurement("contention_events")
                .tag("fs", event.getFileSystem())
                .tag("kind", event.getKind().name())
                .tag("type", event.getType().name())
                .tag("server", event.getServer())
                .field("title", EventTitle.of(event))
                .field("text", event.getSentence())
                .field("tags", tags(event))
                .field("servers", (long) event.getServerCount())
                .field("time_end_ms", UnknownValues.orMillis(event.getEnd()))
                .field("decided_ms", UnknownValues.orMillis(event.getDecidedAt()))
                .field("opened_ms", UnknownValues.orMillis(event.getOpenedAt()))
                .field("start_ms", UnknownValues.orMillis(event.getStart()))
                .field("peak_ms", UnknownValues.orMillis(event.getPeak()))
                .field("merged_into_ms", UnknownValues.orMillis(event.getMergedInto()))
                .field("duration_s", duration(event))
                .field(
                        "evidence",
                        event.getEvidence().stream().map(HarmEvidence::name).collect(Collectors.joining(",")))
                .field("suspect_job_id", suspect == null ? "" : suspect.getJobId())
                .field("suspect_application", suspect == null ? "" : UnknownValues.orEmpty(suspect.getApplication()))
                .field("suspect_share", suspect == null ? UnknownValues.VALUE : UnknownValues.or(suspect.getShare()))
                .field(
                        "suspects",
                        event.getSuspects().stream().map(Suspect::getJobId).collect(Collectors.joining(",")));
        return OF_EVENT.addTo(point, event).at(PointTimes.ofMillis(event.getOnset()));
    }

    private InfluxPoint cost(ContentionEvent event) {
        String application = UnknownValues.orEmpty(event.getApplication());
        return InfluxPoint.measurement("contention_cost")
                .tag("fs", event.getFileSystem())
                .tag("span", isDay(event) ? "day" : "month")
                .field("application", application)
                .field("all_applications", event.getApplication() == null)
                .field("lost_node_hours", UnknownValues.or(event.getLostNodeHours()))
                .field("events", (long) event.getEvents())
                .field("victim_jobs", (long) event.getVictimJobs())
                .field("until_ms", UnknownValues.orMillis(event.getUntil()))
                .field("revision", (long) event.getRevision())
                .field("text", event.getSentence())
                .at(PointTimes.ofMillis(event.getOnset()) + spread(application));
    }

    private static boolean isDay(ContentionEvent cost) {
        return cost.getUntil() != null
                && Duration.between(cost.getOnset(), cost.getUntil()).compareTo(Duration.ofDays(1)) <= 0;
    }

    private static String tags(ContentionEvent event) {
        return String.join(
                ",",
                event.getKind().name().toLowerCase(Locale.ROOT),
                event.getType().name().toLowerCase(Locale.ROOT),
                event.getState().name().toLowerCase(Locale.ROOT));
    }

    private static double duration(ContentionEvent event) {
        boolean known = event.getEnd() != null && event.getStart() != null;
        return known ? Duration.between(event.getStart(), event.getEnd()).toMillis() / 1e3 : UnknownValues.VALUE;
    }

    /** Costs of the applications of one day stay apart; that of all lies at its begin. */
    private static long spread(String application) {
        return application.isEmpty() ? 0 : 1 + PointTimes.spread(application);
    }
}
