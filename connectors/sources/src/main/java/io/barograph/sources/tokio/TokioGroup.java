package io.barograph.sources.tokio;

import io.barograph.runtime.DeadLetterCounter;
import io.barograph.sources.tokio.TimeMatrix.Layout;
import io.jhdf.api.Dataset;
import io.jhdf.api.Group;
import io.jhdf.api.Node;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** The datasets of one group of a TOKIO file that share its timestamps; those that cannot be used are refused. */
final class TokioGroup {
    static final String DATA_TARGETS = "datatargets";
    static final String FULLNESS = "fullness";
    static final String DATA_SERVERS = "dataservers";
    static final String MD_TARGETS = "mdtargets";
    static final String MD_SERVERS = "mdservers";
    static final List<String> NAMES = List.of(DATA_TARGETS, FULLNESS, DATA_SERVERS, MD_TARGETS, MD_SERVERS);

    private static final String TIMESTAMPS = "timestamps";
    private static final String RATES = "rates";
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

    private record Columns(Dataset dataset, List<String> names) {}

    private final Hdf5File file;
    private final String name;
    private final TimeAxis axis;
    private final Map<String, Columns> datasets = new TreeMap<>();

    private TokioGroup(Hdf5File file, String name, TimeAxis axis) {
        this.file = file;
        this.name = name;
        this.axis = axis;
    }

    /** @return the group; empty if nothing in it can be used */
    static Optional<TokioGroup> open(Hdf5File file, String name, Node node, DeadLetterCounter refusals) {
        if (!(node instanceof Group group) || !NAMES.contains(name)) {
            refuse(file, name, "it is none of the groups " + NAMES, refusals);
            return Optional.empty();
        }
        Map<String, Node> children = file.children(group);
        Optional<long[]> times =
                children.get(TIMESTAMPS) instanceof Dataset dataset ? file.wholeNumbers(dataset) : Optional.empty();
        if (times.isEmpty()) {
            refuse(file, name, "it has no dataset " + TIMESTAMPS + " of whole seconds", refusals);
            return Optional.empty();
        }
        TokioGroup opened = new TokioGroup(file, name, new TimeAxis(file.path(), name + "/" + TIMESTAMPS, times.get()));
        children.forEach((childName, child) -> {
            if (!childName.equals(TIMESTAMPS)) {
                opened.add(childName, child, refusals);
            }
        });
        return opened.datasets.isEmpty() ? Optional.empty() : Optional.of(opened);
    }

    private void add(String datasetName, Node node, DeadLetterCounter refusals) {
        if (!(node instanceof Dataset dataset) || !isKnown(datasetName)) {
            refuse(file, name + "/" + datasetName, "what it holds is not known", refusals);
            return;
        }
        List<String> columns = file.texts(dataset, "columns");
        int[] dimensions = file.dimensions(dataset);
        String unit = GAUGE_UNITS.get(datasetName);
        if (!Arrays.equals(dimensions, new int[] {axis.rows(), columns.size()})) {
            refuse(
                    file,
                    name + "/" + datasetName,
                    "its dimensions are " + Arrays.toString(dimensions) + " for " + axis.rows() + " timestamps and "
                            + columns.size() + " names in the attribute columns",
                    refusals);
        } else if (new HashSet<>(columns).size() < columns.size()) {
            refuse(file, name + "/" + datasetName, "two of its columns have the same name", refusals);
        } else if (unit != null && !file.texts(dataset, "units").equals(List.of(unit))) {
            refuse(
                    file,
                    name + "/" + datasetName,
                    "its unit is " + file.texts(dataset, "units") + ", not " + unit,
                    refusals);
        } else {
            datasets.put(datasetName, new Columns(dataset, columns));
        }
    }

    private boolean isKnown(String datasetName) {
        return name.equals(MD_TARGETS)
                ? !datasetName.endsWith(RATES)
                : DATASETS.get(name).contains(datasetName);
    }

    private static void refuse(Hdf5File file, String part, String reason, DeadLetterCounter refusals) {
        refusals.refuse(file.path() + ", " + part, reason, null, null);
    }

    TimeAxis axis() {
        return axis;
    }

    /** @return names of the usable datasets, ascending */
    List<String> datasets() {
        return List.copyOf(datasets.keySet());
    }

    SortedSet<String> servers() {
        SortedSet<String> servers = new TreeSet<>();
        datasets.values().forEach(columns -> servers.addAll(columns.names()));
        return servers;
    }

    /** @return the dataset, to be read once from its beginning; empty if the group does not have it */
    Optional<TimeMatrix> matrix(String datasetName) {
        return Optional.ofNullable(datasets.get(datasetName))
                .map(columns -> new TimeMatrix(file, columns.dataset(), Layout.INSTANTS_BY_COLUMNS, columns.names()));
    }
}
