package io.barograph.sources.tokio;

import io.barograph.runtime.DeadLetterCounter;
import io.barograph.runtime.OrderedMerge;
import io.barograph.runtime.SampleRecording;
import io.barograph.runtime.UnreadableSourceException;
import io.barograph.schemas.CatalogueFileSystem;
import io.barograph.schemas.DeadLetter;
import io.barograph.schemas.ServerKind;
import io.barograph.schemas.ServerSample;
import io.barograph.schemas.Topic;
import io.barograph.sources.tokio.GroupSamples.Server;
import io.barograph.sources.tokio.TimeMatrix.Layout;
import io.jhdf.api.Dataset;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;

/**
 * A legacy H5LMT file (pylmt) as samples: OST read and write counters, OSS CPU, and one MDT with its operation counters
 * and CPU.
 *
 * <p>H5LMT holds rates over the interval that <em>ends</em> at a step (bytes or operations per second; the first step has
 * none), one row per server. Rate times the distance of the steps is the amount; amounts become counters again that are
 * 0 at the first step. A step of an OST that {@code FSMissingDataSet} marks was lost: there is no sample, and what the
 * file interpolated over the gap is in the counter of the next one. The file does not mark lost steps of CPU loads and
 * operations; for operations, pylmt also wrote 0 for the first interval of every hour.
 *
 * <p>The file names no metadata server. H5LMT is older than Lustre with several of them, so it is called by the one name
 * that every Lustre file system has: {@code NAME-MDT0000}.
 */
public final class H5LmtFile implements SampleRecording {
    private static final String STEPS_GROUP = "FSStepsGroup";
    private static final Set<String> GROUPS = Set.of(
            STEPS_GROUP,
            "FSMissingGroup",
            "OSTReadGroup",
            "OSTWriteGroup",
            "OSSCPUGroup",
            "MDSOpsGroup",
            "MDSCPUGroup");
    private static final String STEPS = "FSStepsDataSet";
    private static final String MDS = "MDS";
    private static final String REMEDY = "get a complete copy of the file; a TOKIO time series should be named .hdf5";

    /** A dataset with what its rows stand for. */
    private record Rows(Dataset dataset, Layout layout, List<String> names) {}

    private final Path path;
    private final Hdf5File file;
    private final DeadLetterCounter refusals;
    private final TimeAxis axis;
    private final CatalogueFileSystem fileSystem;
    private final Optional<Rows> reads;
    private final Optional<Rows> writes;
    private final Optional<Rows> missing;
    private final Optional<Rows> operations;
    private final Optional<Rows> mdsCpu;
    private final Optional<Rows> ossCpu;

    /**
     * @param path file; the file system's name is taken from its OSTs' names, else from the file's name
     * @throws UnreadableSourceException if it is no H5LMT file, or is damaged
     */
    public H5LmtFile(Path path, Consumer<DeadLetter> letters) {
        this.path = path;
        this.file = new Hdf5File(path);
        this.refusals = DeadLetterCounter.ofFile(letters, Topic.SERVER_POLLS, "collector tokio", path);
        try {
            this.axis = new TimeAxis(path, STEPS_GROUP + "/" + STEPS, steps());
            refuseUnknownGroups();
            this.reads = rows("OSTReadGroup", "OSTBulkReadDataSet", "OSTNames");
            this.writes = rows("OSTWriteGroup", "OSTBulkWriteDataSet", "OSTNames");
            this.operations = rows("MDSOpsGroup", "MDSOpsDataSet", "OpNames");
            this.ossCpu = rows("OSSCPUGroup", "OSSCPUDataSet", "OSSNames");
            this.missing = file.dataset("FSMissingGroup", "FSMissingDataSet")
                    .flatMap(dataset -> checked(
                            dataset,
                            Layout.COLUMNS_BY_INSTANTS,
                            reads.or(() -> writes).map(Rows::names).orElse(List.of())));
            this.mdsCpu = file.dataset("MDSCPUGroup", "MDSCPUDataSet")
                    .flatMap(dataset -> checked(dataset, Layout.INSTANTS, List.of(MDS)));
            String name = LustreNames.fileSystem(List.copyOf(osts()), path);
            this.fileSystem = new CatalogueFileSystem(name, Set.of(), axis.step(), 0);
        } catch (UnreadableSourceException e) {
            file.close();
            throw e;
        }
    }

    private void refuseUnknownGroups() {
        for (String group : file.groups().keySet()) {
            if (!GROUPS.contains(group)) {
                refusals.refuse(path + ", " + group, "what it holds is not known", null, null);
            }
        }
    }

    private long[] steps() {
        return file.dataset(STEPS_GROUP, STEPS)
                .flatMap(file::wholeNumbers)
                .orElseThrow(() -> new UnreadableSourceException(
                        path.toString(), "no H5LMT file: it has no " + STEPS_GROUP + "/" + STEPS, REMEDY));
    }

    private Optional<Rows> rows(String group, String name, String namesAttribute) {
        return file.dataset(group, name)
                .flatMap(dataset -> checked(dataset, Layout.COLUMNS_BY_INSTANTS, file.texts(dataset, namesAttribute)));
    }

