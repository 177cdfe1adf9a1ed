package io.barograph.lab.simulator.server;

import io.barograph.lab.simulator.plan.DemandKind;
import io.barograph.lab.simulator.plan.FileSystemModel;
import io.barograph.lab.simulator.plan.MetadataKind;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/** One file system: its servers and their space, already in use at the start, and the jobs on it. */
public final class SimulatedFileSystem {
    private static final long TERABYTE = 1_000_000_000_000L;
    private static final long BYTES_OF_AN_OPERATION = 1 << 20;

    public static final long INODES = 1L << 30;

    private final FileSystemModel model;
    private final List<SimulatedServer> osts = new ArrayList<>();
    private final List<SimulatedServer> mdts = new ArrayList<>();
    private final List<OstSpace> spaces = new ArrayList<>();
    private final List<Integer> allOsts;
    private final List<SimulatedJobUse> uses = new ArrayList<>();
    private final List<UseWindow> windows = new ArrayList<>();
    private final long inodesAtStart;

    /** @param firstOss number of its first OSS; hosts are numbered over the site */
    public SimulatedFileSystem(
            FileSystemModel model, int firstOss, int firstMds, SimulationEventQueue agenda, SplittableRandom random) {
        this.model = model;
        for (int index = 0; index < model.osts(); index++) {
            spaces.add(
                    new OstSpace(model.ostKibibytes(), Math.round(model.ostKibibytes() * random.nextDouble(0.4, 0.6))));
            osts.add(new SimulatedServer(
                    String.format("%s-OST%04x", model.name(), index),
                    String.format("sim-oss%02d", firstOss + index / model.ostsPerOss()),
                    index,
                    model.ostBytesPerSecond(),
                    agenda,
                    ostCounters(random)));
        }
        for (int index = 0; index < model.mdts(); index++) {
            mdts.add(new SimulatedServer(
                    String.format("%s-MDT%04x", model.name(), index),
                    String.format("sim-mds%02d", firstMds + index),
                    index,
                    model.mdtOperationsPerSecond() * MetadataKind.WORK_OF_ONE_OPERATION,
                    agenda,
                    mdtCounters(random)));
        }
        this.inodesAtStart = random.nextLong(50_000_000, 200_000_000);
        this.allOsts = IntStream.range(0, model.osts()).boxed().toList();
    }

    private static SimulatedCounters ostCounters(SplittableRandom random) {
        SimulatedCounters counters = new SimulatedCounters();
        long read = random.nextLong(20 * TERABYTE, 200 * TERABYTE);
        long written = random.nextLong(20 * TERABYTE, 200 * TERABYTE);
        counters.addRead(read, read / BYTES_OF_AN_OPERATION);
        counters.addWrite(written, written / BYTES_OF_AN_OPERATION);
        return counters;
    }

    private static SimulatedCounters mdtCounters(SplittableRandom random) {
        SimulatedCounters counters = new SimulatedCounters();
        for (MetadataKind kind : MetadataKind.values()) {
            counters.addOperations(kind, random.nextLong(1_000_000, 1_000_000_000));
        }
        return counters;
    }

    public FileSystemModel model() {
        return model;
    }

    public List<SimulatedServer> osts() {
        return osts;
    }

    public List<SimulatedServer> mdts() {
        return mdts;
    }

    public List<SimulatedServer> servers(DemandKind load) {
        return load == DemandKind.METADATA ? mdts : osts;
    }

    public OstSpace space(int ost) {
        return spaces.get(ost);
    }

    public List<Integer> allOsts() {
        return allOsts;
    }

    /** @return the accounts of the jobs that are under way */
    public List<SimulatedJobUse> uses() {
        return uses;
    }

    public List<UseWindow> windows() {
        return windows;
    }

    public void advance() {
        osts.forEach(SimulatedServer::advance);
        mdts.forEach(SimulatedServer::advance);
    }

    /** Moves the counters of those OSTs, and the jobs' accounts there, to the present. */
    public void advance(Collection<Integer> indices) {
        indices.forEach(index -> osts.get(index).advance());
    }

    public void markTick() {
        osts.forEach(SimulatedServer::markTick);
    }

    /** @return bytes that those OSTs moved since the site began, up to now */
    public ByteVolume moved(Collection<Integer> indices) {
        long read = 0;
        long written = 0;
        for (int index : indices) {
            ByteVolume moved = osts.get(index).movedUntilNow();
            read += moved.readBytes();
            written += moved.writeBytes();
        }
        return new ByteVolume(read, written);
    }

    /** @return bytes that those OSTs moved since the site began, up to the last tick */
    public ByteVolume movedAtLastTick(Collection<Integer> indices) {
        ByteVolume sum = ByteVolume.NONE;
        for (int index : indices) {
            sum = sum.plus(osts.get(index).movedAtLastTick());
        }
        return sum;
    }

    /** @return space in use on an OST, KiB */
    public long usedKibibytes(int ost, long nowMicros) {
        return spaces.get(ost).usedKibibytes(osts.get(ost).moved().volume().writeBytes(), nowMicros);
    }

    public long usedInodes(SimulatedServer mdt) {
        return inodesAtStart
                + mdt.moved().metadataOperations(MetadataKind.MKNOD)
                - mdt.moved().metadataOperations(MetadataKind.UNLINK);
    }
}
