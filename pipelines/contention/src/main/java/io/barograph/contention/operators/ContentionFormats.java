package io.barograph.contention.operators;

import io.barograph.contention.EventMemory;
import io.barograph.contention.FileSystemWatch;
import io.barograph.contention.cost.JobMinuteLoad;
import io.barograph.contention.cost.KnownRun;
import io.barograph.contention.cost.PastEvents;
import io.barograph.contention.cost.ScheduledJob;
import io.barograph.flink.state.BinaryFormat;
import io.barograph.flink.state.BinaryType;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

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
    static final class FileSystemWatchFormat extends BinaryFormat<FileSystemWatch> {
        private static final long serialVersionUID = 1L;

        FileSystemWatchFormat() {
            super(FileSystemWatch.class, 2, 2);
        }

        @Override
        public void write(FileSystemWatch value, DataOutput out) throws IOException {
            value.writeTo(out);
        }

        @Override
        public FileSystemWatch read(int writtenVersion, DataInput in) throws IOException {
            return FileSystemWatch.readFrom(in);
        }

        @Override
        public FileSystemWatch copy(FileSystemWatch value) {
            return value.copy();
        }
    }

    /** Binary form. */
    static final class PastEventsFormat extends BinaryFormat<PastEvents> {
        private static final long serialVersionUID = 1L;

        PastEventsFormat() {
            super(PastEvents.class, 1);
        }

        @Override
        public void write(PastEvents value, DataOutput out) throws IOException {
            value.writeTo(out);
        }

        @Override
        public PastEvents read(int writtenVersion, DataInput in) throws IOException {
            return PastEvents.readFrom(in);
        }

        @Override
        public PastEvents copy(PastEvents value) {
            return value.copy();
        }
    }

    /** Binary form. */
    static final class EventMemoryFormat extends BinaryFormat<EventMemory> {
        private static final long serialVersionUID = 1L;

        EventMemoryFormat() {
            super(EventMemory.class, 1);
        }

        @Override
        public void write(EventMemory value, DataOutput out) throws IOException {
            value.writeTo(out);
        }

        @Override
        public EventMemory read(int writtenVersion, DataInput in) throws IOException {
            return EventMemory.readFrom(in);
        }

        @Override
        public EventMemory copy(EventMemory value) {
            return value.copy();
        }
    }

    /** Binary form. */
    static final class KnownRunFormat extends BinaryFormat<KnownRun> {
        private static final long serialVersionUID = 1L;

        KnownRunFormat() {
            super(KnownRun.class, 1);
        }

        @Override
        public void write(KnownRun value, DataOutput out) throws IOException {
            value.writeTo(out);
        }

        @Override
        public KnownRun read(int writtenVersion, DataInput in) throws IOException {
            return KnownRun.readFrom(in);
        }
    }

    /** Binary form. */
    static final class ScheduledJobFormat extends BinaryFormat<ScheduledJob> {
        private static final long serialVersionUID = 1L;

        ScheduledJobFormat() {
            super(ScheduledJob.class, 1);
        }

        @Override
        public void write(ScheduledJob value, DataOutput out) throws IOException {
            value.writeTo(out);
        }

        @Override
        public ScheduledJob read(int writtenVersion, DataInput in) throws IOException {
            return ScheduledJob.readFrom(in);
        }
    }

    /** Binary form. */
    static final class JobMinuteLoadFormat extends BinaryFormat<JobMinuteLoad> {
        private static final long serialVersionUID = 1L;

        JobMinuteLoadFormat() {
            super(JobMinuteLoad.class, 1);
        }

        @Override
        public void write(JobMinuteLoad value, DataOutput out) throws IOException {
            value.writeTo(out);
        }

        @Override
        public JobMinuteLoad read(int writtenVersion, DataInput in) throws IOException {
            return JobMinuteLoad.readFrom(in);
        }
    }
}
