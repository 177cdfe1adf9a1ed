package io.barograph.contention.operators;

import io.barograph.contention.capacity.SpaceSample;
import io.barograph.contention.cost.JobMinuteLoad;
import io.barograph.contention.cost.KnownRun;
import io.barograph.contention.cost.RunVerdict;
import io.barograph.contention.cost.ScheduledJob;
import io.barograph.contention.load.LoadSample;
import io.barograph.flink.state.BinaryType;
import io.barograph.flink.state.DelegatingFormat;
import io.barograph.schemas.BinaryReader;
import io.barograph.schemas.BinaryWriter;
import io.barograph.schemas.RecordForm;
import io.barograph.slowdown.SlidingSlowdown;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.List;

/**
 * Something that the contention of a file system is judged by.
 *
 * @param time event time, milliseconds since the epoch
 */
record ContentionInput(String fileSystem, long time, Object value) {
    static final BinaryType<ContentionInput> TYPE =
            DelegatingFormat.typeOf(ContentionInput.class, 3, ContentionInput::write, ContentionInput::read);
    private static final List<ValueForm<?>> FORMS = List.of(
            new ValueForm<>('L', LoadSample.class, LoadSample::writeTo, LoadSample::readFrom),
            form('S', SlidingSlowdown.class),
            form('C', SpaceSample.class),
            form('J', JobMinuteLoad.class),
            form('R', KnownRun.class),
            form('V', RunVerdict.class),
            form('E', ScheduledJob.class));

    private static <T extends Record> ValueForm<T> form(char letter, Class<T> type) {
        RecordForm<T> form = RecordForm.of(type);
        return new ValueForm<>(letter, type, form, form);
    }

    /** True for what reports jobs, which may come late. */
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
            return "3/" + minute.jobId() + "/" + minute.begin() + "/" + minute.server();
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
        for (ValueForm<?> form : FORMS) {
            if (form.type.isInstance(input.value)) {
                out.writeByte(form.letter);
                form.write(input.value, out);
                return;
            }
        }
        throw new IOException("no form for " + input.value.getClass());
    }

    private static ContentionInput read(DataInput in) throws IOException {
        String fileSystem = in.readUTF();
        long time = in.readLong();
        byte letter = in.readByte();
        for (ValueForm<?> form : FORMS) {
            if (form.letter == letter) {
                return new ContentionInput(fileSystem, time, form.reader.read(in));
            }
        }
        throw new IOException("unknown kind of input " + letter);
    }

    private record ValueForm<T>(char letter, Class<T> type, BinaryWriter<T> writer, BinaryReader<T> reader) {
        void write(Object value, DataOutput out) throws IOException {
            writer.write(type.cast(value), out);
        }
    }
}
