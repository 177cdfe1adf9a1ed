package io.barograph.jobstats.operators;

import io.barograph.flink.state.BinaryFormat;
import io.barograph.flink.state.BinaryType;
import io.barograph.jobstats.LiveJob;
import io.barograph.jobstats.ServerJobs;
import io.barograph.jobstats.ServerMinute;
import io.barograph.jobstats.TotalsHour;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/** Binary forms of what the analytics keep. */
final class LiveFormats {
    static final BinaryType<ServerJobs> SERVER_JOBS = new BinaryType<>(new ServerJobsFormat());
    static final BinaryType<ServerMinute> SERVER_MINUTE = new BinaryType<>(new ServerMinuteFormat());
    static final BinaryType<TotalsHour> TOTALS_HOUR = new BinaryType<>(new TotalsHourFormat());
    static final BinaryType<LiveJob> LIVE_JOB = new BinaryType<>(new LiveJobFormat());

    private LiveFormats() {}

    /** Binary form. */
    static final class ServerJobsFormat extends BinaryFormat<ServerJobs> {
        private static final long serialVersionUID = 1L;

        ServerJobsFormat() {
            super(ServerJobs.class, 2, 2);
        }

        @Override
        public void write(ServerJobs value, DataOutput out) throws IOException {
            value.writeTo(out);
        }

        @Override
        public ServerJobs read(int writtenVersion, DataInput in) throws IOException {
            return ServerJobs.readFrom(in);
        }

        @Override
        public ServerJobs copy(ServerJobs value) {
            return value.copy();
        }
    }

    /** Binary form. */
    static final class ServerMinuteFormat extends BinaryFormat<ServerMinute> {
        private static final long serialVersionUID = 1L;

        ServerMinuteFormat() {
            super(ServerMinute.class, 3, 3);
        }

        @Override
        public void write(ServerMinute value, DataOutput out) throws IOException {
            value.writeTo(out);
        }

        @Override
        public ServerMinute read(int writtenVersion, DataInput in) throws IOException {
            return ServerMinute.readFrom(in);
        }

        @Override
        public ServerMinute copy(ServerMinute value) {
            return value.copy();
        }
    }

    /** Binary form. */
    static final class TotalsHourFormat extends BinaryFormat<TotalsHour> {
        private static final long serialVersionUID = 1L;

        TotalsHourFormat() {
            super(TotalsHour.class, 1);
        }

        @Override
        public void write(TotalsHour value, DataOutput out) throws IOException {
            value.writeTo(out);
        }

        @Override
        public TotalsHour read(int writtenVersion, DataInput in) throws IOException {
            return TotalsHour.readFrom(in);
        }

        @Override
        public TotalsHour copy(TotalsHour value) {
            return value.copy();
        }
    }

    /** Binary form. */
    static final class LiveJobFormat extends BinaryFormat<LiveJob> {
        private static final long serialVersionUID = 1L;

        LiveJobFormat() {
            super(LiveJob.class, 2, 2);
        }

        @Override
        public void write(LiveJob value, DataOutput out) throws IOException {
            value.writeTo(out);
        }

        @Override
        public LiveJob read(int writtenVersion, DataInput in) throws IOException {
            return LiveJob.readFrom(in);
        }

        @Override
        public LiveJob copy(LiveJob value) {
            return value.copy();
        }
    }
}
