package io.barograph.verdicts.climate;

import io.barograph.schemas.BinaryCollections;
import io.barograph.schemas.WeatherMetric;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A run as correlations need it. Never changes.
 *
 * @param changedAt last change of the system before its start, milliseconds since the epoch, or {@code Long.MIN_VALUE}
 * @param end end of the run, milliseconds since the epoch
 * @param performance bytes/s
 * @param values by metric, in the order of {@link #METRICS}; NaN if it is not known
 */
@SuppressWarnings("ArrayRecordComponent") // never compared, and copying each run's metrics would cost for nothing
public record ComparedRun(
        String identity,
        String fileSystem,
        String motif,
        long changedAt,
        long end,
        double performance,
        double[] values) {
    /** Place of a metric that is no more. */
    static final int UNKNOWN = -1;

    public static final List<WeatherMetric> METRICS = Arrays.stream(WeatherMetric.values())
            .filter(metric -> metric != WeatherMetric.PERFORMANCE_BYTES_PER_SECOND)
            .toList();

    /**
     * @param changedAt last change of the system before its start, milliseconds since the epoch; {@code Long.MIN_VALUE}
     *     if none is known
     * @return the same for correlations; metrics that cannot be right are not known
     */
    public static ComparedRun of(String fileSystem, String motif, long changedAt, PastRun run) {
        double[] values = METRICS.stream().mapToDouble(run::value).toArray();
        return new ComparedRun(run.identity(), fileSystem, motif, changedAt, run.end(), run.performance(), values);
    }

    public static void write(List<ComparedRun> runs, DataOutput out) throws IOException {
        writeNames(out);
        out.writeInt(runs.size());
        for (ComparedRun run : runs) {
            BinaryCollections.LONG_TEXT.write(run.identity, out);
            BinaryCollections.LONG_TEXT.write(run.fileSystem, out);
            BinaryCollections.LONG_TEXT.write(run.motif, out);
            out.writeLong(run.changedAt);
            out.writeLong(run.end);
            out.writeDouble(run.performance);
            for (double value : run.values) {
                out.writeDouble(value);
            }
        }
    }

    /** @return what {@link #write} wrote; a metric that is no longer known is left out */
    public static List<ComparedRun> read(DataInput in) throws IOException {
        int[] places = readNames(in);
        int size = in.readInt();
        List<ComparedRun> runs = new ArrayList<>(size);
        for (int i = 0; i < size; i++) {
            String identity = BinaryCollections.readLongText(in);
            String fileSystem = BinaryCollections.readLongText(in);
            String motif = BinaryCollections.readLongText(in);
            long changedAt = in.readLong();
            long end = in.readLong();
            double performance = in.readDouble();
            double[] values = new double[METRICS.size()];
            Arrays.fill(values, Double.NaN);
            for (int place : places) {
                double value = in.readDouble();
                if (place != UNKNOWN) {
                    values[place] = value;
                }
            }
            runs.add(new ComparedRun(identity, fileSystem, motif, changedAt, end, performance, values));
        }
        return runs;
    }

    /** The order of {@link #METRICS} in state, so that a later version with other metrics can read it. */
    static void writeNames(DataOutput out) throws IOException {
        out.writeInt(METRICS.size());
        for (WeatherMetric metric : METRICS) {
            out.writeUTF(metric.metricName());
        }
    }

    /** Places in the present order; {@link #UNKNOWN} for a metric that is no more. */
    static int[] readNames(DataInput in) throws IOException {
        int[] places = new int[in.readInt()];
        for (int i = 0; i < places.length; i++) {
            places[i] = WeatherMetric.named(in.readUTF()).map(METRICS::indexOf).orElse(UNKNOWN);
        }
        return places;
    }
}
