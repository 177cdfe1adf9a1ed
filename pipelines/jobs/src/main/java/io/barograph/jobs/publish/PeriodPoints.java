package io.barograph.jobs.publish;

import io.barograph.influxdb.InfluxPoint;
import io.barograph.schemas.ChanceOfQuiet;
import io.barograph.schemas.ServerRates;
import io.barograph.schemas.SpectrogramOfDay;
import io.barograph.schemas.SpectrogramRow;
import io.barograph.schemas.SpectrumOfPeriod;
import io.barograph.schemas.VolumeOfPeriod;
import io.barograph.schemas.WorkloadCharacter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Points of hours, days and months: {@code volumes}, {@code workload_character}, and shaped as rows of a heatmap or
 * histogram {@code power_spectrum}, {@code auto_correlation} and {@code spectrogram}. What is not known is {@value
 * UnknownValues#VALUE}; a lag or window of which too little is known has no point, since any number would be one of its values.
 */
final class PeriodPoints {
    private static final RecordFields VOLUME = new RecordFields(VolumeOfPeriod.getClassSchema());
    private static final RecordFields CHARACTER =
            new RecordFields(WorkloadCharacter.getClassSchema(), "correlationValues");

    private PeriodPoints() {}

    static List<InfluxPoint> of(ServerRates rates, boolean minutes, boolean hours) {
        List<InfluxPoint> points = new ArrayList<>();
        if (hours) {
            addVolume(rates, points);
            addCharacter(rates, points);
        }
        if (minutes && rates.getSpectrogram() != null) {
            addSpectrogram(rates.getSpectrogram(), rates, points);
        }
        return points;
    }

    private static String span(ServerRates rates) {
        return rates.getSpan().name().toLowerCase(Locale.ROOT);
    }

    private static InfluxPoint.Builder ofDirection(String measurement, ServerRates rates) {
        return RatesPoints.point(measurement, rates, span(rates))
                .tag("direction", rates.getDirection().name().toLowerCase(Locale.ROOT));
    }

    private static void addVolume(ServerRates rates, List<InfluxPoint> points) {
        VolumeOfPeriod volume = rates.getVolume();
        if (volume == null) {
            return;
        }
        double seconds = Duration.between(rates.getFrom(), rates.getTo()).toMillis() / 1_000.0;
        points.add(VOLUME.addTo(RatesPoints.point("volumes", rates, span(rates)), volume)
                .field("read_bytes_per_s", volume.getReadBytes() / seconds)
                .field("write_bytes_per_s", volume.getWriteBytes() / seconds)
                .field("revision", (long) rates.getRevision())
                .at(PointTimes.ofMillis(rates.getFrom())));
    }

    private static void addCharacter(ServerRates rates, List<InfluxPoint> points) {
        WorkloadCharacter character = rates.getCharacter();
        if (character == null) {
            return;
        }
        InfluxPoint.Builder point = CHARACTER
                .addTo(ofDirection("workload_character", rates), character)
                .field("revision", (long) rates.getRevision());
        for (ChanceOfQuiet chance : character.getQuietChances()) {
            point.field("quiet_chance_" + chance.getMinutes() + "_min", UnknownValues.or(chance.getChance()));
        }
        SpectrumOfPeriod spectrum = character.getSpectrum();
        if (spectrum != null) {
            point.field("centroid_bin", UnknownValues.or(spectrum.getCentroidBin()))
                    .field("centroid_bytes", UnknownValues.or(spectrum.getCentroidBytes()));
            addSpectrum(spectrum, rates, points);
        }
        points.add(point.at(PointTimes.ofMillis(rates.getFrom())));
        addCorrelation(character, rates, points);
    }

    /** One point per bin; the tag is the bin's lower edge in bytes, which Grafana takes for the axis of a heatmap. */
    private static void addSpectrum(SpectrumOfPeriod spectrum, ServerRates rates, List<InfluxPoint> points) {
        int overflow = spectrum.getObservations().size() - 1;
        for (int bin = 0; bin <= overflow; bin++) {
            long lowerEdge = Math.round(bin * spectrum.getUpperEdgeBytes() / overflow);
            points.add(ofDirection("power_spectrum", rates)
                    .tag("bin_from_bytes", Long.toString(lowerEdge))
                    .field("observations", spectrum.getObservations().get(bin))
                    .field("bytes", spectrum.getBytes().get(bin))
                    .field(
                            "filled_observations",
                            spectrum.getFilledObservations().get(bin))
                    .field("filled_bytes", spectrum.getFilledBytes().get(bin))
                    .at(PointTimes.ofMillis(rates.getFrom())));
        }
    }

    /** A lag lies as long after the start of the period: a graph over the first day shows the function. */
    private static void addCorrelation(WorkloadCharacter character, ServerRates rates, List<InfluxPoint> points) {
        for (int i = 0; i < character.getLagSeconds().size(); i++) {
            double coefficient = character.getCorrelation().get(i);
            int lag = character.getLagSeconds().get(i);
            if (Double.isFinite(coefficient)) {
                points.add(ofDirection("auto_correlation", rates)
                        .field("coefficient", coefficient)
                        .field("lag_s", (long) lag)
                        .at(PointTimes.ofMillis(rates.getFrom().plusSeconds(lag))));
            }
        }
    }

    private static void addSpectrogram(SpectrogramOfDay spectrogram, ServerRates rates, List<InfluxPoint> points) {
        for (SpectrogramRow row : spectrogram.getRows()) {
            for (int i = 0; i < row.getPower().size(); i++) {
                points.add(ofDirection("spectrogram", rates)
                        .tag(
                                "period_s",
                                String.format(
                                        Locale.ROOT,
                                        "%.2f",
                                        spectrogram.getPeriodsSeconds().get(i)))
                        .field("power", (double) row.getPower().get(i))
                        .at(PointTimes.ofMillis(row.getFrom())));
            }
        }
    }
}
