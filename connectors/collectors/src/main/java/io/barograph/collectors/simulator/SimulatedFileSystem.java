package io.barograph.collectors.simulator;

import io.barograph.collectors.simulator.SiteConfiguration.OstFileSystem;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.SplittableRandom;

/** One file system: its OSTs, already in use at the start. */
final class SimulatedFileSystem {
    private static final long TERABYTE = 1_000_000_000_000L;

    private final OstFileSystem model;
    private final List<SimulatedOst> osts = new ArrayList<>();
    private final List<Integer> allOsts = new ArrayList<>();

    /**
     * @param model its sizes
     * @param firstHost number of its first host; hosts are numbered over the site
     * @param random gives counters and fullness at the start
     */
    SimulatedFileSystem(OstFileSystem model, int firstHost, SplittableRandom random) {
        this.model = model;
        for (int index = 0; index < model.osts(); index++) {
            osts.add(new SimulatedOst(
                    String.format("%s-OST%04x", model.name(), index),
                    String.format("sim-oss%02d", firstHost + index / model.ostsPerOss()),
                    model.ostBytesPerSecond(),
                    model.ostKibibytes(),
                    Math.round(model.ostKibibytes() * random.nextDouble(0.4, 0.6)),
                    new Volume(
                            random.nextLong(20 * TERABYTE, 200 * TERABYTE),
                            random.nextLong(20 * TERABYTE, 200 * TERABYTE))));
            allOsts.add(index);
        }
    }

    OstFileSystem model() {
        return model;
    }

    List<SimulatedOst> osts() {
        return osts;
    }

    List<Integer> allOsts() {
        return allOsts;
    }

    /** @return the counters of those OSTs, summed */
    Volume moved(Collection<Integer> indices) {
        return indices.stream().map(index -> osts.get(index).moved()).reduce(Volume.NONE, Volume::plus);
    }

    /** @return the counters of those OSTs at the last sampling instant, summed */
    Volume movedAtLastSample(Collection<Integer> indices) {
        return indices.stream()
                .map(index -> osts.get(index).movedAtLastSample())
                .reduce(Volume.NONE, Volume::plus);
    }
}
