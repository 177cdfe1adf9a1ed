package io.barograph.sources.tokio;

import io.barograph.runtime.DeadLetterCounter;
import io.barograph.sources.tokio.TimeMatrix.Layout;
import io.jhdf.api.Dataset;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** Datasets that share their times; those whose shape does not fit are refused. */
final class DatasetGroup {
    private final Hdf5File file;
    private final TimeAxis axis;
    private final DeadLetterCounter refusals;
    private final Map<String, Columns> datasets = new TreeMap<>();

    private record Columns(Dataset dataset, Layout layout, List<String> names) {}

    DatasetGroup(Hdf5File file, TimeAxis axis, DeadLetterCounter refusals) {
        this.file = file;
        this.axis = axis;
        this.refusals = refusals;
    }

    /** @param columns names of the servers or operations, in the order of the dataset */
    void add(String name, Dataset dataset, Layout layout, List<String> columns) {
        int[] dimensions = file.dimensions(dataset);
        int[] expected = layout.dimensions(axis.rows(), columns.size());
        String place = file.path() + ", " + dataset.getPath().substring(1);
        if (!Arrays.equals(dimensions, expected)) {
            String reason = "its dimensions are " + Arrays.toString(dimensions) + ", not " + Arrays.toString(expected)
                    + " for its times and the names of its columns";
            refusals.refuse(place, reason, null, null);
        } else if (new HashSet<>(columns).size() < columns.size()) {
            refusals.refuse(place, "two of its columns have the same name", null, null);
        } else {
            datasets.put(name, new Columns(dataset, layout, columns));
        }
    }

    TimeAxis axis() {
        return axis;
    }

    /** @return names of the datasets, ascending */
    List<String> datasets() {
        return List.copyOf(datasets.keySet());
    }

    /** @return names of a dataset's columns, in its order; empty if the group does not have it */
    List<String> columns(String dataset) {
        Columns columns = datasets.get(dataset);
        return columns == null ? List.of() : columns.names();
    }

    SortedSet<String> columns() {
        SortedSet<String> names = new TreeSet<>();
        datasets.values().forEach(columns -> names.addAll(columns.names()));
        return names;
    }

    Pass pass() {
        return new Pass();
    }

    /** Reads the datasets once, in ascending order of rows. */
    final class Pass {
        private final Map<String, TimeMatrix> matrices = new HashMap<>();

        private Pass() {
            datasets.forEach((name, columns) -> matrices.put(
                    name, new TimeMatrix(file, columns.dataset(), columns.layout(), columns.names(), axis, refusals)));
        }

        TimeMatrix.Column column(String dataset, String name) {
            return new TimeMatrix.Column(matrices.get(dataset), name);
        }

        /** @return counter of a column that holds amounts per interval */
        AmountCounter amounts(String dataset, String name) {
            TimeMatrix.Column amounts = column(dataset, name);
            return new AmountCounter(axis.intervals(), interval -> amounts.at(axis.row(interval)));
        }

        /** @return counter of a column that holds amounts per second */
        AmountCounter rates(String dataset, String name) {
            TimeMatrix.Column rates = column(dataset, name);
            return new AmountCounter(
                    axis.intervals(), interval -> axis.seconds(interval) * rates.at(axis.row(interval)));
        }

        /** @return counter of the bytes that are read, or written; the bytes of intervals are preferred to rates */
        AmountCounter bytes(String verb, String server) {
            return matrices.containsKey(verb + "bytes")
                    ? amounts(verb + "bytes", server)
                    : rates(verb + "rates", server);
        }
    }
}
