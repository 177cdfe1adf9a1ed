package io.barograph.lab.evaluate;

import io.barograph.lab.simulator.FaultTruth;
import io.barograph.schemas.ContentionEvent;
import io.barograph.verdicts.climate.SortedValues;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * How well the faults of a class, or of several, were reported.
 *
 * @param found number of faults that an event reports
 * @param reports number of events that are long and harmful enough to count
 * @param rightReports those of them that report a fault
 * @param culprits number of found faults with a culprit
 * @param culpritsFirst those of them whose event names him first
 * @param lostNodeHours node-hours that the faults cost
 * @param loggedNodeHours the part of them that jobs with a Darshan log lost
 * @param estimatedNodeHours what the events say, right or wrong
 * @param delaySeconds opening of the event - onset of the fault, seconds, of the faults found
 */
record ClassScore(
        int faults,
        int found,
        int reports,
        int rightReports,
        int culprits,
        int culpritsFirst,
        double lostNodeHours,
        double loggedNodeHours,
        double estimatedNodeHours,
        List<Double> delaySeconds) {
    static final ClassScore NONE = new ClassScore(0, 0, 0, 0, 0, 0, 0, 0, 0, List.of());

    /** @param logged ids of the jobs that left a log */
    static ClassScore ofMissed(FaultTruth fault, Set<String> logged) {
        double loggedNodeHours = fault.victims().stream()
                .filter(victim -> logged.contains(victim.jobId()))
                .mapToDouble(FaultTruth.Victim::nodeHours)
                .sum();
        return new ClassScore(1, 0, 0, 0, 0, 0, fault.lostNodeHours(), loggedNodeHours, 0, List.of());
    }

    static ClassScore ofFound(FaultTruth fault, Set<String> logged, ContentionEvent event) {
        Instant opened = event.getOpenedAt() == null ? event.getOnset() : event.getOpenedAt();
        double delay = Duration.between(fault.onset(), opened).toMillis() / 1e3;
        int culprits = fault.culprit() == null ? 0 : 1;
        boolean first = !event.getSuspects().isEmpty()
                && event.getSuspects().get(0).getJobId().equals(fault.culprit());
        return ofMissed(fault, logged)
                .plus(new ClassScore(0, 1, 0, 0, culprits, first ? 1 : 0, 0, 0, 0, List.of(delay)));
    }

    static ClassScore ofReport(ContentionEvent event, boolean counts, boolean right) {
        double estimated = event.getLostNodeHours() == null ? 0 : event.getLostNodeHours();
        return new ClassScore(0, 0, counts ? 1 : 0, counts && right ? 1 : 0, 0, 0, 0, 0, estimated, List.of());
    }

    ClassScore plus(ClassScore other) {
        return new ClassScore(
                faults + other.faults,
                found + other.found,
                reports + other.reports,
                rightReports + other.rightReports,
                culprits + other.culprits,
                culpritsFirst + other.culpritsFirst,
                lostNodeHours + other.lostNodeHours,
                loggedNodeHours + other.loggedNodeHours,
                estimatedNodeHours + other.estimatedNodeHours,
                Stream.concat(delaySeconds.stream(), other.delaySeconds.stream())
                        .toList());
    }

    /** @return found / faults; NaN without faults */
    double recall() {
        return (double) found / faults;
    }

    /** @return share of the reports that report a fault; NaN if there are none */
    double precision() {
        return (double) rightReports / reports;
    }

    /** @return share of the found faults with a culprit whose event names him first; NaN if there are none */
    double culpritFirst() {
        return (double) culpritsFirst / culprits;
    }

    SortedValues delays() {
        return SortedValues.of(
                delaySeconds.stream().mapToDouble(Double::doubleValue).toArray());
    }
}
