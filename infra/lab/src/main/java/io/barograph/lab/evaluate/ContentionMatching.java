package io.barograph.lab.evaluate;

import io.barograph.lab.simulator.FaultTruth;
import io.barograph.schemas.ContentionEvent;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Which event reports which fault of a trial. An event can report a fault if it says what happened (kind, type, file
 * system; if it names servers, most of those of the fault and no others) and the two have some time in common. One event
 * reports one fault at most, and a fault is reported by one event at most: the pair with most time in common is made first.
 * Further events of a fault stay without a fault.
 */
public final class ContentionMatching {
    private final List<Judged> faults = new ArrayList<>();
    private final List<ContentionEvent> unmatched = new ArrayList<>();
    private final Instant limit;

    /**
     * A fault and what was reported in its time.
     *
     * @param others the other events that have time in common with it and report something else, or it again
     */
    public record Judged(FaultTruth fault, Optional<ContentionEvent> event, List<ContentionEvent> others) {
        public FaultClass faultClass() {
            return FaultClass.of(fault.fault());
        }
    }

    private record Pair(FaultTruth fault, ContentionEvent event, Duration common) {}

    ContentionMatching(TrialOutcome outcome) {
        this(outcome.faults(), outcome.events(), outcome.to());
    }

    /**
     * @param events the last revision of each event
     * @param limit end of the events that are open
     */
    public ContentionMatching(List<FaultTruth> truths, List<ContentionEvent> events, Instant limit) {
        this.limit = limit;
        Map<FaultTruth, ContentionEvent> reported = match(truths, events);
        Set<ContentionEvent> used = new HashSet<>(reported.values());
        for (FaultTruth fault : truths) {
            ContentionEvent event = reported.get(fault);
            List<ContentionEvent> others = events.stream()
                    .filter(other -> !used.contains(other)
                            && !common(fault, other).isZero()
                            && other.getFileSystem().equals(fault.fault().fileSystem()))
                    .toList();
            faults.add(new Judged(fault, Optional.ofNullable(event), others));
        }
        events.stream().filter(event -> !used.contains(event)).forEach(unmatched::add);
    }

    public List<Judged> faults() {
        return faults;
    }

    public List<ContentionEvent> unmatched() {
        return unmatched;
    }

    private Map<FaultTruth, ContentionEvent> match(List<FaultTruth> truths, List<ContentionEvent> events) {
        List<Pair> pairs = new ArrayList<>();
        for (FaultTruth fault : truths) {
            for (ContentionEvent event : events) {
                Duration common = common(fault, event);
                if (!common.isZero() && says(event, fault)) {
                    pairs.add(new Pair(fault, event, common));
                }
            }
        }
        pairs.sort(Comparator.comparing(Pair::common)
                .reversed()
                .thenComparing(pair -> pair.event().getOnset())
                .thenComparing(pair -> pair.event().getType().name())
                .thenComparing(pair -> pair.fault().number()));
        Map<FaultTruth, ContentionEvent> reported = new HashMap<>();
        Set<ContentionEvent> used = new HashSet<>();
        for (Pair pair : pairs) {
            if (!reported.containsKey(pair.fault()) && used.add(pair.event())) {
                reported.put(pair.fault(), pair.event());
            }
        }
        return reported;
    }

    private static boolean says(ContentionEvent event, FaultTruth fault) {
        return FaultClass.reportedBy(event).equals(Optional.of(FaultClass.of(fault.fault())))
                && event.getFileSystem().equals(fault.fault().fileSystem())
                && (event.getServer().isEmpty() || says(event.getServers(), fault.servers()));
    }

    /** None of others, and most of those concerned. */
    private static boolean says(List<String> servers, List<String> concerned) {
        return concerned.containsAll(servers) && 2 * servers.size() > concerned.size();
    }

    private Duration common(FaultTruth fault, ContentionEvent event) {
        Instant end = FinalEvents.end(event, limit);
        Instant from = event.getOnset().isAfter(fault.onset()) ? event.getOnset() : fault.onset();
        Instant to = end.isBefore(fault.end()) ? end : fault.end();
        return to.isAfter(from) ? Duration.between(from, to) : Duration.ZERO;
    }
}
