package io.barograph.jobstats.operators;

import io.barograph.flink.state.BinaryType;
import io.barograph.flink.state.DelegatingFormat;
import io.barograph.jobstats.LiveJob;
import io.barograph.jobstats.ServerJobs;
import io.barograph.jobstats.ServerMinute;
import io.barograph.jobstats.TotalsHour;

/** Binary forms of what the analytics keep. */
final class LiveFormats {
    static final BinaryType<ServerJobs> SERVER_JOBS = new BinaryType<>(new ServerJobsFormat());
    static final BinaryType<ServerMinute> SERVER_MINUTE = new BinaryType<>(new ServerMinuteFormat());
    static final BinaryType<TotalsHour> TOTALS_HOUR = new BinaryType<>(new TotalsHourFormat());
    static final BinaryType<LiveJob> LIVE_JOB = new BinaryType<>(new LiveJobFormat());

    private LiveFormats() {}

    /** Binary form. */
    static final class ServerJobsFormat extends DelegatingFormat<ServerJobs> {
        private static final long serialVersionUID = 1L;

        ServerJobsFormat() {
            super(ServerJobs.class, 2, ServerJobs::writeTo, ServerJobs::readFrom, ServerJobs::copy);
        }
    }

    /** Binary form. */
    static final class ServerMinuteFormat extends DelegatingFormat<ServerMinute> {
        private static final long serialVersionUID = 1L;

        ServerMinuteFormat() {
            super(ServerMinute.class, 3, ServerMinute::writeTo, ServerMinute::readFrom, ServerMinute::copy);
        }
    }

    /** Binary form. */
    static final class TotalsHourFormat extends DelegatingFormat<TotalsHour> {
        private static final long serialVersionUID = 1L;

        TotalsHourFormat() {
            super(TotalsHour.class, 1, TotalsHour::writeTo, TotalsHour::readFrom, TotalsHour::copy);
        }
    }

    /** Binary form. */
    static final class LiveJobFormat extends DelegatingFormat<LiveJob> {
        private static final long serialVersionUID = 1L;

        LiveJobFormat() {
            super(LiveJob.class, 2, LiveJob::writeTo, LiveJob::readFrom, LiveJob::copy);
        }
    }
}
