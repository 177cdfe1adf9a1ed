package io.barograph.contention.cost;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * What a job moved in one minute, according to job statistics, on all servers or on one that is busy.
 *
 * @param server name within the file system; empty for all servers
 * @param begin begin of the minute, milliseconds since the epoch
 * @param missingFraction part of the minute that the servers do not report, 0 to 1
 */
public record JobMinuteLoad(
        String server,
        String jobId,
        String executable,
        String user,
        long begin,
        long readBytes,
        long writeBytes,
        long operations,
        double missingFraction) {
    public void writeTo(DataOutput out) throws IOException {
        out.writeUTF(server);
        out.writeUTF(jobId);
        out.writeUTF(executable);
        out.writeUTF(user);
        out.writeLong(begin);
        out.writeLong(readBytes);
        out.writeLong(writeBytes);
        out.writeLong(operations);
        out.writeDouble(missingFraction);
    }

    /** @return what {@link #writeTo} wrote */
    public static JobMinuteLoad readFrom(DataInput in) throws IOException {
        return new JobMinuteLoad(
                in.readUTF(),
                in.readUTF(),
                in.readUTF(),
                in.readUTF(),
                in.readLong(),
                in.readLong(),
                in.readLong(),
                in.readLong(),
                in.readDouble());
    }
}
