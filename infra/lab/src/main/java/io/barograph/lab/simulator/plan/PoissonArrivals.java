package io.barograph.lab.simulator.plan;

import java.time.Duration;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import java.util.function.Supplier;

/**
 * Jobs arrive independently of each other: one Poisson process of instrumented jobs over the site, and one of neighbours
 * per file system. On every file system the site begins with a neighbour, a job, and a job that is over within seconds,
 * so that something is to be seen from the start.
 */
public final class PoissonArrivals implements JobSource {
    private static final double OPENING_SECONDS = 1.5;

    private final SplittableRandom random;
    private final PriorityQueue<ArrivalStream> streams = new PriorityQueue<>(
            Comparator.comparingLong(ArrivalStream::nextMicros).thenComparingInt(ArrivalStream::order));
    private int order;

    /** A source of one kind of job; {@code meanMicros} 0 if only one of them arrives. */
    private record ArrivalStream(int order, long nextMicros, double meanMicros, Supplier<JobPlan> jobs) {}

    public PoissonArrivals(SiteConfiguration configuration, SplittableRandom random, long startMicros) {
        this.random = random;
        JobMix mix = new JobMix(configuration, random.split(), JobMix.FIRST_JOB_ID);
        JobLoad load = configuration.jobs();
        for (int i = 0; i < configuration.fileSystems().size(); i++) {
            int index = i;
            if (!load.meanNeighbourInterval().isZero()) {
                addOpening(startMicros, () -> mix.neighbourOn(index));
            }
            if (!load.meanJobInterval().isZero()) {
                addOpening(startMicros, () -> mix.jobOn(index));
                addOpening(startMicros, () -> mix.shortJobOn(index));
            }
            addRepeated(startMicros, load.meanNeighbourInterval(), () -> mix.neighbourOn(index));
        }
        addRepeated(startMicros, load.meanJobInterval(), mix::job);
    }

    @Override
    public Arrival next() {
        if (streams.isEmpty()) {
            return new Arrival(Long.MAX_VALUE, null);
        }
        ArrivalStream stream = streams.remove();
        if (stream.meanMicros() > 0) {
            streams.add(new ArrivalStream(
                    stream.order(),
                    stream.nextMicros() + pauseMicros(stream.meanMicros()),
                    stream.meanMicros(),
                    stream.jobs()));
        }
        return new Arrival(stream.nextMicros(), stream.jobs().get());
    }

    private void addOpening(long startMicros, Supplier<JobPlan> jobs) {
        long micros = startMicros + 1 + Math.round(random.nextDouble(OPENING_SECONDS) * 1e6);
        streams.add(new ArrivalStream(order++, micros, 0, jobs));
    }

    private void addRepeated(long startMicros, Duration mean, Supplier<JobPlan> jobs) {
        if (!mean.isZero()) {
            double meanMicros = MicroTime.micros(mean);
            streams.add(new ArrivalStream(order++, startMicros + pauseMicros(meanMicros), meanMicros, jobs));
        }
    }

    /** @return an exponentially distributed pause, at least a microsecond */
    private long pauseMicros(double meanMicros) {
        return 1 + Math.round(-StrictMath.log(1 - random.nextDouble()) * meanMicros);
    }
}
