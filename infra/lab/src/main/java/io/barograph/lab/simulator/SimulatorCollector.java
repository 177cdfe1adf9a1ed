package io.barograph.lab.simulator;

import io.barograph.lab.simulator.plan.SiteConfiguration;
import io.barograph.runtime.RecordPublisher;
import io.barograph.schemas.FileSystemCatalogue;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/**
 * Publishes what a simulated site shows, in the order of publication, at once or as time goes by. The publisher stays
 * open.
 */
public final class SimulatorCollector {
    private static final long TICK_MILLIS = 100;

    private final SiteConfiguration configuration;
    private final long seed;
    private final RecordPublisher publisher;
    private final Consumer<JobTruth> truths;
    private final Consumer<FaultTruth> faults;
    private final CountDownLatch stopped = new CountDownLatch(1);

    /**
     * @param truths receives what really happened to each finished job that left a log, one record per file system,
     *     within one sampling interval of the job's end; called by the thread that publishes
     * @param faults receives what each fault really did, once, when its consequences are over or the simulation stops
     */
    public SimulatorCollector(
            SiteConfiguration configuration,
            long seed,
            RecordPublisher publisher,
            Consumer<JobTruth> truths,
            Consumer<FaultTruth> faults) {
        this.configuration = configuration;
        this.seed = seed;
        this.publisher = publisher;
        this.truths = truths;
        this.faults = faults;
    }

    public FileSystemCatalogue catalogue() {
        return configuration.catalogue();
    }

    /**
     * Simulates in real time, in the calling thread, until {@link #stop()}. A poll that has begun is published whole and
     * flushed before this returns.
     *
     * @param past for how long the site has been observed already: that much is published at once, each record as if at
     *     its own instant
     */
    public void run(InstantSource clock, Duration past) throws InterruptedException {
        Instant now = clock.instant();
        SimulatedSite site = new SimulatedSite(configuration, seed, now.minus(past));
        if (!past.isZero()) {
            site.advanceTo(now, publication(UnaryOperator.identity()));
        }
        do {
            tick(site, clock.instant());
        } while (!stopped.await(TICK_MILLIS, TimeUnit.MILLISECONDS));
        site.finish(publication(UnaryOperator.identity()));
    }

    /** Ends {@link #run}, from any thread, for good. */
    public void stop() {
        stopped.countDown();
    }

    /** While a clock that was set back has not caught up, the site stands still. */
    private void tick(SimulatedSite site, Instant now) {
        if (now.isBefore(site.now())) {
            return;
        }
        Instant publishedAt = now.truncatedTo(ChronoUnit.MILLIS);
        site.advanceTo(now, publication(time -> publishedAt));
        publisher.flush();
    }

    private SiteObserver publication(UnaryOperator<Instant> publishedAt) {
        return new SiteObserver(
                published ->
                        published.at(publishedAt.apply(published.publishedAt())).publishTo(publisher),
                truth -> {
                    if (truth.logged()) {
                        truths.accept(truth);
                    }
                },
                faults);
    }
}
