package io.barograph.contention.operators;

import io.barograph.contention.EventMemory;
import io.barograph.contention.FileSystemWatch;
import io.barograph.contention.JobMinuteLoad;
import io.barograph.contention.KnownRun;
import io.barograph.contention.PastEvents;
import io.barograph.contention.ScheduledJob;
import io.barograph.flink.state.BinaryType;
import io.barograph.flink.state.DelegatingFormat;

/** Binary forms of what the analytics keep. */
final class ContentionFormats {
    static final BinaryType<FileSystemWatch> FILE_SYSTEM_WATCH = new BinaryType<>(new FileSystemWatchFormat());
    static final BinaryType<PastEvents> PAST_EVENTS = new BinaryType<>(new PastEventsFormat());
    static final BinaryType<EventMemory> EVENT_MEMORY = new BinaryType<>(new EventMemoryFormat());
    static final BinaryType<KnownRun> KNOWN_RUN = new BinaryType<>(new KnownRunFormat());
    static final BinaryType<ScheduledJob> SCHEDULED_JOB = new BinaryType<>(new ScheduledJobFormat());
    static final BinaryType<JobMinuteLoad> JOB_MINUTE_LOAD = new BinaryType<>(new JobMinuteLoadFormat());

    private ContentionFormats() {}

    /** Binary form. */
    static final class FileSystemWatchFormat extends DelegatingFormat<FileSystemWatch> {
        private static final long serialVersionUID = 1L;

        FileSystemWatchFormat() {
            super(FileSystemWatch.class, 2, FileSystemWatch::writeTo, FileSystemWatch::readFrom, FileSystemWatch::copy);
        }
    }

    /** Binary form. */
    static final class PastEventsFormat extends DelegatingFormat<PastEvents> {
        private static final long serialVersionUID = 1L;

        PastEventsFormat() {
            super(PastEvents.class, 1, PastEvents::writeTo, PastEvents::readFrom, PastEvents::copy);
        }
    }

    /** Binary form. */
    static final class EventMemoryFormat extends DelegatingFormat<EventMemory> {
        private static final long serialVersionUID = 1L;

        EventMemoryFormat() {
            super(EventMemory.class, 1, EventMemory::writeTo, EventMemory::readFrom, EventMemory::copy);
        }
    }

    /** Binary form. */
    static final class KnownRunFormat extends DelegatingFormat<KnownRun> {
        private static final long serialVersionUID = 1L;

        KnownRunFormat() {
            super(KnownRun.class, 1, KnownRun::writeTo, KnownRun::readFrom);
        }
    }

    /** Binary form. */
    static final class ScheduledJobFormat extends DelegatingFormat<ScheduledJob> {
        private static final long serialVersionUID = 1L;

        ScheduledJobFormat() {
            super(ScheduledJob.class, 1, ScheduledJob::writeTo, ScheduledJob::readFrom);
        }
    }

    /** Binary form. */
    static final class JobMinuteLoadFormat extends DelegatingFormat<JobMinuteLoad> {
        private static final long serialVersionUID = 1L;

        JobMinuteLoadFormat() {
            super(JobMinuteLoad.class, 1, JobMinuteLoad::writeTo, JobMinuteLoad::readFrom);
        }
    }
}
