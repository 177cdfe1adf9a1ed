package io.barograph.jobs.publish;

import io.barograph.influxdb.InfluxPoint;
import io.barograph.influxdb.PointConverter;
import io.barograph.schemas.SiteEvent;
import java.util.List;
import java.util.Locale;

/**
 * Site events as {@code site_events}, one point per event at its begin, in the fields that Grafana makes annotations of.
 * A later record of the same event replaces the point unless it moves the begin.
 */
final class SiteEventPoints implements PointConverter<SiteEvent> {
    private static final RecordFields FIELDS = new RecordFields(SiteEvent.getClassSchema(), "fileSystem");

    @Override
    public List<InfluxPoint> convert(SiteEvent event) {
        String kind = event.getKind().name().toLowerCase(Locale.ROOT);
        InfluxPoint.Builder point = InfluxPoint.measurement("site_events").tag("fs", event.getFileSystem());
        return List.of(FIELDS.addTo(point, event)
                .field("title", kind + " of " + event.getFileSystem())
                .field("tags", event.getFileSystem() + "," + kind)
                .field("end_ms", UnknownValues.orMillis(event.getTo()))
                .at(PointTimes.ofMillis(event.getFrom()) + PointTimes.spread(event.getId())));
    }
}
