package io.barograph.sources.darshan.log;

import com.sun.jna.Pointer;
import io.barograph.schemas.FileSystemUse;
import io.barograph.schemas.IoDirection;
import io.barograph.schemas.IoInterval;
import io.barograph.schemas.OstBytes;
import io.barograph.schemas.StripeWidth;
import io.barograph.schemas.activity.AccessDirection;
import io.barograph.schemas.activity.FileAccess;
import io.barograph.schemas.activity.IoActivity;
import io.barograph.schemas.activity.IoActivity.Interval;
import io.barograph.schemas.activity.IoActivity.IntervalSummary;
import io.barograph.sources.darshan.log.LogContents.Bounds;
import io.barograph.sources.darshan.record.HeatMap;
import io.barograph.sources.darshan.record.IoModule;
import io.barograph.sources.darshan.record.LustreRecord;
import io.barograph.sources.darshan.record.PerRecordCounter;
import io.barograph.sources.darshan.record.PerRecordTimeCounter;
import io.barograph.sources.darshan.record.RecordValues;
import io.barograph.sources.darshan.record.SummedCounter;
import io.barograph.sources.darshan.record.SummedTimeCounter;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.ToLongFunction;

/** What a run did on one file system that is more than sums over its files: by rank, by OST, by time. */
final class FileSystemSum implements AutoCloseable {
    /** Most I/O intervals that a summary keeps. */
    static final int MAX_INTERVALS = 64;

    private static final double MICROS_PER_SECOND = 1e6;
    private static final int READ = 0;
    private static final int WRITE = 1;

    private final String fileSystem;
    private final IoModule module;
    private final long processes;
    private final DarshanAccumulator accumulator;
    private final RankBounds rankBytes;
    private final RankBounds rankRequests;
    private final Map<Long, FileUse> files = new HashMap<>();
    private final List<FileAccess> accesses = new ArrayList<>();
    private final Map<Integer, long[]> osts = new TreeMap<>();
    private final Set<Long> filesWithLayout = new HashSet<>();
    private final Map<Integer, List<FileUse>> stripeWidths = new TreeMap<>();
    private final long[] placed = new long[2];

    FileSystemSum(String fileSystem, IoModule module, long processes, DarshanAccumulator accumulator) {
        this.fileSystem = fileSystem;
        this.module = module;
        this.processes = processes;
        this.accumulator = accumulator;
        this.rankBytes = new RankBounds(processes);
        this.rankRequests = new RankBounds(processes);
    }

    void add(RecordValues values, Pointer fileRecord) {
        accumulator.add(fileRecord);
        addBytes(rankBytes, values, processes);
        if (values.rank() != RecordValues.ALL_RANKS || processes == 1) {
            rankRequests.addOne(Math.max(0, values.rank()), values.requests());
        } else {
            rankRequests.addShared(values.requests(), Map.of());
        }
        files.computeIfAbsent(values.file(), first -> new FileUse(values, processes == 1))
                .add(values);
        access(
                values,
                AccessDirection.READ,
                SummedCounter.READ_BYTES,
                PerRecordTimeCounter.READ_START,
                PerRecordTimeCounter.READ_END);
        access(
                values,
                AccessDirection.WRITE,
                SummedCounter.WRITE_BYTES,
                PerRecordTimeCounter.WRITE_START,
                PerRecordTimeCounter.WRITE_END);
    }

    static void addBytes(RankBounds bounds, RecordValues values, long processes) {
        long bytes = values.bytes();
        if (values.rank() != RecordValues.ALL_RANKS || processes == 1) {
            bounds.addOne(Math.max(0, values.rank()), bytes);
            return;
        }
        Map<Long, Long> known = new HashMap<>();
        know(known, values, PerRecordCounter.FASTEST_RANK, PerRecordCounter.FASTEST_RANK_BYTES);
        know(known, values, PerRecordCounter.SLOWEST_RANK, PerRecordCounter.SLOWEST_RANK_BYTES);
        // The variance alone does not suffice: it is rounded to 0 where ranks differ by little of very much.
        boolean even = bytes % processes == 0
                && Double.valueOf(0).equals(values.timeDetails().get(PerRecordTimeCounter.RANK_BYTES_VARIANCE))
                && !known.isEmpty()
                && known.values().stream().allMatch(part -> part == bytes / processes);
        if (even) {
            bounds.addEven(bytes);
        } else {
            bounds.addShared(bytes, known);
        }
    }

    private static void know(
            Map<Long, Long> known, RecordValues values, PerRecordCounter rank, PerRecordCounter bytes) {
        if (values.details().containsKey(rank) && values.details().containsKey(bytes)) {
            known.put(values.details().get(rank), values.details().get(bytes));
        }
    }

