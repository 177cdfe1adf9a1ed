package io.barograph.lab.evaluate;

import io.barograph.lab.simulator.FaultTruth;
import io.barograph.schemas.ContentionEvent;
import io.barograph.verdicts.climate.SortedValues;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** How well the faults of a class, or of several, were reported. */
final class ClassScore {
    private int faults;
    private int found;
    private int reports;
    private int rightReports;
    private int culprits;
    private int culpritsFirst;
    private double lostNodeHours;
    private double loggedNodeHours;
    private double estimatedNodeHours;
    private final List<Double> delays = new ArrayList<>();

    void missed(FaultTruth fault, Set<String> logged) {
        faults++;
        lostNodeHours += fault.lostNodeHours();
        for (FaultTruth.Victim victim : fault.victims()) {
            if (logged.contains(victim.jobId())) {
                loggedNodeHours += victim.nodeHours();
            }
        }
    }

    void found(FaultTruth fault, Set<String> logged, ContentionEvent event) {
        missed(fault, logged);
        found++;
        Instant opened = event.getOpenedAt() == null ? event.getOnset() : event.getOpenedAt();
        delays.add(Duration.between(fault.onset(), opened).toMillis() / 1e3);
        if (fault.culprit() != null) {
            culprits++;
            boolean first = !event.getSuspects().isEmpty()
                    && event.getSuspects().get(0).getJobId().equals(fault.culprit());
            culpritsFirst += first ? 1 : 0;
        }
    }

    void reported(ContentionEvent event, boolean counts, boolean right) {
        if (counts) {
            reports++;
            rightReports += right ? 1 : 0;
        }
        estimatedNodeHours += event.getLostNodeHours() == null ? 0 : event.getLostNodeHours();
    }

    ClassScore plus(ClassScore other) {
        ClassScore sum = new ClassScore();
        for (ClassScore each : List.of(this, other)) {
            sum.faults += each.faults;
            sum.found += each.found;
            sum.reports += each.reports;
            sum.rightReports += each.rightReports;
            sum.culprits += each.culprits;
            sum.culpritsFirst += each.culpritsFirst;
            sum.lostNodeHours += each.lostNodeHours;
            sum.loggedNodeHours += each.loggedNodeHours;
            sum.estimatedNodeHours += each.estimatedNodeHours;
            sum.delays.addAll(each.delays);
        }
        return sum;
    }

    int faults() {
        return faults;
    }

    /** @return number of faults that an event reports */
    int found() {
        return found;
    }

    /** @return found / faults; NaN without faults */
    double recall() {
        return (double) found / faults;
    }

    /** @return number of events that are long and harmful enough to count */
    int reports() {
        return reports;
    }

    /** @return share of these that report a fault; NaN if there are none */
    double precision() {
        return (double) rightReports / reports;
    }

    /** @return share of the found faults with a culprit whose event names him first; NaN if there are none */
    double culpritFirst() {
        return (double) culpritsFirst / culprits;
    }

    /** @return node-hours that the faults cost */
    double lostNodeHours() {
        return lostNodeHours;
    }

    /** @return the part of them that jobs with a Darshan log lost */
    double loggedNodeHours() {
        return loggedNodeHours;
    }

    /** @return what the events say, right or wrong */
    double estimatedNodeHours() {
        return estimatedNodeHours;
    }

    /** @return opening of the event - onset of the fault, seconds, of the faults found */
    SortedValues delays() {
        return SortedValues.of(delays.stream().mapToDouble(Double::doubleValue).toArray());
    }
}
