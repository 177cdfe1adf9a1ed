package io.barograph.sources.gpfs;

import io.barograph.runtime.DeadLetterCounter;
import io.barograph.runtime.OrderedMerge;
import io.barograph.runtime.SampleRecording;
import io.barograph.runtime.UnreadableSourceException;
import io.barograph.schemas.CatalogueFileSystem;
import io.barograph.schemas.DeadLetter;
import io.barograph.schemas.ServerSample;
import io.barograph.schemas.Topic;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * Recorded mmperfmon reports as samples of kind NSD. Disks of NSD servers ({@code GPFSNSDDisk}) are called {@code
 * node/disk}, because several nodes can serve one disk; file systems as a node sees them ({@code GPFSFilesystem}) and the
 * CPU load and memory of a node are called by the node. All files and all members of archives are read together.
 *
 * <p>mmperfmon prints amounts per interval, labelled by the interval's end, in local time. Amounts become counters; an
 * interval without a value has no sample at its end. In the hour that a clock passes twice, a label means the first time.
 * A recording of more than {@value #MAX_ROWS} rows of servers is refused, because all of them are in memory.
 */
public final class MmperfmonRecording implements SampleRecording {
    static final int MAX_ROWS = 1_000_000;

    private static final Duration USUAL_INTERVAL = Duration.ofMinutes(1);
    private static final String DISK = "GPFSNSDDisk";
    private static final String CLIENT = "GPFSFilesystem";

    private final List<Path> files;
    private final String fileSystem;
    private final ZoneId zone;
    private final DeadLetterCounter refusals;
    private final Map<String, RecordedServer> servers = new TreeMap<>();
    private final Map<String, Duration> intervals = new TreeMap<>();
    private long rows;

    /**
     * @param files reports as text, text compressed with gzip, or archives of them
     * @param fileSystem name of the file system that disks, CPU loads and memory belong to, which the reports do not
     *     say; null if there are none of these
     * @throws UnreadableSourceException if a file is damaged, or there are too many rows
     */
    public MmperfmonRecording(List<Path> files, String fileSystem, ZoneId zone, Consumer<DeadLetter> letters) {
        this.files = List.copyOf(files);
        this.fileSystem = fileSystem;
        this.zone = zone;
        this.refusals = DeadLetterCounter.ofFile(letters, Topic.SERVER_POLLS, "collector mmperfmon", files.get(0));
        for (Path file : this.files) {
            ReportFiles.read(file, refusals, text -> MmperfmonReport.read(text, this::take));
        }
        servers.forEach((key, server) -> intervals.put(key, server.interval(USUAL_INTERVAL)));
    }

    /** Metrics that no sample holds are passed over. */
    private String take(MmperfmonReport.Column column, LocalDateTime time, double value) {
        MmperfmonQuantity quantity = MmperfmonQuantity.ofMetric(column.metric()).orElse(null);
        if (quantity == null) {
            return null;
        }
        boolean client = column.sensor().equals(CLIENT);
        if (client && column.parts().size() != 2) {
            return "the legend does not name cluster and file system of " + column.metric();
        }
        if (column.sensor().equals(DISK) && column.parts().size() != 1) {
            return "the legend does not name the disk of " + column.metric();
        }
        String of = client ? column.parts().get(1) : fileSystem;
        if (of == null) {
            return "the report does not name the file system of " + column.metric() + "; give it with the recording";
        }
        String server = column.sensor().equals(DISK)
                ? column.node() + "/" + column.parts().get(0)
                : column.node();
        RecordedServer recorded =
                servers.computeIfAbsent(of + '\n' + server, unused -> new RecordedServer(of, server, column.node()));
        long before = recorded.rows();
        boolean agrees = recorded.put(time.atZone(zone).toInstant(), quantity, value);
        rows += recorded.rows() - before;
        if (rows > MAX_ROWS) {
            throw new UnreadableSourceException(
                    name(), "more than " + MAX_ROWS + " rows of servers", "read it in parts, for instance day by day");
        }
        return agrees ? null : "another value of " + column.metric() + " at this time was read before";
    }

    @Override
    public String name() {
        return files.stream().map(Path::toString).collect(Collectors.joining(", "));
    }

    /** With the shortest interval of their servers. */
    @Override
    public List<CatalogueFileSystem> fileSystems() {
        Map<String, Duration> shortest = new TreeMap<>();
        servers.forEach((key, server) ->
                shortest.merge(server.fileSystem(), intervals.get(key), (a, b) -> a.compareTo(b) <= 0 ? a : b));
        return shortest.entrySet().stream()
                .map(entry -> new CatalogueFileSystem(entry.getKey(), Set.of(), entry.getValue(), 0))
                .toList();
    }

    @Override
    public Iterator<ServerSample> samples() {
        List<Iterator<ServerSample>> iterators = new ArrayList<>();
        servers.forEach((key, server) -> iterators.add(server.samples(intervals.get(key))));
        return new OrderedMerge(iterators);
    }

    @Override
    public OptionalLong expectedSamples() {
        return OptionalLong.of(rows);
    }

    @Override
    public long refused() {
        return refusals.count();
    }

    @Override
    public void close() {
        servers.clear();
    }
}
