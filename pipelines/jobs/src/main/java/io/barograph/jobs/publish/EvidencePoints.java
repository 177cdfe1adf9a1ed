package io.barograph.jobs.publish;

import io.barograph.influxdb.InfluxPoint;
import io.barograph.influxdb.PointConverter;
import io.barograph.schemas.EvidenceReach;
import io.barograph.schemas.Quality;
import java.util.List;
import java.util.Locale;

/**
 * The reach of the evidence as a point of measurement {@code evidence} at the begin of the day; tags {@code fs} and {@code
 * replay}. Every record writes every field; a number that is not known is {@value UnknownValues#VALUE}. A skew may be negative:
 * one that is not known is 0, and {@code clock_skew_known} says so.
 */
final class EvidencePoints implements PointConverter<EvidenceReach> {
    private static final RecordFields FIELDS = new RecordFields(
            EvidenceReach.getClassSchema(),
            "fileSystem",
            "clockSkewSeconds",
            "clockSkewLowSeconds",
            "clockSkewHighSeconds");

    @Override
    public List<InfluxPoint> convert(EvidenceReach reach) {
        InfluxPoint.Builder point = InfluxPoint.measurement("evidence")
                .tag("fs", reach.getFileSystem())
                .field("clock_skew_known", reach.getClockSkewSeconds() != null)
                .field("clock_skew_s", UnknownValues.orZero(reach.getClockSkewSeconds()))
                .field("clock_skew_low_s", UnknownValues.orZero(reach.getClockSkewLowSeconds()))
                .field("clock_skew_high_s", UnknownValues.orZero(reach.getClockSkewHighSeconds()));
        FIELDS.addTo(point, reach);
        for (Quality quality : Quality.values()) {
            point.field("runs_" + quality.name().toLowerCase(Locale.ROOT), (long)
                    reach.getRunsByQuality().getOrDefault(quality.name(), 0));
        }
        return List.of(point.at(PointTimes.ofMillis(reach.getDay())));
    }
}
