package io.barograph.contention.operators;

import io.barograph.contention.EventMemory;
import io.barograph.contention.FileSystemWatch;
import io.barograph.contention.cost.JobMinuteLoad;
import io.barograph.contention.cost.KnownRun;
import io.barograph.contention.cost.PastEvents;
import io.barograph.contention.cost.ScheduledJob;
import io.barograph.flink.state.BinaryType;
import io.barograph.flink.state.DelegatingFormat.FormatHolder;

/** Binary forms of what the analytics keep. */
final class ContentionFormats {
    private static final FormatHolder HOLDER = new FormatHolder(ContentionFormats.class);

    static final BinaryType<FileSystemWatch> FILE_SYSTEM_WATCH =
            HOLDER.mutableTypeOf(FileSystemWatch.class, 3, FileSystemWatch::writeTo, FileSystemWatch::readFrom);
    static final BinaryType<PastEvents> PAST_EVENTS =
            HOLDER.mutableTypeOf(PastEvents.class, 1, PastEvents::writeTo, PastEvents::readFrom);
    static final BinaryType<EventMemory> EVENT_MEMORY =
            HOLDER.mutableTypeOf(EventMemory.class, 1, EventMemory::writeTo, EventMemory::readFrom);
    static final BinaryType<KnownRun> KNOWN_RUN = HOLDER.recordTypeOf(KnownRun.class, 1);
    static final BinaryType<ScheduledJob> SCHEDULED_JOB = HOLDER.recordTypeOf(ScheduledJob.class, 1);
    static final BinaryType<JobMinuteLoad> JOB_MINUTE_LOAD = HOLDER.recordTypeOf(JobMinuteLoad.class, 1);

    private ContentionFormats() {}
}