    /** An end of 0 means that Darshan took no time. */
    private void access(
            RecordValues values,
            AccessDirection direction,
            SummedCounter bytes,
            PerRecordTimeCounter startDetail,
            PerRecordTimeCounter endDetail) {
        double start = values.timeDetails().getOrDefault(startDetail, -1.0);
        double end = values.timeDetails().getOrDefault(endDetail, -1.0);
        if (start >= 0 && end > 0 && end >= start) {
            accesses.add(new FileAccess(
                    values.file(),
                    direction,
                    (long) Math.floor(start * 1e6),
                    (long) Math.ceil(end * 1e6),
                    values.counter(bytes)));
        }
    }

    /** To be called after all file records were added; the first layout of a file counts. */
    void add(LustreRecord layout) {
        FileUse use = files.get(layout.file());
        if (use == null || !filesWithLayout.add(layout.file())) {
            return;
        }
        if (layout.complete() && use.inUse) {
            stripeWidths
                    .computeIfAbsent(new HashSet<>(layout.osts()).size(), first -> new ArrayList<>())
                    .add(use);
        }
        place(READ, use.readBytes, layout.place(use.readBytes, use.readExtent));
        place(WRITE, use.writeBytes, layout.place(use.writeBytes, use.writeExtent));
    }

    private void place(int direction, long bytes, Optional<Map<Integer, Long>> byOst) {
        if (byOst.isPresent()) {
            placed[direction] = Math.addExact(placed[direction], bytes);
            byOst.get().forEach((ost, part) -> osts.computeIfAbsent(ost, first -> new long[2])[direction] += part);
        }
    }

    /** @return the use without what is summed over its files */
    FileSystemUse result(HeatMap heatMap) {
        FileSystemUse use = new FileSystemUse();
        use.setFileSystem(fileSystem);
        setSharing(use);
        Bounds bytes = rankBytes.result(heatMap, Set.of(module));
        if (bytes != null) {
            use.setMaxRankBytes(bytes.least());
            use.setMaxRankBytesAtMost(bytes.most());
        }
        rankRequests.result().ifPresent(requests -> {
            use.setMaxRankRequests(requests.least());
            use.setMaxRankRequestsAtMost(requests.most());
        });
        accumulator.result().ifPresent(metrics -> {
            use.setSlowestRankSeconds(metrics.slowestRankSeconds());
            use.setPerformanceBytesPerSecond(metrics.bytesPerSecond());
        });
        setPlacement(use);
        setActivity(use);
        use.setRereadBytes(sum(files.values(), FileUse::rereadBytes));
        use.setReadBackBytes(sum(files.values(), FileUse::readBackBytes));
        return use;
    }

    private static long sum(Collection<FileUse> uses, ToLongFunction<FileUse> value) {
        return uses.stream().mapToLong(value).sum();
    }

    private void setSharing(FileSystemUse use) {
        long[] bytes = new long[2];
        long[] count = new long[2];
        for (FileUse file : files.values()) {
            if (file.inUse) {
                int shared = file.severalRanks ? 1 : 0;
                bytes[shared] += file.readBytes + file.writeBytes;
                count[shared]++;
            }
        }
        use.setSharedBytes(bytes[1]);
        use.setSharedFiles(count[1]);
        use.setOneRankBytes(bytes[0]);
        use.setOneRankFiles(count[0]);
    }

    private void setPlacement(FileSystemUse use) {
        if (!osts.isEmpty()) {
            List<OstBytes> ostBytes = new ArrayList<>();
            osts.forEach((ost, bytes) -> ostBytes.add(new OstBytes(ost, bytes[READ], bytes[WRITE])));
            use.setOstBytes(ostBytes);
            use.setUnplacedReadBytes(sum(files.values(), file -> file.readBytes) - placed[READ]);
            use.setUnplacedWriteBytes(sum(files.values(), file -> file.writeBytes) - placed[WRITE]);
        }
        if (!stripeWidths.isEmpty()) {
            List<StripeWidth> widths = new ArrayList<>();
            stripeWidths.forEach(
                    (width, uses) -> widths.add(new StripeWidth(width, (long) uses.size(), sum(uses, FileUse::bytes))));
            use.setStripeWidths(widths);
        }
    }

