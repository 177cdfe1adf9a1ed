package io.barograph.lab.simulator;

import io.barograph.lab.simulator.plan.DemandKind;
import io.barograph.lab.simulator.plan.JobMix;
import io.barograph.lab.simulator.plan.JobPlan;
import io.barograph.lab.simulator.plan.SimulatedFault;
import io.barograph.lab.simulator.plan.SimulatedFault.Kind;
import io.barograph.lab.simulator.plan.SiteConfiguration;
import io.barograph.lab.simulator.server.FaultLoss;
import io.barograph.lab.simulator.server.OstSpace;
import io.barograph.lab.simulator.server.RunningJob;
import io.barograph.lab.simulator.server.SimulatedFileSystem;
import io.barograph.lab.simulator.server.SimulatedJobUse;
import io.barograph.lab.simulator.server.SimulatedServer;
import io.barograph.lab.simulator.server.SimulationEventQueue;
import io.barograph.lab.simulator.server.SimulationEventQueue.Turn;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/** Lets the faults of the configuration happen and keeps account of what they do. */
final class FaultInjector {
    private final List<InjectedFault> faults = new ArrayList<>();
    private final SimulationEventQueue agenda;
    private final int samplesOfMinute;

    FaultInjector(
            SiteConfiguration configuration,
            Map<String, SimulatedFileSystem> fileSystems,
            SimulationEventQueue agenda,
            JobMix mix,
            Consumer<JobPlan> start) {
        this.agenda = agenda;
        this.samplesOfMinute = Math.max(
                1,
                Math.toIntExact(Duration.ofMinutes(1)
                        .dividedBy(configuration.observation().samplingInterval())));
        for (SimulatedFault fault : configuration.faults()) {
            SimulatedFileSystem fileSystem = fileSystems.get(fault.fileSystem());
            List<Integer> servers = servers(fault, fileSystem);
            InjectedFault injected = new InjectedFault(
                    faults.size(), fault, fileSystem, servers, names(fault, fileSystem, servers), agenda.nowMicros());
            faults.add(injected);
            agenda.at(injected.onsetMicros, Turn.CHANGE, injected::begin);
            agenda.at(injected.endMicros, Turn.CHANGE, injected::end);
            schedule(injected, mix, start);
        }
    }

    private static List<Integer> servers(SimulatedFault fault, SimulatedFileSystem fileSystem) {
        if (!fault.servers().isEmpty()) {
            return fault.servers();
        }
        return switch (fault.kind()) {
            case HOTSPOT, SLOW_HOST -> List.of(0);
            case CAPACITY -> fileSystem.allOsts();
            case CONTENTION, DEGRADED ->
                IntStream.range(0, fileSystem.servers(fault.load()).size())
                        .boxed()
                        .toList();
        };
    }

    private static List<String> names(SimulatedFault fault, SimulatedFileSystem fileSystem, List<Integer> servers) {
        if (fault.kind() == Kind.SLOW_HOST) {
            return servers.stream()
                    .map(number -> SimulatedProbe.host(fileSystem.model(), number))
                    .toList();
        }
        List<SimulatedServer> all = fileSystem.servers(fault.load());
        return servers.stream().map(index -> all.get(index).name()).toList();
    }

    private void schedule(InjectedFault injected, JobMix mix, Consumer<JobPlan> start) {
        switch (injected.fault.kind()) {
            case CONTENTION, HOTSPOT -> {
                JobPlan culprit = mix.hammer(injected.fault, injected.servers);
                injected.culprit = culprit.jobId();
                agenda.at(injected.onsetMicros, Turn.START, () -> start.accept(culprit));
            }
            case DEGRADED -> {
                double factor = injected.fault.factor();
                for (int index : injected.servers) {
                    SimulatedServer server =
                            injected.fileSystem.servers(injected.fault.load()).get(index);
                    agenda.at(injected.onsetMicros, Turn.CHANGE, () -> server.degrade(factor));
                    agenda.at(injected.endMicros, Turn.CHANGE, () -> server.recover(factor));
                }
            }
            case CAPACITY -> agenda.at(injected.onsetMicros, Turn.CHANGE, () -> fill(injected));
            case SLOW_HOST -> {
                // The probes ask.
            }
        }
    }

    private void fill(InjectedFault injected) {
        for (int ost : injected.servers) {
            OstSpace space = injected.fileSystem.space(ost);
            long wanted = Math.round(space.capacityKibibytes() * injected.fault.factor());
            long missing = wanted - injected.fileSystem.usedKibibytes(ost, agenda.nowMicros());
            if (missing > 0) {
                long half = injected.onsetMicros + (injected.endMicros - injected.onsetMicros) / 2;
                OstSpace.Allocation allocation = new OstSpace.Allocation(injected.onsetMicros, half, missing);
                space.add(allocation);
                agenda.at(injected.endMicros, Turn.CHANGE, () -> space.remove(allocation));
            }
        }
    }

    /** @return how many times slower that probing host is now, by its own fault */
    double hostFactor(SimulatedFileSystem fileSystem, int host) {
        double factor = 1;
        for (InjectedFault each : faults) {
            boolean now = each.onsetMicros <= agenda.nowMicros() && agenda.nowMicros() < each.endMicros;
            if (now
                    && each.fault.kind() == Kind.SLOW_HOST
                    && each.fileSystem == fileSystem
                    && each.servers.contains(host)) {
                factor *= each.fault.factor();
            }
        }
        return factor;
    }

    /** Books to the job what the faults cost in a phase that is over. */
    void endPhase(SimulatedJobUse use, DemandKind load, long fromMicros, SimulatedServer critical) {
        for (InjectedFault each : faults) {
            double seconds = each.lossSeconds(use, load, fromMicros, agenda.nowMicros(), critical);
            if (seconds > 0) {
                use.add(new FaultLoss(each.number, seconds));
            }
        }
    }

    /** To be called at each sampling instant. */
    void observe() {
        faults.forEach(InjectedFault::observe);
    }

    void end(RunningJob job) {
        faults.forEach(each -> each.end(job));
    }

    /** Hands over, once, what is known of the faults that are over with their consequences. */
    void handOverSettled(SiteObserver observer) {
        faults.removeIf(each -> {
            boolean settled = each.isSettled();
            if (settled) {
                observer.faults().accept(each.truth(samplesOfMinute));
            }
            return settled;
        });
    }

    void handOverBegun(SiteObserver observer) {
        faults.stream().filter(InjectedFault::hasBegun).forEach(each -> observer.faults()
                .accept(each.truth(samplesOfMinute)));
        faults.clear();
    }
}
