package io.barograph.lab.simulator;

import java.util.function.Consumer;

/**
 * Receives what a simulated site shows, in the order of publication, and what really happened.
 *
 * @param truths take what really happened to a finished job on one file system, at the first sampling instant not before
 *     its end
 * @param faults take what a fault really did, when it is over and no job is under way any more that it can have slowed
 */
public record SiteObserver(
        Consumer<PublishedRecord<?>> records, Consumer<JobTruth> truths, Consumer<FaultTruth> faults) {}
