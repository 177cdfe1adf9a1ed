package io.barograph.servers.operators;

import io.barograph.flink.state.BinaryType;
import io.barograph.flink.state.DelegatingFormat.FormatHolder;
import io.barograph.servers.counters.ChainIndex;
import io.barograph.servers.counters.SampleBlock;
import io.barograph.servers.history.CurveIndex;
import io.barograph.servers.history.SeriesHour;
import io.barograph.servers.history.SeriesMinute;
import io.barograph.servers.history.SlotBlock;

/** Binary forms of the history that the pure analytics keep. */
public final class HistoryFormats {
    /** Version of what holds traffic, with counts of samples at fault. */
    static final int TRAFFIC_VERSION = 4;

    private static final FormatHolder HOLDER = new FormatHolder(HistoryFormats.class);

    public static final BinaryType<SlotBlock> SLOTS =
            HOLDER.mutableTypeOf(SlotBlock.class, TRAFFIC_VERSION, SlotBlock::writeTo, SlotBlock::readFrom);
    public static final BinaryType<SampleBlock> SAMPLES =
            HOLDER.mutableTypeOf(SampleBlock.class, 4, SampleBlock::writeTo, SampleBlock::readFrom);
    public static final BinaryType<ChainIndex> CHAIN_INDEX =
            HOLDER.mutableTypeOf(ChainIndex.class, 1, ChainIndex::writeTo, ChainIndex::readFrom);
    public static final BinaryType<CurveIndex> CURVE_INDEX =
            HOLDER.mutableTypeOf(CurveIndex.class, TRAFFIC_VERSION, CurveIndex::writeTo, CurveIndex::readFrom);
    public static final BinaryType<SeriesMinute> SERIES_MINUTES =
            HOLDER.mutableTypeOf(SeriesMinute.class, 2, SeriesMinute::writeTo, SeriesMinute::readFrom);
    public static final BinaryType<SeriesHour> SERIES_HOURS =
            HOLDER.mutableTypeOf(SeriesHour.class, 2, SeriesHour::writeTo, SeriesHour::readFrom);

    private HistoryFormats() {}
}
