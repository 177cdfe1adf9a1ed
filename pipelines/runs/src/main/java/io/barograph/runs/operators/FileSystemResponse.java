package io.barograph.runs.operators;

import io.barograph.schemas.WeatherMetric;
import io.barograph.servers.history.WindowVolume;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.EnumMap;
import java.util.Map;

/**
 * What a file system knows of a run besides volumes.
 *
 * @param jobBytes bytes of all logs of the job id decided so far, the run's included
 * @param ofJob volume of all data servers while any of these logs' runs was under way
 */
record FileSystemResponse(long jobBytes, WindowVolume ofJob, Map<WeatherMetric, Double> metrics) {
    void writeTo(DataOutput out) throws IOException {
        out.writeLong(jobBytes);
        ofJob.writeTo(out);
        out.writeInt(metrics.size());
        for (Map.Entry<WeatherMetric, Double> metric : metrics.entrySet()) {
            out.writeUTF(metric.getKey().name());
            out.writeDouble(metric.getValue());
        }
    }

    static FileSystemResponse readFrom(DataInput in) throws IOException {
        long jobBytes = in.readLong();
        WindowVolume ofJob = WindowVolume.readFrom(in);
        int count = in.readInt();
        Map<WeatherMetric, Double> metrics = new EnumMap<>(WeatherMetric.class);
        for (int i = 0; i < count; i++) {
            metrics.put(WeatherMetric.valueOf(in.readUTF()), in.readDouble());
        }
        return new FileSystemResponse(jobBytes, ofJob, metrics);
    }
}
