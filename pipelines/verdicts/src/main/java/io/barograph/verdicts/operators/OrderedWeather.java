package io.barograph.verdicts.operators;

import io.barograph.flink.quarantine.AttributableElement;
import io.barograph.flink.quarantine.RecordIdentity;
import io.barograph.flink.state.AvroFormat;
import io.barograph.flink.state.BinaryFormat;
import io.barograph.flink.state.BinaryType;
import io.barograph.schemas.JobWeather;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * The weather of a run, at its place in the order of decisions.
 *
 * @param systemChangedAt last declared change of the system before the run's start, milliseconds since the epoch;
 *     {@code Long.MIN_VALUE} if none is known
 */
record OrderedWeather(JobWeather weather, long systemChangedAt) implements AttributableElement {
    static final BinaryType<OrderedWeather> TYPE = new BinaryType<>(new Format());

    @Override
    public RecordIdentity origin() {
        return RecordIdentity.ofElement(weather);
    }

    String fileSystem() {
        return weather.getFileSystem();
    }

    static final class Format extends BinaryFormat<OrderedWeather> {
        private final BinaryFormat<JobWeather> records;

        Format() {
            this(AvroFormat.of(JobWeather.class));
        }

        private Format(BinaryFormat<JobWeather> records) {
            super(OrderedWeather.class, 1);
            this.records = records;
        }

        @Override
        public BinaryFormat<OrderedWeather> duplicate() {
            return new Format(records.duplicate());
        }

        @Override
        public void write(OrderedWeather value, DataOutput out) throws IOException {
            out.writeLong(value.systemChangedAt);
            records.write(value.weather, out);
        }

        @Override
        public OrderedWeather read(DataInput in) throws IOException {
            long systemChangedAt = in.readLong();
            return new OrderedWeather(records.read(in), systemChangedAt);
        }
    }
}
