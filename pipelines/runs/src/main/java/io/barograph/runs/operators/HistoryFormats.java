package io.barograph.runs.operators;

import io.barograph.flink.state.BinaryType;
import io.barograph.flink.state.DelegatingFormat;
import io.barograph.servers.history.CurveIndex;
import io.barograph.servers.history.SampleBlock;
import io.barograph.servers.history.SeriesHour;
import io.barograph.servers.history.SeriesMinute;
import io.barograph.servers.history.ServerIndex;
import io.barograph.servers.history.SlotBlock;

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
    static final class Slots extends DelegatingFormat<SlotBlock> {
        private static final long serialVersionUID = 1L;

        Slots() {
            super(SlotBlock.class, TRAFFIC_VERSION, SlotBlock::writeTo, SlotBlock::readFrom, SlotBlock::copy);
        }
    }

    /** Binary form. */
    static final class Samples extends DelegatingFormat<SampleBlock> {
        private static final long serialVersionUID = 1L;

        Samples() {
            super(SampleBlock.class, 2, SampleBlock::writeTo, SampleBlock::readFrom, SampleBlock::copy);
        }
    }

    /** Binary form. */
    static final class Curves extends DelegatingFormat<CurveIndex> {
        private static final long serialVersionUID = 1L;

        Curves() {
            super(CurveIndex.class, TRAFFIC_VERSION, CurveIndex::writeTo, CurveIndex::readFrom, CurveIndex::copy);
        }
    }

    /** Binary form. */
    static final class Servers extends DelegatingFormat<ServerIndex> {
        private static final long serialVersionUID = 1L;

        Servers() {
            super(ServerIndex.class, TRAFFIC_VERSION, ServerIndex::writeTo, ServerIndex::readFrom, ServerIndex::copy);
        }
    }

    /** Binary form. */
    static final class SeriesMinutes extends DelegatingFormat<SeriesMinute> {
        private static final long serialVersionUID = 1L;

        SeriesMinutes() {
            super(SeriesMinute.class, 1, SeriesMinute::writeTo, SeriesMinute::readFrom, SeriesMinute::copy);
        }
    }

    /** Binary form. */
    static final class SeriesHours extends DelegatingFormat<SeriesHour> {
        private static final long serialVersionUID = 1L;

        SeriesHours() {
            super(SeriesHour.class, 1, SeriesHour::writeTo, SeriesHour::readFrom, SeriesHour::copy);
        }
    }
}