    private void setActivity(FileSystemUse use) {
        IoActivity activity = IoActivity.of(accesses);
        IntervalSummary intervals = activity.intervals(MAX_INTERVALS);
        use.setIoIntervals(
                intervals.intervals().stream().map(FileSystemSum::interval).toList());
        use.setIoPausesHidden(intervals.pausesHidden());
        use.setIoPausesHiddenSeconds(intervals.hiddenMicros() / MICROS_PER_SECOND);
        use.setIoSeconds(activity.micros() / MICROS_PER_SECOND);
        use.setIoPhases(activity.phases().size());
        use.setCoveringFiles(activity.coveringSet().size());
        // STDIO counts no sizes.
        if (module == IoModule.POSIX && !activity.coveringSet().isEmpty()) {
            List<FileUse> covering = activity.coveringSet().stream()
                    .map(FileAccess::file)
                    .distinct()
                    .map(files::get)
                    .toList();
            use.setCoveringRequests(sum(covering, file -> file.requests));
            use.setCoveringSmallRequests(sum(covering, file -> file.smallRequests));
            use.setCoveringSequentialRequests(sum(covering, file -> file.sequentialRequests));
            use.setCoveringSeconds(
                    covering.stream().mapToDouble(file -> file.seconds).sum());
            use.setCoveringMetadataSeconds(
                    covering.stream().mapToDouble(file -> file.metadataSeconds).sum());
        }
    }

    private static IoInterval interval(Interval interval) {
        return new IoInterval(
                interval.direction() == AccessDirection.READ ? IoDirection.READ : IoDirection.WRITE,
                interval.span().beginMicros(),
                interval.span().endMicros(),
                interval.span().bytes());
    }

    @Override
    public void close() {
        accumulator.close();
    }

    /** What the records of one file say together. */
    private static final class FileUse {
        private final boolean oneProcess;
        private final long rank;
        private boolean severalRanks;
        private boolean inUse;
        private long readBytes;
        private long writeBytes;

        /** Highest offset read, plus 1. */
        private long readExtent;

        private long writeExtent;
        private long requests;

        /** Those of less than 1 KiB. */
        private long smallRequests;

        /** Those at a higher offset than the one before. */
        private long sequentialRequests;

        /** In reads, writes and metadata operations, summed over ranks. */
        private double seconds;

        private double metadataSeconds;
        private double readingFrom = Double.POSITIVE_INFINITY;
        private double writingTo = Double.NEGATIVE_INFINITY;

        FileUse(RecordValues first, boolean oneProcess) {
            this.oneProcess = oneProcess;
            this.rank = first.rank();
        }

        void add(RecordValues values) {
            severalRanks |= !oneProcess && (values.rank() == RecordValues.ALL_RANKS || values.rank() != rank);
            inUse |= values.inUse();
            readBytes = Math.addExact(readBytes, values.counter(SummedCounter.READ_BYTES));
            writeBytes = Math.addExact(writeBytes, values.counter(SummedCounter.WRITE_BYTES));
            readExtent = Math.max(readExtent, values.details().getOrDefault(PerRecordCounter.LAST_BYTE_READ, -1L) + 1);
            writeExtent =
                    Math.max(writeExtent, values.details().getOrDefault(PerRecordCounter.LAST_BYTE_WRITTEN, -1L) + 1);
            requests = Math.addExact(requests, values.requests());
            smallRequests += values.counter(SummedCounter.SMALL_READS) + values.counter(SummedCounter.SMALL_WRITES);
            sequentialRequests +=
                    values.counter(SummedCounter.SEQUENTIAL_READS) + values.counter(SummedCounter.SEQUENTIAL_WRITES);
            values.seconds().values().forEach(time -> seconds += time);
            metadataSeconds += values.seconds().getOrDefault(SummedTimeCounter.METADATA, 0.0);
            // Darshan leaves times of what did not happen at 0.
            if (values.counter(SummedCounter.READ_BYTES) > 0) {
                readingFrom = Math.min(
                        readingFrom,
                        values.timeDetails().getOrDefault(PerRecordTimeCounter.READ_START, Double.NEGATIVE_INFINITY));
            }
            if (values.counter(SummedCounter.WRITE_BYTES) > 0) {
                writingTo = Math.max(
                        writingTo,
                        values.timeDetails().getOrDefault(PerRecordTimeCounter.WRITE_END, Double.POSITIVE_INFINITY));
            }
        }

        /** @return bytes read beyond the extent that was read, so that at least so many were read again */
        long rereadBytes() {
            return readExtent == 0 ? 0 : Math.max(0, readBytes - readExtent);
        }

        /** @return bytes read for the first time that the run had written before; 0 unless it had finished writing the file */
        long readBackBytes() {
            boolean wroteFirst = writeBytes > 0 && readBytes > 0 && writingTo <= readingFrom;
            return wroteFirst ? Math.min(writeBytes, readBytes - rereadBytes()) : 0;
        }

        long bytes() {
            return Math.addExact(readBytes, writeBytes);
        }
    }
}
