package io.barograph.lab.simulator;

import io.barograph.lab.simulator.plan.FileSystemModel;
import io.barograph.lab.simulator.plan.MicroTime;
import io.barograph.lab.simulator.plan.MonitoringSettings;
import io.barograph.lab.simulator.server.SimulatedFileSystem;
import io.barograph.lab.simulator.server.SimulatedServer;
import io.barograph.lab.simulator.server.SimulationEventQueue;
import io.barograph.lab.simulator.server.SimulationEventQueue.Turn;
import io.barograph.schemas.ProbeOperation;
import io.barograph.schemas.ProbeOutcome;
import io.barograph.schemas.ProbeTiming;
import io.barograph.schemas.Topic;
import java.util.List;
import java.util.SplittableRandom;

/**
 * A host that probes one file system: six operations, one after the other, in every slot. An operation takes its time on
 * an idle server, longer by the response factor of the OST or MDT that it goes to at its beginning, with log-normal
 * noise. Small files lie on the MDT. The probe's own load is too light to count.
 */
final class SimulatedProbe {
    private static final int BLOCK_BYTES = 1 << 20;
    private static final int SMALL_FILE_BYTES = 3901;

    /** Standard deviation of the logarithm of a duration. */
    private static final double NOISE = 0.2;

    private enum Step {
        DATA_READ(ProbeOperation.DATA_READ, 0.004, BLOCK_BYTES, false),
        DATA_WRITE(ProbeOperation.DATA_WRITE, 0.006, BLOCK_BYTES, false),
        CREATE(ProbeOperation.CREATE, 0.0012, SMALL_FILE_BYTES, true),
        STAT(ProbeOperation.STAT, 0.0004, 0, true),
        READ(ProbeOperation.READ, 0.0008, SMALL_FILE_BYTES, true),
        DELETE(ProbeOperation.DELETE, 0.001, 0, true);

        final ProbeOperation operation;
        final double idleSeconds;
        final long bytes;
        final boolean onMdt;

        Step(ProbeOperation operation, double idleSeconds, long bytes, boolean onMdt) {
            this.operation = operation;
            this.idleSeconds = idleSeconds;
            this.bytes = bytes;
            this.onMdt = onMdt;
        }
    }

    private final SimulatedFileSystem fileSystem;
    private final int number;
    private final String host;
    private final SimulationEventQueue agenda;
    private final PublicationQueue publications;
    private final FaultInjector faults;
    private final SplittableRandom random;
    private final long intervalMicros;
    private final double timeoutSeconds;
    private final List<Step> steps;
    private long slotMicros;

    /** @param number number of the host among those that probe the file system, from 0 */
    SimulatedProbe(
            MonitoringSettings observation,
            SimulatedFileSystem fileSystem,
            int number,
            SimulationEventQueue agenda,
            PublicationQueue publications,
            FaultInjector faults,
            SplittableRandom random) {
        this.fileSystem = fileSystem;
        this.number = number;
        this.host = host(fileSystem.model(), number);
        this.agenda = agenda;
        this.publications = publications;
        this.faults = faults;
        this.random = random;
        this.intervalMicros = MicroTime.micros(observation.probeInterval());
        this.timeoutSeconds = observation.probeTimeout().toNanos() / 1e9;
        this.steps = fileSystem.mdts().isEmpty() ? List.of(Step.DATA_READ, Step.DATA_WRITE) : List.of(Step.values());
        this.slotMicros = agenda.nowMicros() + random.nextLong(intervalMicros);
    }

    void start() {
        agenda.at(slotMicros, Turn.PROBE, () -> run(0));
    }

    static String host(FileSystemModel model, int number) {
        return String.format("sim-probe%02d-%s", number + 1, model.name());
    }

    private void run(int position) {
        Step step = steps.get(position);
        List<SimulatedServer> servers = step.onMdt ? fileSystem.mdts() : fileSystem.osts();
        SimulatedServer server = servers.get(random.nextInt(servers.size()));
        double seconds = step.idleSeconds
                * server.responseFactor()
                * faults.hostFactor(fileSystem, number)
                * StrictMath.exp(NOISE * random.nextGaussian());
        boolean timeout = seconds > timeoutSeconds;
        long endMicros = agenda.nowMicros() + Math.round(Math.min(seconds, timeoutSeconds) * 1e6);
        publish(
                timing(step, endMicros)
                        .setOutcome(timeout ? ProbeOutcome.TIMEOUT : ProbeOutcome.OK)
                        .setSeconds(timeout ? timeoutSeconds : seconds)
                        .setBytes(step.bytes)
                        .setServer(server.name())
                        .setCacheBypassed(true)
                        .build(),
                endMicros);
        if (position + 1 < steps.size()) {
            agenda.at(endMicros, Turn.PROBE, () -> run(position + 1));
        } else {
            nextSlot(step, endMicros);
        }
    }

    /** Slots that have passed meanwhile are published as blocked, by the operation that ended last. */
    private void nextSlot(Step last, long endMicros) {
        slotMicros += intervalMicros;
        while (slotMicros < endMicros) {
            publish(timing(last, slotMicros).setOutcome(ProbeOutcome.BLOCKED).build(), endMicros);
            slotMicros += intervalMicros;
        }
        agenda.at(slotMicros, Turn.PROBE, () -> run(0));
    }

    private ProbeTiming.Builder timing(Step step, long micros) {
        return ProbeTiming.newBuilder()
                .setFileSystem(fileSystem.model().name())
                .setOperation(step.operation)
                .setHost(host)
                .setDirectory(fileSystem.model().mountPoint() + "/probe")
                .setTime(MicroTime.instant(micros))
                .setPublishedAt(MicroTime.instant(micros))
                .setIntervalMillis(Math.toIntExact(intervalMicros / 1000))
                .setCollector(SimulatorRecords.COLLECTOR);
    }

    private void publish(ProbeTiming timing, long micros) {
        publications.add(micros, Topic.PROBE_TIMINGS, timing);
    }
}
