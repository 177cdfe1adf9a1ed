package io.barograph.runs.operators;

import io.barograph.flink.state.BinaryFormat;
import io.barograph.flink.state.BinaryType;
import io.barograph.servers.history.CurveIndex;
import io.barograph.servers.history.SampleBlock;
import io.barograph.servers.history.SeriesHour;
import io.barograph.servers.history.SeriesMinute;
import io.barograph.servers.history.ServerIndex;
import io.barograph.servers.history.SlotBlock;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/** Binary forms of the history that the pure analytics keep. */
final class HistoryFormats {
    static final BinaryType<SlotBlock> SLOTS = new BinaryType<>(new Slots());
    static final BinaryType<SampleBlock> SAMPLES = new BinaryType<>(new Samples());
    static final BinaryType<CurveIndex> CURVE_INDEX = new BinaryType<>(new Curves());
    static final BinaryType<ServerIndex> SERVER_INDEX = new BinaryType<>(new Servers());

    /** Version of what holds traffic, with counts of samples at fault. */
    static final int TRAFFIC_VERSION = 3;

    static final BinaryType<SeriesMinute> SERIES_MINUTES = new BinaryType<>(new SeriesMinutes());
    static final BinaryType<SeriesHour> SERIES_HOURS = new BinaryType<>(new SeriesHours());

    private HistoryFormats() {}

    /** Binary form. */
    static final class Slots extends BinaryFormat<SlotBlock> {
        private static final long serialVersionUID = 1L;

        Slots() {
            super(SlotBlock.class, TRAFFIC_VERSION, TRAFFIC_VERSION);
        }

        @Override
        public void write(SlotBlock value, DataOutput out) throws IOException {
            value.writeTo(out);
        }

        @Override
        public SlotBlock read(int writtenVersion, DataInput in) throws IOException {
            return SlotBlock.readFrom(in);
        }

        @Override
        public SlotBlock copy(SlotBlock value) {
            return value.copy();
        }
    }

    /** Binary form. */
    static final class Samples extends BinaryFormat<SampleBlock> {
        private static final long serialVersionUID = 1L;

        Samples() {
            super(SampleBlock.class, 2, 2);
        }

        @Override
        public void write(SampleBlock value, DataOutput out) throws IOException {
            value.writeTo(out);
        }

        @Override
        public SampleBlock read(int writtenVersion, DataInput in) throws IOException {
            return SampleBlock.readFrom(in);
        }

        @Override
        public SampleBlock copy(SampleBlock value) {
            return value.copy();
        }
    }

    /** Binary form. */
    static final class Curves extends BinaryFormat<CurveIndex> {
        private static final long serialVersionUID = 1L;

        Curves() {
            super(CurveIndex.class, TRAFFIC_VERSION, TRAFFIC_VERSION);
        }

        @Override
        public void write(CurveIndex value, DataOutput out) throws IOException {
            value.writeTo(out);
        }

        @Override
        public CurveIndex read(int writtenVersion, DataInput in) throws IOException {
            return CurveIndex.readFrom(in);
        }

        @Override
        public CurveIndex copy(CurveIndex value) {
            return value.copy();
        }
    }

    /** Binary form. */
    static final class Servers extends BinaryFormat<ServerIndex> {
        private static final long serialVersionUID = 1L;

        Servers() {
            super(ServerIndex.class, TRAFFIC_VERSION, TRAFFIC_VERSION);
        }

        @Override
        public void write(ServerIndex value, DataOutput out) throws IOException {
            value.writeTo(out);
        }

        @Override
        public ServerIndex read(int writtenVersion, DataInput in) throws IOException {
            return ServerIndex.readFrom(in);
        }

        @Override
        public ServerIndex copy(ServerIndex value) {
            return value.copy();
        }
    }

    /** Binary form. */
    static final class SeriesMinutes extends BinaryFormat<SeriesMinute> {
        private static final long serialVersionUID = 1L;

        SeriesMinutes() {
            super(SeriesMinute.class, 1);
        }

        @Override
        public void write(SeriesMinute value, DataOutput out) throws IOException {
            value.writeTo(out);
        }

        @Override
        public SeriesMinute read(int writtenVersion, DataInput in) throws IOException {
            return SeriesMinute.readFrom(in);
        }

        @Override
        public SeriesMinute copy(SeriesMinute value) {
            return value.copy();
        }
    }

    /** Binary form. */
    static final class SeriesHours extends BinaryFormat<SeriesHour> {
        private static final long serialVersionUID = 1L;

        SeriesHours() {
            super(SeriesHour.class, 1);
        }

        @Override
        public void write(SeriesHour value, DataOutput out) throws IOException {
            value.writeTo(out);
        }

        @Override
        public SeriesHour read(int writtenVersion, DataInput in) throws IOException {
            return SeriesHour.readFrom(in);
        }

        @Override
        public SeriesHour copy(SeriesHour value) {
            return value.copy();
        }
    }
}
