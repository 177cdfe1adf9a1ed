package io.barograph.contention.operators;

import io.barograph.contention.JobMinuteLoad;
import io.barograph.contention.KnownRun;
import io.barograph.contention.LoadSample;
import io.barograph.contention.RunVerdict;
import io.barograph.contention.ScheduledJob;
import io.barograph.contention.SpaceSample;
import io.barograph.flink.state.BinaryType;
import io.barograph.flink.state.DelegatingFormat;
import io.barograph.slowdown.SlidingSlowdown;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * Something that the contention of a file system is judged by.
 *
 * @param time event time, milliseconds since the epoch
 */
record ContentionInput(String fileSystem, long time, Object value) {
    static final BinaryType<ContentionInput> TYPE = DelegatingFormat.typeOf(
            ContentionInput.class, 2, ContentionInput::write, ContentionInput::read);

    /** True for what tells of jobs, which may come late. */
    boolean isOfJobs() {
        return !(value instanceof LoadSample || value instanceof SlidingSlowdown || value instanceof SpaceSample);
    }

    /** Kind and identity: the order of what happens at one instant. A run comes before the verdict on it. */
    String order() {
        if (value instanceof SpaceSample space) {
            return "1/" + space.metadata() + "/" + space.type();
        }
        if (value instanceof ScheduledJob job) {
            return "2/" + job.jobId() + "/" + job.end();
        }
        if (value instanceof JobMinuteLoad minute) {
            return "3/" + minute.jobId() + "/" + minute.begin();
        }
        if (value instanceof KnownRun run) {
            return "4/" + run.identity();
        }
        return "5/" + ((RunVerdict) value).identity();
    }

    /** Binary form: a letter for the kind, then the value. */
    private static void write(ContentionInput input, DataOutput out) throws IOException {
        out.writeUTF(input.fileSystem);
        out.writeLong(input.time);
        if (input.value instanceof LoadSample load) {
            out.writeByte('L');
            load.writeTo(out);
        } else if (input.value instanceof SlidingSlowdown live) {
            out.writeByte('S');
            live.writeTo(out);
        } else if (input.value instanceof SpaceSample space) {
            out.writeByte('C');
            space.writeTo(out);
        } else if (input.value instanceof JobMinuteLoad minute) {
            out.writeByte('J');
            minute.writeTo(out);
        } else if (input.value instanceof KnownRun run) {
            out.writeByte('R');
            run.writeTo(out);
        } else if (input.value instanceof RunVerdict verdict) {
            out.writeByte('V');
            verdict.writeTo(out);
        } else if (input.value instanceof ScheduledJob job) {
            out.writeByte('E');
            job.writeTo(out);
        } else {
            throw new IOException("no form for " + input.value.getClass());
        }
    }

    private static ContentionInput read(DataInput in) throws IOException {
        String fileSystem = in.readUTF();
        long time = in.readLong();
        byte kind = in.readByte();
        Object value =
                switch (kind) {
                    case 'L' -> LoadSample.readFrom(in);
                    case 'S' -> SlidingSlowdown.readFrom(in);
                    case 'C' -> SpaceSample.readFrom(in);
                    case 'J' -> JobMinuteLoad.readFrom(in);
                    case 'R' -> KnownRun.readFrom(in);
                    case 'V' -> RunVerdict.readFrom(in);
                    case 'E' -> ScheduledJob.readFrom(in);
                    default -> throw new IOException("unknown kind of input " + kind);
                };
        return new ContentionInput(fileSystem, time, value);
    }
}
