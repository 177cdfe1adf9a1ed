package io.barograph.sources.darshan.log;

import io.barograph.sources.darshan.log.LogContents.FileGroup;
import io.barograph.sources.darshan.log.LogContents.Place;
import io.barograph.sources.darshan.record.IoModule;
import io.barograph.sources.darshan.record.LustreRecord;
import io.barograph.sources.darshan.record.RecordValues;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Adds up what the log says of the files of one place. */
final class FileGroupSum {
    private final Place place;
    private final Map<IoModule, IoTotals.Sum> sums = new EnumMap<>(IoModule.class);
    private final Set<Long> filesInUse = new HashSet<>();
    private final Set<Long> filesWithOsts = new HashSet<>();
    private final Set<Long> filesWithoutOsts = new HashSet<>();
    private final Set<Integer> osts = new TreeSet<>();

    FileGroupSum(Place place) {
        this.place = place;
    }

    Place place() {
        return place;
    }

    void add(IoModule module, RecordValues values) {
        sums.computeIfAbsent(module, first -> new IoTotals.Sum()).add(values);
        if (values.inUse()) {
            filesInUse.add(values.file());
        }
    }

    /** To be called after all file records were added: only the OSTs of files in use count. */
    void add(LustreRecord layout) {
        if (!filesInUse.contains(layout.file())) {
            return;
        }
        osts.addAll(layout.osts());
        if (layout.complete() && !filesWithoutOsts.contains(layout.file())) {
            filesWithOsts.add(layout.file());
        } else {
            filesWithOsts.remove(layout.file());
            filesWithoutOsts.add(layout.file());
        }
    }

    FileGroup result() {
        return new FileGroup(
                place,
                totals(IoModule.POSIX),
                totals(IoModule.MPI_IO),
                totals(IoModule.STDIO),
                osts.stream().toList(),
                filesInUse.size(),
                filesWithOsts.size());
    }

    private IoTotals totals(IoModule module) {
        IoTotals.Sum sum = sums.get(module);
        return sum == null ? null : sum.totals();
    }
}
