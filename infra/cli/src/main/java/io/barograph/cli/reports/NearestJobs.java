package io.barograph.cli.reports;

import io.barograph.schemas.NearestName;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The few job ids that somebody may have meant, of any number of ids. */
final class NearestJobs {
    private static final int SHOWN = 3;
    private static final int BATCH = 4_096;

    private final String wanted;
    private final Set<String> candidates = new LinkedHashSet<>();

    NearestJobs(String wanted) {
        this.wanted = wanted;
    }

    void add(String jobId) {
        candidates.add(jobId);
        if (candidates.size() > BATCH) {
            candidates.retainAll(nearest());
        }
    }

    /** @return the nearest ids, nearest first; of those equally near the first one added */
    List<String> nearest() {
        List<String> left = new ArrayList<>(candidates);
        List<String> nearest = new ArrayList<>();
        for (int i = 0; i < SHOWN; i++) {
            Optional<String> next = NearestName.of(wanted, left);
            next.ifPresent(nearest::add);
            next.ifPresent(left::remove);
        }
        return nearest;
    }
}
