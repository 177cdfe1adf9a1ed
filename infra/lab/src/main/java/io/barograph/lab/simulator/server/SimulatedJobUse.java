package io.barograph.lab.simulator.server;

import io.barograph.lab.simulator.plan.DemandKind;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** One job's account on one file system. */
public final class SimulatedJobUse {
    private final RunningJob job;
    private final SimulatedFileSystem fileSystem;
    private final List<Integer> measuredOsts;
    private final ByteVolume serversAtStart;
    private final ByteVolume serversAtTickBeforeStart;
    private final SimulatedCounters[] onOsts;
    private final SimulatedCounters[] onMdts;
    private final List<SimulatedIoInterval> intervals = new ArrayList<>();
    private final List<FaultLoss> losses = new ArrayList<>();

    /** Opens the account at the start of the job. */
    public SimulatedJobUse(RunningJob job, SimulatedFileSystem fileSystem, List<Integer> measuredOsts) {
        this.job = job;
        this.fileSystem = fileSystem;
        this.measuredOsts = measuredOsts;
        this.serversAtStart = fileSystem.moved(measuredOsts);
        this.serversAtTickBeforeStart = fileSystem.movedAtLastTick(measuredOsts);
        this.onOsts = new SimulatedCounters[fileSystem.osts().size()];
        this.onMdts = new SimulatedCounters[fileSystem.mdts().size()];
    }

    public RunningJob job() {
        return job;
    }

    public SimulatedFileSystem fileSystem() {
        return fileSystem;
    }

    public List<Integer> measuredOsts() {
        return measuredOsts;
    }

    /** @return the job's account on that server */
    public SimulatedCounters account(DemandKind load, int server) {
        SimulatedCounters[] accounts = load == DemandKind.METADATA ? onMdts : onOsts;
        if (accounts[server] == null) {
            accounts[server] = new SimulatedCounters();
        }
        return accounts[server];
    }

    /** @return what the job has moved and done, as of the last advance of the servers */
    public SimulatedCounters moved() {
        SimulatedCounters sum = new SimulatedCounters();
        addAll(onOsts, sum);
        addAll(onMdts, sum);
        return sum;
    }

    public ByteVolume movedOn(Collection<Integer> osts) {
        ByteVolume sum = ByteVolume.NONE;
        for (int ost : osts) {
            if (onOsts[ost] != null) {
                sum = sum.plus(onOsts[ost].volume());
            }
        }
        return sum;
    }

    public long metadataOperationsOn(Collection<Integer> mdts) {
        long sum = 0;
        for (int mdt : mdts) {
            if (onMdts[mdt] != null) {
                sum += onMdts[mdt].metadataOperations();
            }
        }
        return sum;
    }

    private static void addAll(SimulatedCounters[] accounts, SimulatedCounters sum) {
        for (SimulatedCounters account : accounts) {
            if (account != null) {
                sum.add(account);
            }
        }
    }

    public void add(SimulatedIoInterval interval) {
        intervals.add(interval);
    }

    public void add(FaultLoss loss) {
        losses.add(loss);
    }

    public List<SimulatedIoInterval> intervals() {
        return intervals;
    }

    public List<FaultLoss> losses() {
        return losses;
    }

    /** @return time that the job spent on that load, microseconds */
    public double seconds(DemandKind load) {
        return intervals.stream()
                .filter(interval -> interval.load() == load)
                .mapToDouble(SimulatedIoInterval::seconds)
                .sum();
    }

    /** @return what the servers have moved since the start of the job */
    public ByteVolume serversSinceStart() {
        return fileSystem.moved(measuredOsts).minus(serversAtStart);
    }

    /** @return what the servers moved from the last tick before the start to the last one so far */
    public ByteVolume serversBetweenTicks() {
        return fileSystem.movedAtLastTick(measuredOsts).minus(serversAtTickBeforeStart);
    }
}
