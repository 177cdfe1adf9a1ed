package io.barograph.runs.operators;

import io.barograph.schemas.BinaryCollections;
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
        BinaryCollections.writeMap(metrics, out, BinaryCollections::writeName, BinaryCollections.DOUBLE);
    }

    static FileSystemResponse readFrom(DataInput in) throws IOException {
        long jobBytes = in.readLong();
        WindowVolume ofJob = WindowVolume.readFrom(in);
        Map<WeatherMetric, Double> metrics = new EnumMap<>(WeatherMetric.class);
        BinaryCollections.readMap(
                metrics, in, metric -> WeatherMetric.valueOf(metric.readUTF()), DataInput::readDouble);
        return new FileSystemResponse(jobBytes, ofJob, metrics);
    }
}
