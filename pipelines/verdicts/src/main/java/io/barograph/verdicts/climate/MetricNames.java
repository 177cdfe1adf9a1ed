package io.barograph.verdicts.climate;

import io.barograph.schemas.WeatherMetric;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/** The order of {@link ComparedRun#METRICS} in state, so that a later version with other metrics can read it. */
final class MetricNames {
    static final int UNKNOWN = -1;

    private MetricNames() {}

    static void write(DataOutput out) throws IOException {
        out.writeInt(ComparedRun.METRICS.size());
        for (WeatherMetric metric : ComparedRun.METRICS) {
            out.writeUTF(metric.metricName());
        }
    }

    /** Places in the present order; {@link #UNKNOWN} for a metric that is no more. */
    static int[] read(DataInput in) throws IOException {
        int[] places = new int[in.readInt()];
        for (int i = 0; i < places.length; i++) {
            places[i] = WeatherMetric.named(in.readUTF())
                    .map(ComparedRun.METRICS::indexOf)
                    .orElse(UNKNOWN);
        }
        return places;
    }
}
