package io.barograph.runs.operators;

import io.barograph.flink.state.BinaryType;
import io.barograph.flink.state.DelegatingFormat.FormatHolder;
import io.barograph.runs.JobHour;
import io.barograph.runs.JobMinutes;
import io.barograph.runs.JobTimelineIndex;

/** Binary forms of the timeline of batch jobs. */
final class JobFormats {
    private static final FormatHolder HOLDER = new FormatHolder(JobFormats.class);

    static final BinaryType<JobHour> HOURS =
            HOLDER.typeOf(JobHour.class, 2, JobHour::writeTo, JobHour::readFrom, JobHour::copy);
    static final BinaryType<JobMinutes> MINUTES =
            HOLDER.typeOf(JobMinutes.class, 1, JobMinutes::writeTo, JobMinutes::readFrom, JobMinutes::copy);
    static final BinaryType<JobTimelineIndex> INDEX = HOLDER.typeOf(
            JobTimelineIndex.class, 2, JobTimelineIndex::writeTo, JobTimelineIndex::readFrom, JobTimelineIndex::copy);

    private JobFormats() {}
}