    private Optional<Rows> checked(Dataset dataset, Layout layout, List<String> names) {
        int[] expected = layout == Layout.INSTANTS ? new int[] {axis.rows()} : new int[] {names.size(), axis.rows()};
        int[] dimensions = file.dimensions(dataset);
        if (!Arrays.equals(dimensions, expected) || new HashSet<>(names).size() < names.size()) {
            refusals.refuse(
                    path + ", " + dataset.getPath(),
                    "its dimensions are " + Arrays.toString(dimensions) + ", not " + Arrays.toString(expected)
                            + " for its names and the steps, or two names are the same",
                    null,
                    null);
            return Optional.empty();
        }
        return Optional.of(new Rows(dataset, layout, names));
    }

    private SortedSet<String> osts() {
        SortedSet<String> osts = new TreeSet<>();
        reads.ifPresent(rows -> osts.addAll(rows.names()));
        writes.ifPresent(rows -> osts.addAll(rows.names()));
        return osts;
    }

    @Override
    public String name() {
        return path.toString();
    }

    @Override
    public List<CatalogueFileSystem> fileSystems() {
        return List.of(fileSystem);
    }

    @Override
    public OptionalLong expectedSamples() {
        long servers =
                (long) osts().size() + ossCpu.map(rows -> rows.names().size()).orElse(0);
        long mdts = operations.isPresent() || mdsCpu.isPresent() ? 1 : 0;
        return OptionalLong.of(axis.rows() * (servers + mdts));
    }

    @Override
    public long refused() {
        return refusals.count();
    }

    @Override
    public Iterator<ServerSample> samples() {
        List<Iterator<ServerSample>> groups = new ArrayList<>();
        groups.add(osts(matrix(reads), matrix(writes), matrix(missing)));
        ossCpu.ifPresent(rows -> groups.add(osses(matrix(ossCpu))));
        if (operations.isPresent() || mdsCpu.isPresent()) {
            groups.add(mdt(matrix(operations), matrix(mdsCpu)));
        }
        return new OrderedMerge(groups);
    }

    private Optional<TimeMatrix> matrix(Optional<Rows> rows) {
        return rows.map(present -> new TimeMatrix(file, present.dataset(), present.layout(), present.names()));
    }

    private Iterator<ServerSample> osts(
            Optional<TimeMatrix> read, Optional<TimeMatrix> written, Optional<TimeMatrix> lost) {
        List<Server> servers = new ArrayList<>();
        for (String ost : osts()) {
            AmountCounter readCounter = counter(column(read, ost));
            AmountCounter writeCounter = counter(column(written, ost));
            TimeMatrixColumn lostSteps = column(lost, ost);
            servers.add(new Server(template(ost, ServerKind.OST), (step, sample) -> {
                sample.setReadBytes(readCounter.at(step));
                sample.setWriteBytes(writeCounter.at(step));
                boolean isLost = lostSteps.at(step) > 0;
                return !isLost && (sample.getReadBytes() != null || sample.getWriteBytes() != null);
            }));
        }
        return new GroupSamples(axis.rows(), axis::time, servers);
    }

    private Iterator<ServerSample> osses(Optional<TimeMatrix> cpu) {
        List<Server> servers = new ArrayList<>();
        for (String oss : new TreeSet<>(cpu.orElseThrow().columns())) {
            TimeMatrixColumn loads = column(cpu, oss);
            servers.add(new Server(template(oss, ServerKind.OSS), (step, sample) -> {
                sample.setCpuPercent(TimeMatrixColumn.present(loads.at(step)));
                return sample.getCpuPercent() != null;
            }));
        }
        return new GroupSamples(axis.rows(), axis::time, servers);
    }

    private Iterator<ServerSample> mdt(Optional<TimeMatrix> rates, Optional<TimeMatrix> cpu) {
        Map<String, AmountCounter> counters = new TreeMap<>();
        rates.ifPresent(matrix ->
                matrix.columns().forEach(operation -> counters.put(operation, counter(column(rates, operation)))));
        TimeMatrixColumn loads = column(cpu, MDS);
        Server mdt = new Server(template(fileSystem.name() + "-MDT0000", ServerKind.MDT), (step, sample) -> {
            Map<String, Long> totals = new TreeMap<>();
            counters.forEach((operation, counter) -> {
                Long total = counter.at(step);
                if (total != null) {
                    totals.put(operation, total);
                }
            });
            sample.setMetadataOperations(totals.isEmpty() ? null : totals);
            sample.setCpuPercent(TimeMatrixColumn.present(loads.at(step)));
            return sample.getMetadataOperations() != null || sample.getCpuPercent() != null;
        });
        return new GroupSamples(axis.rows(), axis::time, List.of(mdt));
    }

    private SampleTemplate template(String server, ServerKind kind) {
        return new SampleTemplate(fileSystem.name(), server, kind, axis.step());
    }

    /** Interval i ends at step i + 1. */
    private AmountCounter counter(TimeMatrixColumn rates) {
        return new AmountCounter(
                axis.rows() - 1, interval -> rates.at(interval + 1) * axis.secondsBefore(interval + 1));
    }

    private TimeMatrixColumn column(Optional<TimeMatrix> matrix, String name) {
        return TimeMatrixColumn.of(matrix, name, new CheckedValues(path, refusals, axis));
    }

    @Override
    public void close() {
        file.close();
    }
}
