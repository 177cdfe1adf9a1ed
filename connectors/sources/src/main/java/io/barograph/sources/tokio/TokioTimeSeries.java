package io.barograph.sources.tokio;

import io.barograph.runtime.UnreadableSourceException;
import io.barograph.schemas.DeadLetter;
import io.barograph.schemas.ServerKind;
import io.barograph.schemas.ServerSample;
import io.barograph.sources.tokio.TimeMatrix.Layout;
import io.jhdf.api.Dataset;
import io.jhdf.api.Group;
import io.jhdf.api.Node;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * A TOKIO time-series file (HDF5, format version 1) as samples.
 *
 * <table>
 * <caption>Groups</caption>
 * <tr><th>group</th><th>becomes</th></tr>
 * <tr><td>datatargets/{readbytes,writebytes} or {readrates,writerates}</td>
 *     <td>read and write counters of OSTs; of NSDs where the names are not those of Lustre OSTs</td></tr>
 * <tr><td>fullness/{bytes,bytestotal,inodes,inodestotal}</td><td>space and inodes of the same targets</td></tr>
 * <tr><td>dataservers/{cpuload,memused}</td><td>OSS</td></tr>
 * <tr><td>mdtargets/opens, closes, ...</td><td>operation counters (open, close, ...) of MDTs; TOKIO calls an MDT by the
 *     name of its host</td></tr>
 * <tr><td>mdservers/{cpuload,memused}</td><td>in the same MDT samples; MDS where mdtargets has no such name</td></tr>
 * </table>
 *
 * <p><b>Times.</b> A row of amounts is labelled with the start of its interval and closes one interval later, so the
 * amount of row t is in the sample of t + interval. A row of gauges (fullness, CPU, memory) was taken at t and is in the
 * sample of t.
 *
 * <p><b>Amounts</b> become counters again: 0 at the start of a target's first known row, then the running sum. The name
 * of a dataset says what it holds: {@code *bytes} are bytes per interval even where the attribute {@code units} says
 * bytes/sec, {@code *rates} are bytes per second. Where a file has both, the bytes are taken.
 *
 * <p><b>Missing</b> values, -0.0 or NaN, are left out: if only one of read and write is missing, the sample has the other;
 * if all values of a server are missing there is no sample. TOKIO books the bytes of a gap in the row after it, and so do
 * the counters; the traffic in a gap of rates is unknown and not counted.
 *
 * <p>A dataset that is not in the table or has an unexpected unit or shape, and a value that cannot be (negative,
 * infinite), becomes a dead letter and counts as missing.
 */
public final class TokioTimeSeries extends Hdf5Recording {
    private static final String DATA_TARGETS = "datatargets";
    private static final String FULLNESS = "fullness";
    private static final String DATA_SERVERS = "dataservers";
    private static final String MD_TARGETS = "mdtargets";
    private static final String MD_SERVERS = "mdservers";
    private static final List<String> GROUPS = List.of(DATA_TARGETS, FULLNESS, DATA_SERVERS, MD_TARGETS, MD_SERVERS);
    private static final String TIMESTAMPS = "timestamps";
    private static final Map<String, String> GAUGE_UNITS = Map.of(
            "bytes", "KiB",
            "bytestotal", "KiB",
            "inodes", "inodes",
            "inodestotal", "inodes",
            "cpuload", "%",
            "memused", "%");
    private static final Map<String, List<String>> DATASETS = Map.of(
            DATA_TARGETS, List.of("readbytes", "writebytes", "readrates", "writerates"),
            FULLNESS, List.of("bytes", "bytestotal", "inodes", "inodestotal"),
            DATA_SERVERS, List.of("cpuload", "memused"),
            MD_SERVERS, List.of("cpuload", "memused"));

    private final Map<String, DatasetGroup> groups = new LinkedHashMap<>();

    /**
     * @param path file; the file system's name is taken from its targets' names, else from the file's name
     * @throws UnreadableSourceException if it is no TOKIO time series, or is damaged
     */
    public TokioTimeSeries(Path path, Consumer<DeadLetter> letters) {
        super(path, letters);
        try {
            file.groups().forEach(this::open);
            if (groups.isEmpty()) {
                throw new UnreadableSourceException(
                        path.toString(),
                        "no TOKIO time series: it has none of the groups " + GROUPS + " with data",
                        "a file with FSStepsGroup is H5LMT and should be named .h5lmt");
            }
            DatasetGroup targets = groups.getOrDefault(DATA_TARGETS, groups.get(FULLNESS));
            setFileSystem(
                    targets == null ? Set.of() : targets.columns(),
                    groups.values().iterator().next().axis().step());
        } catch (UnreadableSourceException e) {
            close();
            throw e;
        }
    }

