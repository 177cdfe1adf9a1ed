package io.barograph.lab.simulator.server;

import io.barograph.lab.simulator.plan.DemandKind;
import io.barograph.lab.simulator.plan.JobMix;
import io.barograph.lab.simulator.plan.JobPhase;
import io.barograph.lab.simulator.plan.JobPlan;
import io.barograph.lab.simulator.plan.JobPlan.Darshan;
import io.barograph.lab.simulator.plan.MetadataMix;
import io.barograph.lab.simulator.server.SimulationEventQueue.Turn;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/** A job on its way through its phases. */
public final class RunningJob {
    /** How a job ended, by Slurm's words. */
    public enum State {
        RUNNING,
        COMPLETED,
        FAILED,
        TIMEOUT
    }

    /** Receives what becomes of a job. */
    public interface Listener {
        /** The phase is over; {@code critical} is the server that was done last. */
        void onPhase(SimulatedJobUse use, JobPhase.InputOutput phase, long startMicros, SimulatedServer critical);

        void onEnd(RunningJob job);
    }

    private final JobPlan plan;
    private final SimulationEventQueue agenda;
    private final Listener listener;
    private final long startMicros;
    private final Map<String, SimulatedJobUse> uses = new LinkedHashMap<>();
    private final Map<PhaseFlow, SimulatedServer> flows = new LinkedHashMap<>();
    private State state = State.RUNNING;
    private int phase = -1;
    private int unfinishedFlows;
    private long phaseStartMicros;

    /** Opens the job's accounts; {@link #start} begins its first phase. */
    public RunningJob(
            JobPlan plan,
            SimulationEventQueue agenda,
            Map<String, SimulatedFileSystem> fileSystems,
            Listener listener) {
        this.plan = plan;
        this.agenda = agenda;
        this.listener = listener;
        this.startMicros = agenda.nowMicros();
        Map<String, TreeSet<Integer>> osts = new LinkedHashMap<>();
        for (JobPhase.InputOutput each : plan.inputOutput()) {
            TreeSet<Integer> ofFileSystem = osts.computeIfAbsent(each.fileSystem(), name -> new TreeSet<>());
            if (each.load() != DemandKind.METADATA) {
                ofFileSystem.addAll(each.servers());
            }
        }
        osts.forEach((name, indices) -> {
            SimulatedFileSystem fileSystem = fileSystems.get(name);
            List<Integer> measured = ostsNamed() ? List.copyOf(indices) : fileSystem.allOsts();
            uses.put(name, new SimulatedJobUse(this, fileSystem, measured));
        });
    }

    public void start() {
        endAfter(plan.walltimeMicros(), State.TIMEOUT);
        endAfter(plan.failureMicros(), State.FAILED);
        begin(0);
    }

    private void endAfter(long micros, State how) {
        if (micros > 0) {
            agenda.at(startMicros + micros, Turn.END, () -> kill(how));
        }
    }

    public JobPlan plan() {
        return plan;
    }

    public long startMicros() {
        return startMicros;
    }

    public State state() {
        return state;
    }

    public boolean ostsNamed() {
        return plan.darshan() == Darshan.LOG_WITH_OSTS;
    }

    /** @return the job's accounts, one per file system, in the order of first use */
    public Collection<SimulatedJobUse> uses() {
        return uses.values();
    }

    /** Takes note that a flow of the current phase is done. */
    public void flowEnded(SimulatedServer server) {
        unfinishedFlows--;
        if (unfinishedFlows == 0 && state == State.RUNNING) {
            endPhase(server);
        }
    }

    private void kill(State how) {
        if (state != State.RUNNING) {
            return;
        }
        SimulatedServer critical = null;
        for (Map.Entry<PhaseFlow, SimulatedServer> entry : flows.entrySet()) {
            if (!entry.getKey().isDone()) {
                critical = entry.getValue();
                critical.remove(entry.getKey());
            }
        }
        if (critical != null) {
            report(critical);
        }
        end(how);
    }

    private void endPhase(SimulatedServer critical) {
        report(critical);
        begin(phase + 1);
    }

    private void report(SimulatedServer critical) {
        flows.clear();
        if (plan.phases().get(phase) instanceof JobPhase.InputOutput inputOutput) {
            listener.onPhase(uses.get(inputOutput.fileSystem()), inputOutput, phaseStartMicros, critical);
        }
    }

    private void begin(int next) {
        phase = next;
        phaseStartMicros = agenda.nowMicros();
        if (phase == plan.phases().size()) {
            end(State.COMPLETED);
            return;
        }
        JobPhase begun = plan.phases().get(phase);
        if (begun instanceof JobPhase.Compute compute) {
            inThisPhaseAt(phaseStartMicros + compute.micros(), () -> begin(phase + 1));
        } else if (begun instanceof JobPhase.WaitUntil waiting) {
            inThisPhaseAt(startMicros + waiting.microsSinceStart(), () -> begin(phase + 1));
        } else if (begun instanceof JobPhase.InputOutput inputOutput) {
            beginFlows(inputOutput);
        }
    }

    private void inThisPhaseAt(long micros, Runnable action) {
        int current = phase;
        agenda.at(micros, Turn.END, () -> {
            if (state == State.RUNNING && phase == current) {
                action.run();
            }
        });
    }

    private void beginFlows(JobPhase.InputOutput begun) {
        SimulatedJobUse use = uses.get(begun.fileSystem());
        List<SimulatedServer> servers = use.fileSystem().servers(begun.load());
        for (int i = 0; i < begun.servers().size(); i++) {
            SimulatedServer server = servers.get(begun.servers().get(i));
            SimulatedCounters account = use.account(begun.load(), server.index());
            flows.put(flow(begun, i, account), server);
            server.expect(this, account);
        }
        unfinishedFlows = flows.size();
        flows.forEach((flow, server) -> server.add(flow));
        if (begun instanceof JobPhase.Hammer hammer) {
            inThisPhaseAt(phaseStartMicros + hammer.micros(), this::endHammer);
        }
    }

    private PhaseFlow flow(JobPhase.InputOutput begun, int position, SimulatedCounters account) {
        if (begun instanceof JobPhase.Transfer transfer) {
            return new PhaseFlow(
                    this,
                    new FlowAccounting.Bytes(transfer.load(), transfer.requestBytes()),
                    account,
                    transfer.bytesAt(position),
                    transfer.bytesPerSecondAndOst(),
                    1);
        }
        if (begun instanceof JobPhase.Metadata metadata) {
            FlowAccounting.Operations work = new FlowAccounting.Operations(metadata.mix());
            long total = metadata.cycles() * work.cycleWork();
            return new PhaseFlow(this, work, account, total, metadata.workPerSecond(), 1);
        }
        JobPhase.Hammer hammer = (JobPhase.Hammer) begun;
        FlowAccounting work = hammer.load() == DemandKind.METADATA
                ? new FlowAccounting.Operations(MetadataMix.SMALL_FILES)
                : new FlowAccounting.Bytes(hammer.load(), JobMix.LARGE_REQUEST_BYTES);
        return new PhaseFlow(this, work, account, PhaseFlow.WITHOUT_END, Long.MAX_VALUE, hammer.factor());
    }

    private void endHammer() {
        List<SimulatedServer> servers = new ArrayList<>(flows.values());
        flows.forEach((flow, server) -> server.remove(flow));
        endPhase(servers.get(0));
    }

    private void end(State how) {
        state = how;
        listener.onEnd(this);
    }
}
