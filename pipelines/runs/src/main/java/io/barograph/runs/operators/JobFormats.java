package io.barograph.runs.operators;

import io.barograph.flink.state.BinaryType;
import io.barograph.flink.state.DelegatingFormat;
import io.barograph.runs.JobHour;
import io.barograph.runs.JobMinutes;
import io.barograph.runs.JobTimelineIndex;

/** Binary forms of the timeline of batch jobs. */
final class JobFormats {
    static final BinaryType<JobHour> HOURS = new BinaryType<>(new Hours());
    static final BinaryType<JobMinutes> MINUTES = new BinaryType<>(new Minutes());
    static final BinaryType<JobTimelineIndex> INDEX = new BinaryType<>(new Index());

    private JobFormats() {}

    /** Binary form. */
    static final class Hours extends DelegatingFormat<JobHour> {
        private static final long serialVersionUID = 1L;

        Hours() {
            super(JobHour.class, 1, JobHour::writeTo, JobHour::readFrom, JobHour::copy);
        }
    }

    /** Binary form. */
    static final class Minutes extends DelegatingFormat<JobMinutes> {
        private static final long serialVersionUID = 1L;

        Minutes() {
            super(JobMinutes.class, 1, JobMinutes::writeTo, JobMinutes::readFrom, JobMinutes::copy);
        }
    }

    /** Binary form. */
    static final class Index extends DelegatingFormat<JobTimelineIndex> {
        private static final long serialVersionUID = 1L;

        Index() {
            super(JobTimelineIndex.class, 2, JobTimelineIndex::writeTo, JobTimelineIndex::readFrom, JobTimelineIndex::copy);
        }
    }
}