    private void open(String name, Node node) {
        if (!(node instanceof Group group) || !GROUPS.contains(name)) {
            refuse(name, "it is none of the groups " + GROUPS);
            return;
        }
        Map<String, Node> children = file.children(group);
        Optional<long[]> times =
                children.get(TIMESTAMPS) instanceof Dataset dataset ? file.wholeNumbers(dataset) : Optional.empty();
        if (times.isEmpty()) {
            refuse(name, "it has no dataset " + TIMESTAMPS + " of whole seconds");
            return;
        }
        TimeAxis axis = new TimeAxis(path, name + "/" + TIMESTAMPS, times.get(), false);
        DatasetGroup opened = new DatasetGroup(file, axis, refusals);
        children.forEach((childName, child) -> {
            if (!childName.equals(TIMESTAMPS)) {
                add(opened, name, childName, child);
            }
        });
        if (!opened.datasets().isEmpty()) {
            groups.put(name, opened);
        }
    }

    private void add(DatasetGroup to, String group, String name, Node node) {
        if (!(node instanceof Dataset dataset) || !isKnown(group, name)) {
            refuse(group + "/" + name, "what it holds is not known");
            return;
        }
        String unit = GAUGE_UNITS.get(name);
        List<String> stated = unit == null ? List.of() : file.texts(dataset, "units");
        if (unit != null && !stated.equals(List.of(unit))) {
            refuse(group + "/" + name, "its unit is " + stated + ", not " + unit);
        } else {
            to.add(name, dataset, Layout.INSTANTS_BY_COLUMNS, file.texts(dataset, "columns"));
        }
    }

    private static boolean isKnown(String group, String dataset) {
        return group.equals(MD_TARGETS)
                ? !dataset.endsWith("rates")
                : DATASETS.get(group).contains(dataset);
    }

    @Override
    public OptionalLong expectedSamples() {
        long expected = 0;
        for (Map.Entry<String, DatasetGroup> entry : groups.entrySet()) {
            int servers = entry.getValue().columns().size();
            long rows = (long) entry.getValue().axis().rows() * servers;
            switch (entry.getKey()) {
                case FULLNESS -> expected += groups.containsKey(DATA_TARGETS) ? 0 : rows;
                case MD_SERVERS -> expected += groups.containsKey(MD_TARGETS) ? 0 : rows;
                case DATA_SERVERS -> expected += rows;
                default -> expected += rows + servers;
            }
        }
        return OptionalLong.of(expected);
    }

    @Override
    List<Iterator<ServerSample>> groupSamples() {
        List<Iterator<ServerSample>> samples = new ArrayList<>();
        groups.forEach((name, group) -> samples.add(
                switch (name) {
                    case DATA_TARGETS -> traffic(group, Hdf5Recording::dataKind);
                    case FULLNESS -> fullness(group);
                    case DATA_SERVERS -> load(group, server -> ServerKind.OSS);
                    case MD_TARGETS -> {
                        DatasetGroup.Pass pass = group.pass();
                        yield operations(group, group.columns(), server -> operationCounters(group, pass, server));
                    }
                    case MD_SERVERS -> load(group, this::mdKind);
                    default -> throw new IllegalStateException("group " + name);
                }));
        return samples;
    }

    private static Map<String, AmountCounter> operationCounters(
            DatasetGroup group, DatasetGroup.Pass pass, String server) {
        Map<String, AmountCounter> counters = new TreeMap<>();
        group.datasets().forEach(dataset -> counters.put(operation(dataset), pass.amounts(dataset, server)));
        return counters;
    }

    /** TOKIO's plural to LMT's name: opens, open; statfss, statfs. */
    private static String operation(String dataset) {
        return dataset.endsWith("s") ? dataset.substring(0, dataset.length() - 1) : dataset;
    }

    private ServerKind mdKind(String host) {
        DatasetGroup targets = groups.get(MD_TARGETS);
        return targets != null && targets.columns().contains(host) ? ServerKind.MDT : ServerKind.MDS;
    }
}
