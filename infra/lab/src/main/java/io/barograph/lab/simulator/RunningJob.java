package io.barograph.lab.simulator;

import io.barograph.lab.simulator.Agenda.Turn;
import io.barograph.lab.simulator.JobPlan.Darshan;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/** A job on its way through its phases. */
final class RunningJob {
    /** How a job ended, by Slurm's words. */
    enum State {
        RUNNING,
        COMPLETED,
        FAILED,
        TIMEOUT
    }

    /** Is told what becomes of a job. */
    interface Listener {
        /** The phase is over; {@code critical} is the server that was done last. */
        void onPhase(JobUse use, Phase.InputOutput phase, long startMicros, SimulatedServer critical);

        /** The job is over. */
        void onEnd(RunningJob job);
    }

    private final JobPlan plan;
    private final Agenda agenda;
    private final Listener listener;
    private final long startMicros;
    private final Map<String, JobUse> uses = new LinkedHashMap<>();
    private final Map<Flow, SimulatedServer> flows = new LinkedHashMap<>();
    private State state = State.RUNNING;
    private int phase = -1;
    private int unfinishedFlows;
    private long phaseStartMicros;

    /**
     * Opens the job's accounts; {@link #start} begins its first phase.
     *
     * @param plan the job
     * @param agenda the site's agenda
     * @param fileSystems the site's file systems by name
     * @param listener is told what becomes of the job
     */
    RunningJob(JobPlan plan, Agenda agenda, Map<String, SimulatedFileSystem> fileSystems, Listener listener) {
        this.plan = plan;
        this.agenda = agenda;
        this.listener = listener;
        this.startMicros = agenda.nowMicros();
        Map<String, TreeSet<Integer>> osts = new LinkedHashMap<>();
        for (Phase.InputOutput each : plan.inputOutput()) {
            TreeSet<Integer> ofFileSystem = osts.computeIfAbsent(each.fileSystem(), name -> new TreeSet<>());
            if (each.load() != Load.METADATA) {
                ofFileSystem.addAll(each.servers());
            }
        }
        osts.forEach((name, indices) -> {
            SimulatedFileSystem fileSystem = fileSystems.get(name);
            List<Integer> measured = ostsNamed() ? List.copyOf(indices) : fileSystem.allOsts();
            uses.put(name, new JobUse(this, fileSystem, measured));
        });
    }

    void start() {
        endAfter(plan.walltimeMicros(), State.TIMEOUT);
        endAfter(plan.failureMicros(), State.FAILED);
        begin(0);
    }

    private void endAfter(long micros, State how) {
        if (micros > 0) {
            agenda.at(startMicros + micros, Turn.END, () -> kill(how));
        }
    }

    JobPlan plan() {
        return plan;
    }

    long startMicros() {
        return startMicros;
    }

    State state() {
        return state;
    }

    boolean ostsNamed() {
        return plan.darshan() == Darshan.LOG_WITH_OSTS;
    }

    /** @return the job's accounts, one per file system, in the order of first use */
    Collection<JobUse> uses() {
        return uses.values();
    }

    /** Takes note that a flow of the current phase is done. */
    void flowEnded(SimulatedServer server) {
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
        for (Map.Entry<Flow, SimulatedServer> entry : flows.entrySet()) {
            if (!entry.getKey().isDone()) {
                critical = entry.getValue();
                critical.remove(entry.getKey());
            }
        }
        if (critical != null) {
            tell(critical);
        }
        end(how);
    }

    private void endPhase(SimulatedServer critical) {
        tell(critical);
        begin(phase + 1);
    }

    private void tell(SimulatedServer critical) {
        flows.clear();
        if (plan.phases().get(phase) instanceof Phase.InputOutput inputOutput) {
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
        Phase begun = plan.phases().get(phase);
        if (begun instanceof Phase.Compute compute) {
            nextPhaseAt(phaseStartMicros + compute.micros());
        } else if (begun instanceof Phase.WaitUntil waiting) {
            nextPhaseAt(startMicros + waiting.microsSinceStart());
        } else if (begun instanceof Phase.InputOutput inputOutput) {
            beginFlows(inputOutput);
        }
    }

    private void nextPhaseAt(long micros) {
        int current = phase;
        agenda.at(micros, Turn.END, () -> {
            if (state == State.RUNNING && phase == current) {
                begin(phase + 1);
            }
        });
    }

    private void beginFlows(Phase.InputOutput begun) {
        JobUse use = uses.get(begun.fileSystem());
        List<SimulatedServer> servers = use.fileSystem().servers(begun.load());
        for (int i = 0; i < begun.servers().size(); i++) {
            SimulatedServer server = servers.get(begun.servers().get(i));
            Counters account = use.account(begun.load(), server.index());
            flows.put(flow(begun, i, account), server);
            server.expect(this, account);
        }
        unfinishedFlows = flows.size();
        flows.forEach((flow, server) -> server.add(flow));
        if (begun instanceof Phase.Hammer hammer) {
            int current = phase;
            agenda.at(phaseStartMicros + hammer.micros(), Turn.END, () -> endHammer(current));
        }
    }

    private Flow flow(Phase.InputOutput begun, int position, Counters account) {
        if (begun instanceof Phase.Transfer transfer) {
            return new Flow(
                    this,
                    new Work.Bytes(transfer.load(), transfer.requestBytes()),
                    account,
                    transfer.bytesAt(position),
                    transfer.bytesPerSecondAndOst());
        }
        if (begun instanceof Phase.Metadata metadata) {
            Work.Operations work = new Work.Operations(metadata.mix());
            return new Flow(this, work, account, metadata.cycles() * work.cycleWork(), metadata.workPerSecond());
        }
        Phase.Hammer hammer = (Phase.Hammer) begun;
        Work work = hammer.load() == Load.METADATA
                ? new Work.Operations(MetadataMix.SMALL_FILES)
                : new Work.Bytes(hammer.load(), JobMix.LARGE_REQUEST_BYTES);
        return Flow.hammering(this, work, account, hammer.factor());
    }

    private void endHammer(int hammerPhase) {
        if (state != State.RUNNING || phase != hammerPhase) {
            return;
        }
        List<SimulatedServer> servers = new ArrayList<>(flows.values());
        flows.forEach((flow, server) -> server.remove(flow));
        endPhase(servers.get(0));
    }

    private void end(State how) {
        state = how;
        listener.onEnd(this);
    }
}
