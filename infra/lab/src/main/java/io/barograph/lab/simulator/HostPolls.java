package io.barograph.lab.simulator;

import io.barograph.lab.simulator.plan.CollectionDisturbances;
import io.barograph.lab.simulator.plan.MicroTime;
import io.barograph.lab.simulator.plan.SiteConfiguration;
import io.barograph.lab.simulator.server.SimulatedFileSystem;
import io.barograph.lab.simulator.server.SimulatedServer;
import io.barograph.lab.simulator.server.SimulationEventQueue;
import io.barograph.lab.simulator.server.SimulationEventQueue.Turn;
import io.barograph.schemas.ServerKind;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/** Asks each storage host once in an interval, and publishes what it says with what goes wrong on the way. */
final class HostPolls {
    private static final double IDLE_CPU_PERCENT = 4;
    private static final double BUSY_CPU_PERCENT = 80;
    private static final double MICROS_PER_DAY = Duration.ofDays(1).toMillis() * 1e3;

    private final SimulationEventQueue agenda;
    private final LossyTransmission transmission;
    private final CollectionDisturbances disturbances;
    private final int intervalMillis;
    private final List<Host> hosts = new ArrayList<>();
    private final SplittableRandom cpuRandom;
    private final SplittableRandom restartRandom;

    /** A host with the targets that it serves. */
    static final class Host {
        final SimulatedFileSystem fileSystem;
        final String name;
        final ServerKind kind;
        final List<SimulatedServer> targets;

        /** By how much its clock is ahead. */
        final long skewMillis;

        long lastMicros;
        double lastWork;

        Host(
                SimulatedFileSystem fileSystem,
                String name,
                ServerKind kind,
                List<SimulatedServer> targets,
                long skewMillis,
                long nowMicros) {
            this.fileSystem = fileSystem;
            this.name = name;
            this.kind = kind;
            this.targets = targets;
            this.skewMillis = skewMillis;
            this.lastMicros = nowMicros;
        }

        /** @return share of its targets' capacity that was used since it was asked last */
        double load(long nowMicros) {
            double capacity = 0;
            double work = 0;
            for (SimulatedServer target : targets) {
                capacity += target.capacityPerSecond();
                work += kind == ServerKind.OSS
                        ? target.moved().volume().bytes()
                        : target.moved().metadataWork();
            }
            double load = nowMicros == lastMicros ? 0 : (work - lastWork) * 1e6 / (capacity * (nowMicros - lastMicros));
            lastMicros = nowMicros;
            lastWork = work;
            return load;
        }
    }

    HostPolls(
            SiteConfiguration configuration,
            Iterable<SimulatedFileSystem> fileSystems,
            SimulationEventQueue agenda,
            PublicationQueue publications,
            SplittableRandom random) {
        this.agenda = agenda;
        this.disturbances = configuration.observation().disturbances();
        long intervalMicros = MicroTime.micros(configuration.observation().samplingInterval());
        this.intervalMillis = Math.toIntExact(intervalMicros / 1000);
        this.cpuRandom = random.split();
        SplittableRandom lossRandom = random.split();
        SplittableRandom jitterRandom = random.split();
        this.transmission = new LossyTransmission(
                agenda,
                publications,
                disturbances,
                intervalMicros,
                jitterRandom,
                lossRandom,
                random.split(),
                random.split());
        this.restartRandom = random.split();
        SplittableRandom skewRandom = random.split();
        for (SimulatedFileSystem fileSystem : fileSystems) {
            addHosts(fileSystem, ServerKind.OSS, fileSystem.osts(), skewRandom);
            addHosts(fileSystem, ServerKind.MDS, fileSystem.mdts(), skewRandom);
        }
        hosts.forEach(this::scheduleRestart);
    }

    private void addHosts(
            SimulatedFileSystem fileSystem, ServerKind kind, List<SimulatedServer> targets, SplittableRandom random) {
        Map<String, List<SimulatedServer>> byHost = new LinkedHashMap<>();
        for (SimulatedServer target : targets) {
            byHost.computeIfAbsent(target.host(), host -> new ArrayList<>()).add(target);
        }
        long skew = disturbances.hostClockSkew().toMillis();
        byHost.forEach((name, served) -> hosts.add(
                new Host(fileSystem, name, kind, served, random.nextLong(-skew, skew + 1), agenda.nowMicros())));
    }

    List<Host> hosts() {
        return hosts;
    }

    /** Asks all hosts. */
    void pollAll() {
        hosts.forEach(host -> transmission.ask(() -> poll(host)));
    }

    private void poll(Host host) {
        host.targets.forEach(SimulatedServer::advance);
        long now = agenda.nowMicros();
        Instant time = Instant.ofEpochMilli(now / 1000 + host.skewMillis);
        for (SimulatedServer target : host.targets) {
            transmission.publishSample(() -> host.kind == ServerKind.OSS
                    ? SimulatorRecords.ofOst(host.fileSystem, target, time, intervalMillis, now)
                    : SimulatorRecords.ofMdt(host.fileSystem, target, time, intervalMillis));
        }
        double cpu = IDLE_CPU_PERCENT + BUSY_CPU_PERCENT * host.load(now) + cpuRandom.nextDouble(-2, 2);
        transmission.publishSample(
                () -> SimulatorRecords.ofHost(host.fileSystem, host.name, host.kind, cpu, time, intervalMillis));
    }

    private void scheduleRestart(Host host) {
        if (disturbances.restartsPerHostAndDay() > 0) {
            double pause = -StrictMath.log(1 - restartRandom.nextDouble())
                    * MICROS_PER_DAY
                    / disturbances.restartsPerHostAndDay();
            agenda.at(agenda.nowMicros() + 1 + Math.round(pause), Turn.CHANGE, () -> restart(host));
        }
    }

    private void restart(Host host) {
        host.targets.forEach(SimulatedServer::restart);
        scheduleRestart(host);
    }
}
