package io.barograph.lab.simulator;

import io.barograph.lab.simulator.plan.SiteConfiguration;
import io.barograph.runtime.CollectorContext;
import io.barograph.runtime.RecordPublisher;
import io.barograph.runtime.SourceCollector;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.function.Consumer;

/**
 * A simulated site that time carries on: faster than real time until it reaches the present, with it from then on.
 * Records keep their simulated instants of publication, whatever the clock says.
 */
final class SimulatedSource implements SourceCollector {
    /** A poll publishes no more than this much of the simulated time, so that it ends soon after an interrupt. */
    private static final Duration MAX_STEP = Duration.ofMinutes(1);

    private final SimulatorOptions options;
    private final SiteConfiguration configuration;
    private final CollectorContext context;
    private Instant startedAt;
    private Instant begin;
    private SimulatedSite site;
    private TruthLines truth;

    SimulatedSource(SimulatorOptions options, SiteConfiguration configuration, CollectorContext context) {
        this.options = options;
        this.configuration = configuration;
        this.context = context;
    }

    @Override
    public boolean poll(RecordPublisher output) throws InterruptedException {
        Instant now = context.clock().instant();
        Consumer<PublishedRecord<?>> records = published -> published.publishTo(output);
        SiteObserver observer = options.truth() == null
                ? new SiteObserver(records, happened -> {}, happened -> {})
                : new SiteObserver(records, happened -> truth.write(happened), happened -> truth.write(happened));
        if (site == null) {
            start(now, observer);
        }
        Instant target = target(now);
        while (site.now().isBefore(target)) {
            if (Thread.interrupted()) {
                throw new InterruptedException("the simulation was interrupted at " + site.now());
            }
            Instant next = site.now().plus(MAX_STEP);
            site.advanceTo(next.isBefore(target) ? next : target, observer);
        }
        boolean over = isOver(target);
        if (over) {
            site.finish(observer);
        }
        output.flush();
        if (truth != null) {
            truth.flush();
        }
        return !over;
    }

    private void start(Instant now, SiteObserver observer) {
        startedAt = now;
        begin = options.begin(now);
        if (begin.isAfter(now)) {
            throw new IllegalArgumentException("from must not lie in the future, because brokers refuse such records;"
                    + " it is " + begin + " and now is " + now);
        }
        site = new SimulatedSite(configuration, options.seed(), begin);
        begin = site.now();
        if (options.truth() != null) {
            truth = new TruthLines(options.truth());
        }
        context.notes()
                .accept("simulating " + configuration.fileSystems().size() + " file systems of " + options.ost()
                        + " OSTs from " + begin + ", seed " + options.seed());
        site.advanceTo(begin, observer);
    }

    /** @return how far the site is to be now; never beyond the present, because brokers refuse records of the future */
    private Instant target(Instant present) {
        Instant now = present.truncatedTo(ChronoUnit.MICROS); // as the site's time is
        double passed = Duration.between(startedAt, now).toNanos() * options.rateFactor();
        Instant target =
                passed < Long.MAX_VALUE ? begin.plusNanos((long) passed).truncatedTo(ChronoUnit.MICROS) : now;
        if (target.isAfter(now)) {
            target = now;
        }
        return options.duration() != null && isOver(target) ? begin.plus(options.duration()) : target;
    }

    private boolean isOver(Instant instant) {
        return options.duration() != null && !instant.isBefore(begin.plus(options.duration()));
    }

    @Override
    public String check() {
        return configuration.fileSystems().size() + " simulated file systems of " + options.ost() + " OSTs and "
                + options.mdt() + " MDTs";
    }

    @Override
    public void close() {
        if (truth != null) {
            truth.close();
        }
    }
}
