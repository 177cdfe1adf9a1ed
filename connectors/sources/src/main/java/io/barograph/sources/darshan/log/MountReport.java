package io.barograph.sources.darshan.log;

import io.barograph.schemas.FileSystemCatalogue;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What the logs used that the catalogue of file systems does not know. */
public final class MountReport {
    private static final Usage NONE = new Usage(0, 0, 0);

    private final FileSystemCatalogue catalogue;
    private final Map<String, Usage> unresolved = new HashMap<>();
    private Usage unmatched = NONE;

    /** @param bytes bytes read and written */
    public record Usage(long logs, long files, long bytes) {
        private Usage plus(IoTotals totals) {
            return new Usage(logs + 1, files + totals.files(), bytes + totals.bytes());
        }
    }

    /**
     * A mount point that is in no catalogue entry.
     *
     * @param mountPoint as the logs have it
     * @param usage what the runs did there
     * @param nearest the known name that is most like it
     */
    public record UnresolvedMount(String mountPoint, Usage usage, Optional<String> nearest) {}

    public MountReport(FileSystemCatalogue catalogue) {
        this.catalogue = catalogue;
    }

    public void addUnresolved(String mountPoint, IoTotals totals) {
        unresolved.compute(mountPoint, (unused, known) -> (known == null ? NONE : known).plus(totals));
    }

    public void addUnmatched(IoTotals totals) {
        unmatched = unmatched.plus(totals);
    }

    /** @return mount points that did not resolve, the one with most bytes first */
    public List<UnresolvedMount> unresolved() {
        return unresolved.entrySet().stream()
                .map(entry -> new UnresolvedMount(entry.getKey(), entry.getValue(), catalogue.nearest(entry.getKey())))
                .sorted(Comparator.comparingLong(
                                (UnresolvedMount mount) -> mount.usage().bytes())
                        .reversed()
                        .thenComparing(UnresolvedMount::mountPoint))
                .toList();
    }

    /**
     * @return files whose logs report no absolute path or no mount point for them (standard streams with POSIX records
     *     too), and which no {@code /} in the catalogue claims; they are in no file system's values
     */
    public Usage unmatched() {
        return unmatched;
    }
}
