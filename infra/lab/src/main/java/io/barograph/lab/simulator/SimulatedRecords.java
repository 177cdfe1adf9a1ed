package io.barograph.lab.simulator;

import io.barograph.lab.simulator.plan.SiteConfiguration;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;

/**
 * What a simulated site publishes in a span of time, in the order of publication, without Kafka and without a clock.
 *
 * <p>The same configuration, seed and span give the same records. Memory does not grow with the span, but for the truth.
 * For one thread.
 */
public final class SimulatedRecords implements Iterator<PublishedRecord<?>> {
    private final SimulatedSite site;
    private final Instant to;
    private final Duration step;
    private final Deque<PublishedRecord<?>> ready = new ArrayDeque<>();
    private final List<JobTruth> truths = new ArrayList<>();
    private final List<FaultTruth> faults = new ArrayList<>();
    private final SiteObserver collecting = new SiteObserver(ready::add, truths::add, faults::add);
    private boolean finished;

    /** @param from the site begins at the last sampling instant not after this one */
    public SimulatedRecords(SiteConfiguration configuration, long seed, Instant from, Instant to) {
        this.site = new SimulatedSite(configuration, seed, from);
        this.to = to;
        this.step = configuration.observation().samplingInterval();
    }

    @Override
    public boolean hasNext() {
        while (ready.isEmpty() && !finished) {
            Instant next = site.now().plus(step);
            if (next.isBefore(to)) {
                site.advanceTo(next, collecting);
            } else {
                site.advanceTo(to, collecting);
                site.finish(collecting);
                finished = true;
            }
        }
        return !ready.isEmpty();
    }

    @Override
    public PublishedRecord<?> next() {
        if (!hasNext()) {
            throw new NoSuchElementException("the simulated span is over");
        }
        return ready.remove();
    }

    /** @return what really happened to the jobs that have finished so far, one per file system */
    public List<JobTruth> truths() {
        return List.copyOf(truths);
    }

    /** @return what the faults did whose consequences are over, and at the end of the span all that have begun */
    public List<FaultTruth> faults() {
        return List.copyOf(faults);
    }
}
