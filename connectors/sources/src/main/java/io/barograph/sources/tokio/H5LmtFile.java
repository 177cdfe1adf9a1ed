package io.barograph.sources.tokio;

import io.barograph.runtime.UnreadableSourceException;
import io.barograph.schemas.DeadLetter;
import io.barograph.schemas.ServerKind;
import io.barograph.schemas.ServerSample;
import io.barograph.sources.tokio.TimeMatrix.Layout;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
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
public final class H5LmtFile extends Hdf5Recording {
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
    private static final String REMEDY = "get a complete copy of the file; a TOKIO time series should be named .hdf5";

    private final TimeAxis axis;
    private final DatasetGroup osts;
    private final DatasetGroup osses;
    private final DatasetGroup operations;
    private final DatasetGroup mdsCpu;
    private final String mdt;

    /**
     * @param path file; the file system's name is taken from its OSTs' names, else from the file's name
     * @throws UnreadableSourceException if it is no H5LMT file, or is damaged
     */
    public H5LmtFile(Path path, Consumer<DeadLetter> letters) {
        super(path, letters);
        try {
            axis = new TimeAxis(path, STEPS_GROUP + "/" + STEPS, steps(), true);
            refuseUnknownGroups();
            osts = new DatasetGroup(file, axis, refusals);
            osses = new DatasetGroup(file, axis, refusals);
            operations = new DatasetGroup(file, axis, refusals);
            mdsCpu = new DatasetGroup(file, axis, refusals);
            add(osts, "readrates", "OSTReadGroup", "OSTBulkReadDataSet", "OSTNames");
            add(osts, "writerates", "OSTWriteGroup", "OSTBulkWriteDataSet", "OSTNames");
            String known = osts.columns("readrates").isEmpty() ? "writerates" : "readrates";
            file.dataset("FSMissingGroup", "FSMissingDataSet")
                    .ifPresent(lost -> osts.add("lost", lost, Layout.COLUMNS_BY_INSTANTS, osts.columns(known)));
            add(osses, "cpuload", "OSSCPUGroup", "OSSCPUDataSet", "OSSNames");
            add(operations, "rates", "MDSOpsGroup", "MDSOpsDataSet", "OpNames");
            setFileSystem(osts.columns(), axis.step());
            mdt = fileSystems().get(0).name() + "-MDT0000";
            file.dataset("MDSCPUGroup", "MDSCPUDataSet")
                    .ifPresent(cpu -> mdsCpu.add("cpuload", cpu, Layout.INSTANTS, List.of(mdt)));
        } catch (UnreadableSourceException e) {
            close();
            throw e;
        }
    }

    private void refuseUnknownGroups() {
        for (String group : file.groups().keySet()) {
            if (!GROUPS.contains(group)) {
                refuse(group, "what it holds is not known");
            }
        }
    }

    private long[] steps() {
        return file.dataset(STEPS_GROUP, STEPS)
                .flatMap(file::wholeNumbers)
                .orElseThrow(() -> new UnreadableSourceException(
                        path.toString(), "no H5LMT file: it has no " + STEPS_GROUP + "/" + STEPS, REMEDY));
    }

    private void add(DatasetGroup to, String name, String group, String dataset, String namesAttribute) {
        file.dataset(group, dataset)
                .ifPresent(found -> to.add(name, found, Layout.COLUMNS_BY_INSTANTS, file.texts(found, namesAttribute)));
    }

    @Override
    public OptionalLong expectedSamples() {
        boolean hasMdt = !operations.datasets().isEmpty() || !mdsCpu.datasets().isEmpty();
        long servers = (long) osts.columns().size() + osses.columns().size() + (hasMdt ? 1 : 0);
        return OptionalLong.of(axis.rows() * servers);
    }

    @Override
    List<Iterator<ServerSample>> groupSamples() {
        return List.of(
                traffic(osts, ost -> ServerKind.OST),
                load(osses, oss -> ServerKind.OSS),
                operations(operations, List.of(mdt), unused -> operationCounters()),
                load(mdsCpu, server -> ServerKind.MDT));
    }

    /** The columns of the one dataset are operations; TOKIO has a dataset of each. */
    private Map<String, AmountCounter> operationCounters() {
        DatasetGroup.Pass pass = operations.pass();
        Map<String, AmountCounter> counters = new TreeMap<>();
        operations.columns().forEach(operation -> counters.put(operation, pass.rates("rates", operation)));
        return counters;
    }
}
