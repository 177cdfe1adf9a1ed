package io.barograph.jobs.archive;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The order of records in a file: within a partition that of their offsets, which is that of their arrival; between
 * partitions by the latest event time that a partition has shown so far, so that a reader of all partitions holds little.
 */
final class ArchiveOrder {
    private static final Comparator<ArchivedRecord> BY_PLACE =
            Comparator.comparingInt(ArchivedRecord::partition).thenComparingLong(ArchivedRecord::offset);

    private ArchiveOrder() {}

    private record Placed(ArchivedRecord archived, long latest) {}

    static List<ArchivedRecord> sorted(Collection<ArchivedRecord> records) {
        List<ArchivedRecord> byPlace = new ArrayList<>(records);
        byPlace.sort(BY_PLACE);
        List<Placed> placed = new ArrayList<>(byPlace.size());
        Map<Integer, Long> latest = new HashMap<>();
        for (ArchivedRecord archived : byPlace) {
            placed.add(new Placed(archived, latest.merge(archived.partition(), archived.time(), Math::max)));
        }
        placed.sort(Comparator.comparingLong(Placed::latest)); // stable: ties stay in the order of place
        return placed.stream().map(Placed::archived).toList();
    }
}
