package io.barograph.jobs.analysis.contention;

import io.barograph.analytics.contention.FileSystemWatch;
import io.barograph.jobs.types.BinaryFormat;
import io.barograph.jobs.types.BinaryType;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/** Binary form of what is known of a file system. */
final class WatchFormat extends BinaryFormat<FileSystemWatch> {
    private static final long serialVersionUID = 1L;

    static final BinaryType<FileSystemWatch> TYPE = new BinaryType<>(new WatchFormat());

    WatchFormat() {
        super(FileSystemWatch.class, 1);
    }

    @Override
    public FileSystemWatch copy(FileSystemWatch value) {
        return value.copy();
    }

    @Override
    public void write(FileSystemWatch value, DataOutput out) throws IOException {
        value.writeTo(out);
    }

    @Override
    public FileSystemWatch read(int writtenVersion, DataInput in) throws IOException {
        return FileSystemWatch.readFrom(in);
    }
}
