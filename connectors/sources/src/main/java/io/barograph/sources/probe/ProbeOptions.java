package io.barograph.sources.probe;

import io.barograph.configuration.Setting;
import io.barograph.schemas.ProbeOperation;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * Options of the probe: live with {@code dir}, or a recording with {@code recording}. Sizes are written as {@code 3901},
 * {@code 1MiB} or {@code 4GiB}.
 */
public record ProbeOptions(
        @Setting("Directories to probe; each has threads of its own, and a hung one never delays another")
                List<Path> dir,
        @Setting("Name of the file system; without it the one in the catalogue that the directory lies on")
                String fileSystem,
        @Setting(value = "Time from one slot of six operations to the next", defaultValue = "1s") Duration interval,
        @Setting("How long to probe after the files are prepared; without it until stopped") Duration duration,
        @Setting(
                        value = "An operation that takes longer is hung: it is published with this duration",
                        defaultValue = "10s")
                Duration timeout,
        @Setting(value = "Bytes read or written at once in the data file, a power of two", defaultValue = "1MiB")
                String blockSize,
        @Setting(
                        value = "Bytes of the data file; without direct I/O it must exceed the client's memory",
                        defaultValue = "4GiB")
                String fileSize,
        @Setting(value = "Bytes of each small file", defaultValue = "3901") String smallFileSize,
        @Setting(
                        value = "Number of small files; each is used once every third of that many slots",
                        defaultValue = "12000")
                int poolSize,
        @Setting(value = "Bytes that must stay free when the files are there", defaultValue = "10GiB") String reserve,
        @Setting(value = "Leave the files in place at the end, for a quick next start", defaultValue = "false")
                boolean keepFiles,
        @Setting(value = "Command of the Lustre client that stripes the data file", defaultValue = "lfs") String lfs,
        @Setting("Recording of io-probing to read instead of probing") Path recording,
        @Setting("Operation that the recording is of, where it does not say so itself: stat, read, data_read, ...")
                ProbeOperation operation,
        @Setting("Start of the recording, where it does not say so itself, for instance 2019-02-04T12:00:00Z")
                Instant startTime) {
    private static final Duration MIN_INTERVAL = Duration.ofMillis(10);
    private static final long MAX_BLOCK = 1L << 30;

    public ProbeOptions {
        dir = dir == null ? List.of() : List.copyOf(dir);
        if (dir.isEmpty() == (recording == null)) {
            throw new IllegalArgumentException(
                    "dir: give the directories to probe, or with recording a file to read, not both");
        }
        if (interval.compareTo(MIN_INTERVAL) < 0) {
            throw new IllegalArgumentException("interval: must be at least 10ms");
        }
        if (timeout.compareTo(MIN_INTERVAL) < 0) {
            throw new IllegalArgumentException("timeout: must be at least 10ms");
        }
        if (duration != null && (duration.isNegative() || duration.isZero())) {
            throw new IllegalArgumentException("duration: must be positive");
        }
        if (poolSize < 3) {
            throw new IllegalArgumentException("poolSize: must be at least 3");
        }
        long block = ByteSize.parse("blockSize", blockSize);
        if (Long.bitCount(block) != 1 || block > MAX_BLOCK) {
            throw new IllegalArgumentException("blockSize: must be a power of two, at most 1GiB");
        }
        if (ByteSize.parse("fileSize", fileSize) < 2 * block) {
            throw new IllegalArgumentException("fileSize: must be at least two blocks");
        }
        long small = ByteSize.parse("smallFileSize", smallFileSize);
        if (small < 1 || small > MAX_BLOCK) {
            throw new IllegalArgumentException("smallFileSize: must be 1 to 1GiB");
        }
        ByteSize.parse("reserve", reserve);
    }

    /** @return bytes of a read or write */
    int blockBytes() {
        return (int) ByteSize.parse("blockSize", blockSize);
    }

    /** @return bytes of the data file, whole blocks */
    long fileBytes() {
        long block = blockBytes();
        return ByteSize.parse("fileSize", fileSize) / block * block;
    }

    int smallFileBytes() {
        return (int) ByteSize.parse("smallFileSize", smallFileSize);
    }

    /** @return bytes that must stay free */
    long reserveBytes() {
        return ByteSize.parse("reserve", reserve);
    }
}
