package io.barograph.contention.capacity;

import io.barograph.schemas.EventType;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * How full the fullest target of a role is.
 *
 * @param time instant, milliseconds since the epoch
 * @param fullest fraction in use, 0 to 1
 */
public record SpaceSample(long time, boolean metadata, EventType type, String target, double fullest) {
    public void writeTo(DataOutput out) throws IOException {
        out.writeLong(time);
        out.writeBoolean(metadata);
        out.writeUTF(type.name());
        out.writeUTF(target);
        out.writeDouble(fullest);
    }

    /** @return what {@link #writeTo} wrote */
    public static SpaceSample readFrom(DataInput in) throws IOException {
        return new SpaceSample(
                in.readLong(), in.readBoolean(), EventType.valueOf(in.readUTF()), in.readUTF(), in.readDouble());
    }
}
