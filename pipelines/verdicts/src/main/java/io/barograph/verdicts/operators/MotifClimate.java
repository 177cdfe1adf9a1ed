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
import java.util.EnumMap;
import java.util.LinkedHashMap;
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

    /** Binary form: names of metrics once, then the runs. */
    private static void write(MotifClimate value, DataOutput out) throws IOException {
        Map<WeatherMetric, Integer> columns = new LinkedHashMap<>();
        for (PastRun run : value.runs) {
            for (WeatherMetric metric : run.metrics().keySet()) {
                columns.putIfAbsent(metric, columns.size());
            }
        }
        out.writeInt(columns.size());
        for (WeatherMetric metric : columns.keySet()) {
            out.writeUTF(metric.metricName());
        }
        out.writeInt(value.runs.size());
        for (PastRun run : value.runs) {
            BinaryCollections.LONG_TEXT.write(run.identity(), out);
            out.writeLong(run.end());
            out.writeDouble(run.performance());
            out.writeBoolean(run.plausible());
            for (WeatherMetric metric : columns.keySet()) {
                Double number = run.metrics().get(metric);
                out.writeDouble(number == null ? Double.NaN : number);
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
            Map<WeatherMetric, Double> metrics = new EnumMap<>(WeatherMetric.class);
            for (WeatherMetric metric : columns) {
                double number = in.readDouble();
                if (metric != null && !Double.isNaN(number)) {
                    metrics.put(metric, number);
                }
            }
            runs.add(new PastRun(identity, end, performance, plausible, metrics));
        }
        return new MotifClimate(
                runs, PeakPerformance.readFrom(in), ShiftDetector.readFrom(in), MotifMemory.readFrom(in));
    }
}
