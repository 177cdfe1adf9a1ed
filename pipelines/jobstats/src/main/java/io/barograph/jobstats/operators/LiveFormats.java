package io.barograph.jobstats.operators;

import io.barograph.flink.state.BinaryType;
import io.barograph.flink.state.DelegatingFormat.FormatHolder;
import io.barograph.jobstats.LiveJob;
import io.barograph.jobstats.ServerJobs;
import io.barograph.jobstats.ServerMinute;
import io.barograph.jobstats.TotalsHour;

/** Binary forms of what the analytics keep. */
final class LiveFormats {
    private static final FormatHolder HOLDER = new FormatHolder(LiveFormats.class);

    static final BinaryType<ServerJobs> SERVER_JOBS =
            HOLDER.mutableTypeOf(ServerJobs.class, 2, ServerJobs::writeTo, ServerJobs::readFrom);
    static final BinaryType<ServerMinute> SERVER_MINUTE =
            HOLDER.mutableTypeOf(ServerMinute.class, 3, ServerMinute::writeTo, ServerMinute::readFrom);
    static final BinaryType<TotalsHour> TOTALS_HOUR =
            HOLDER.mutableTypeOf(TotalsHour.class, 1, TotalsHour::writeTo, TotalsHour::readFrom);
    static final BinaryType<LiveJob> LIVE_JOB =
            HOLDER.mutableTypeOf(LiveJob.class, 3, LiveJob::writeTo, LiveJob::readFrom);

    private LiveFormats() {}
}
