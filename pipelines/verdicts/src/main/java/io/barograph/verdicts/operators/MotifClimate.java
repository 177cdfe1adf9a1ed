package io.barograph.verdicts.operators;

import io.barograph.flink.state.BinaryType;
import io.barograph.flink.state.DelegatingFormat;
import io.barograph.schemas.BinaryCollections;
import io.barograph.schemas.WeatherMetric;
import io.barograph.verdicts.climate.PastRun;
import io.barograph.verdicts.climate.PeakPerformance;
import io.barograph.verdicts.climate.ShiftDetector;
import io.barograph.verdicts.explanation.MotifMemory;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * What is remembered of a motif.
 *
 * @param runs its runs in the order of end and identity
 */
record MotifClimate(List<PastRun> runs, PeakPerformance peak, ShiftDetector shifts, MotifMemory memory) {
    static final BinaryType<MotifClimate> TYPE =
            DelegatingFormat.mutableTypeOf(MotifClimate.class, 1, MotifClimate::write, MotifClimate::read);

    static MotifClimate empty() {
        return new MotifClimate(new ArrayList<>(), new PeakPerformance(), new ShiftDetector(), new MotifMemory());
    }

    /** Binary form: names of those metrics that are known of a run, then the runs. */
    private static void write(MotifClimate value, DataOutput out) throws IOException {
        List<WeatherMetric> columns = Arrays.stream(WeatherMetric.values())
                .filter(metric -> value.runs.stream().anyMatch(run -> !Double.isNaN(run.measured(metric))))
                .toList();
        out.writeInt(columns.size());
        for (WeatherMetric metric : columns) {
            out.writeUTF(metric.metricName());
        }
        out.writeInt(value.runs.size());
        for (PastRun run : value.runs) {
            BinaryCollections.LONG_TEXT.write(run.identity(), out);
            out.writeLong(run.end());
            out.writeDouble(run.performance());
            out.writeBoolean(run.plausible());
            for (WeatherMetric metric : columns) {
                out.writeDouble(run.measured(metric));
            }
        }
        value.peak.writeTo(out);
        value.shifts.writeTo(out);
        value.memory.writeTo(out);
    }

    private static MotifClimate read(DataInput in) throws IOException {
        WeatherMetric[] columns = new WeatherMetric[in.readInt()];
        for (int i = 0; i < columns.length; i++) {
            columns[i] = WeatherMetric.named(in.readUTF()).orElse(null);
        }
        int size = in.readInt();
        List<PastRun> runs = new ArrayList<>(size);
        for (int i = 0; i < size; i++) {
            String identity = BinaryCollections.readLongText(in);
            long end = in.readLong();
            double performance = in.readDouble();
            boolean plausible = in.readBoolean();
            PastRun run = PastRun.of(identity, end, performance, plausible, Map.of());
            for (WeatherMetric metric : columns) {
                double number = in.readDouble();
                if (metric != null) {
                    run.put(metric, number);
                }
            }
            runs.add(run);
        }
        return new MotifClimate(
                runs, PeakPerformance.readFrom(in), ShiftDetector.readFrom(in), MotifMemory.readFrom(in));
    }
}
