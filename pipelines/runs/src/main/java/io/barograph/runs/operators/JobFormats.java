package io.barograph.runs.operators;

import io.barograph.flink.state.BinaryFormat;
import io.barograph.flink.state.BinaryType;
import io.barograph.runs.JobHour;
import io.barograph.runs.JobMinutes;
import io.barograph.runs.JobTimelineIndex;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/** Binary forms of the timeline of batch jobs. */
final class JobFormats {
    static final BinaryType<JobHour> HOURS = new BinaryType<>(new Hours());
    static final BinaryType<JobMinutes> MINUTES = new BinaryType<>(new Minutes());
    static final BinaryType<JobTimelineIndex> INDEX = new BinaryType<>(new Index());

    private JobFormats() {}

    /** Binary form. */
    static final class Hours extends BinaryFormat<JobHour> {
        private static final long serialVersionUID = 1L;

        Hours() {
            super(JobHour.class, 1);
        }

        @Override
        public void write(JobHour value, DataOutput out) throws IOException {
            value.writeTo(out);
        }

        @Override
        public JobHour read(int writtenVersion, DataInput in) throws IOException {
            return JobHour.readFrom(in);
        }

        @Override
        public JobHour copy(JobHour value) {
            return value.copy();
        }
    }

    /** Binary form. */
    static final class Minutes extends BinaryFormat<JobMinutes> {
        private static final long serialVersionUID = 1L;

        Minutes() {
            super(JobMinutes.class, 1);
        }

        @Override
        public void write(JobMinutes value, DataOutput out) throws IOException {
            value.writeTo(out);
        }

        @Override
        public JobMinutes read(int writtenVersion, DataInput in) throws IOException {
            return JobMinutes.readFrom(in);
        }

        @Override
        public JobMinutes copy(JobMinutes value) {
            return value.copy();
        }
    }

    /** Binary form. */
    static final class Index extends BinaryFormat<JobTimelineIndex> {
        private static final long serialVersionUID = 1L;

        Index() {
            super(JobTimelineIndex.class, 2, 2);
        }

        @Override
        public void write(JobTimelineIndex value, DataOutput out) throws IOException {
            value.writeTo(out);
        }

        @Override
        public JobTimelineIndex read(int writtenVersion, DataInput in) throws IOException {
            return JobTimelineIndex.readFrom(in);
        }

        @Override
        public JobTimelineIndex copy(JobTimelineIndex value) {
            return value.copy();
        }
    }
}
