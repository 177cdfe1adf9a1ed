package io.barograph.sources.darshan.log;

import com.sun.jna.Pointer;
import io.barograph.schemas.activity.AccessDirection;
import io.barograph.schemas.activity.FileAccess;
import io.barograph.schemas.activity.IoActivity;
import io.barograph.sources.darshan.log.LogContents.Activity;
import io.barograph.sources.darshan.log.LogContents.Bounds;
import io.barograph.sources.darshan.log.LogContents.Covering;
import io.barograph.sources.darshan.log.LogContents.FileSystemDetail;
import io.barograph.sources.darshan.log.LogContents.OstTraffic;
import io.barograph.sources.darshan.log.LogContents.Placement;
import io.barograph.sources.darshan.log.LogContents.Sharing;
import io.barograph.sources.darshan.log.LogContents.StripeWidth;
import io.barograph.sources.darshan.record.HeatMap;
import io.barograph.sources.darshan.record.IoModule;
import io.barograph.sources.darshan.record.LustreRecord;
import io.barograph.sources.darshan.record.PerRecordCounter;
import io.barograph.sources.darshan.record.PerRecordTimeCounter;
import io.barograph.sources.darshan.record.RecordValues;
import io.barograph.sources.darshan.record.SummedCounter;
import io.barograph.sources.darshan.record.SummedTimeCounter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** What a run did on one file system that is more than sums over its files: by rank, by OST, by time. */
final class FileSystemSum implements AutoCloseable {
    /** Most I/O intervals that a summary keeps. */
    static final int MAX_INTERVALS = 64;

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

    FileSystemDetail result(HeatMap heatMap) {
        Optional<DarshanAccumulator.Metrics> metrics = accumulator.result();
        IoActivity activity = IoActivity.of(accesses);
        return new FileSystemDetail(
                fileSystem,
                sharing(),
                heatMap.busiestRank(Set.of(module), rankBytes.total())
                        .filter(most -> rankBytes.total() > 0)
                        .map(most -> new Bounds(most, most))
                        .or(rankBytes::result)
                        .orElse(null),
                rankRequests.result().orElse(null),
                metrics.map(DarshanAccumulator.Metrics::slowestRankSeconds).orElse(null),
                metrics.map(DarshanAccumulator.Metrics::mebibytesPerSecond)
                        .filter(performance -> performance > 0)
                        .orElse(null),
                placement(),
                activity(activity),
                stripeWidths(),
                module == IoModule.POSIX ? covering(activity) : null,
                files.values().stream().mapToLong(FileUse::rereadBytes).sum(),
                files.values().stream().mapToLong(FileUse::readBackBytes).sum());
    }

    private Sharing sharing() {
        long[] bytes = new long[2];
        long[] count = new long[2];
        for (FileUse use : files.values()) {
            if (use.inUse) {
                int shared = use.severalRanks ? 1 : 0;
                bytes[shared] += use.readBytes + use.writeBytes;
                count[shared]++;
            }
        }
        return new Sharing(bytes[1], count[1], bytes[0], count[0]);
    }

    private Placement placement() {
        if (osts.isEmpty()) {
            return null;
        }
        List<OstTraffic> traffic = new ArrayList<>();
        osts.forEach((ost, bytes) -> traffic.add(new OstTraffic(ost, bytes[READ], bytes[WRITE])));
        long read = files.values().stream().mapToLong(use -> use.readBytes).sum();
        long written = files.values().stream().mapToLong(use -> use.writeBytes).sum();
        return new Placement(traffic, read - placed[READ], written - placed[WRITE]);
    }

    private List<StripeWidth> stripeWidths() {
        List<StripeWidth> widths = new ArrayList<>();
        stripeWidths.forEach((width, uses) -> widths.add(new StripeWidth(
                width, uses.size(), uses.stream().mapToLong(FileUse::bytes).sum())));
        return widths;
    }

    private Covering covering(IoActivity activity) {
        List<FileUse> uses = activity.coveringSet().stream()
                .map(FileAccess::file)
                .distinct()
                .map(files::get)
                .toList();
        return uses.isEmpty()
                ? null
                : new Covering(
                        uses.stream().mapToLong(use -> use.requests).sum(),
                        uses.stream().mapToLong(use -> use.smallRequests).sum(),
                        uses.stream().mapToLong(use -> use.sequentialRequests).sum(),
                        uses.stream().mapToDouble(use -> use.seconds).sum(),
                        uses.stream().mapToDouble(use -> use.metadataSeconds).sum());
    }

    private static Activity activity(IoActivity activity) {
        return new Activity(
                activity.intervals(MAX_INTERVALS),
                activity.micros(),
                activity.phases().size(),
                activity.coveringSet().size());
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
