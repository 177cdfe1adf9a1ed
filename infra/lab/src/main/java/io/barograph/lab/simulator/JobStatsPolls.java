package io.barograph.lab.simulator;

import io.barograph.lab.simulator.plan.JobPlan;
import io.barograph.lab.simulator.plan.MicroTime;
import io.barograph.lab.simulator.plan.MonitoringSettings;
import io.barograph.lab.simulator.server.RunningJob;
import io.barograph.lab.simulator.server.SimulatedCounters;
import io.barograph.lab.simulator.server.SimulatedFileSystem;
import io.barograph.lab.simulator.server.SimulatedServer;
import io.barograph.lab.simulator.server.SimulationEventQueue;
import io.barograph.lab.simulator.server.SimulationEventQueue.Turn;
import io.barograph.schemas.JobSamples;
import io.barograph.schemas.JobUse;
import io.barograph.schemas.TargetKind;
import io.barograph.schemas.Topic;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * Polls the job_stats of all servers, with what goes wrong on the way; entries that have not changed for some time are
 * dropped. A poll that is lost was not answered: the next one lists what changed since the last that was.
 */
final class JobStatsPolls {
    private final SimulationEventQueue agenda;
    private final LossyTransmission transmission;
    private final Collection<SimulatedFileSystem> fileSystems;
    private final long jitterMillis;
    private final Map<String, Long> skewMillis;
    private final SplittableRandom jitterRandom;
    private final long intervalMicros;
    private final long expiryMicros;

    /** @param skewMillis by how much the clock of each storage host is ahead, by its name */
    JobStatsPolls(
            MonitoringSettings observation,
            Collection<SimulatedFileSystem> fileSystems,
            Map<String, Long> skewMillis,
            SimulationEventQueue agenda,
            PublicationQueue publications,
            SplittableRandom random) {
        this.agenda = agenda;
        this.fileSystems = fileSystems;
        this.skewMillis = skewMillis;
        this.jitterMillis = observation.disturbances().sampleJitter().toMillis();
        this.jitterRandom = random.split();
        this.intervalMicros = MicroTime.micros(observation.jobStatisticsInterval());
        this.expiryMicros = MicroTime.micros(observation.jobStatisticsExpiry());
        this.transmission = new LossyTransmission(
                agenda,
                publications,
                observation.disturbances(),
                intervalMicros,
                random.split(),
                random.split(),
                random.split());
    }

    void start() {
        if (intervalMicros > 0) {
            for (SimulatedFileSystem fileSystem : fileSystems) {
                fileSystem.osts().forEach(SimulatedServer::keepJobStatistics);
                fileSystem.mdts().forEach(SimulatedServer::keepJobStatistics);
            }
            long first = -Math.floorDiv(-agenda.nowMicros(), intervalMicros) * intervalMicros;
            agenda.at(first, Turn.POLL, this::pollAll);
        }
    }

    private void pollAll() {
        for (SimulatedFileSystem fileSystem : fileSystems) {
            pollHosts(fileSystem, fileSystem.osts(), TargetKind.OST);
            pollHosts(fileSystem, fileSystem.mdts(), TargetKind.MDT);
        }
        agenda.at(agenda.nowMicros() + intervalMicros, Turn.POLL, this::pollAll);
    }

    /** Asks all hosts at this instant, or each somewhat later where the instants jitter. */
    private void pollHosts(SimulatedFileSystem fileSystem, List<SimulatedServer> targets, TargetKind kind) {
        if (jitterMillis == 0) {
            targets.forEach(target -> poll(fileSystem, target, kind));
            return;
        }
        Map<String, List<SimulatedServer>> byHost = new LinkedHashMap<>();
        targets.forEach(target ->
                byHost.computeIfAbsent(target.host(), host -> new ArrayList<>()).add(target));
        for (List<SimulatedServer> served : byHost.values()) {
            long delay = jitterRandom.nextLong(jitterMillis + 1);
            agenda.at(
                    agenda.nowMicros() + 1000 * delay,
                    Turn.POLL,
                    () -> served.forEach(target -> poll(fileSystem, target, kind)));
        }
    }

    private void poll(SimulatedFileSystem fileSystem, SimulatedServer server, TargetKind kind) {
        server.advance();
        if (!transmission.isLost()) {
            long skew = skewMillis.get(server.host());
            List<JobUse> jobs = changed(server, kind, skew);
            transmission.publish(Topic.JOB_SAMPLES, () -> answer(fileSystem, server, kind, skew, jobs));
        }
    }

    private JobSamples answer(
            SimulatedFileSystem fileSystem, SimulatedServer server, TargetKind kind, long skew, List<JobUse> jobs) {
        Instant now = MicroTime.instant(agenda.nowMicros());
        SimulatedCounters shown = server.shown();
        JobSamples samples = JobSamples.newBuilder()
                .setFileSystem(fileSystem.model().name())
                .setServer(server.name())
                .setHost(server.host())
                .setKind(kind)
                .setTime(now.plusMillis(skew))
                .setPublishedAt(now)
                .setIntervalMillis(Math.toIntExact(intervalMicros / 1000))
                .setCollector(SimulatorRecords.COLLECTOR)
                .setJobs(jobs)
                .build();
        if (kind == TargetKind.OST) {
            samples.setReadBytes(shown.volume().readBytes());
            samples.setWriteBytes(shown.volume().writeBytes());
            samples.setReadOperations(shown.readOperations());
            samples.setWriteOperations(shown.writeOperations());
        } else {
            samples.setMetadataOperations(shown.metadataByName());
        }
        return samples;
    }

    private List<JobUse> changed(SimulatedServer server, TargetKind kind, long skewMillis) {
        List<JobUse> changed = new ArrayList<>();
        Iterator<Map.Entry<RunningJob, SimulatedServer.JobEntry>> each =
                server.jobEntries().entrySet().iterator();
        while (each.hasNext()) {
            Map.Entry<RunningJob, SimulatedServer.JobEntry> entry = each.next();
            SimulatedServer.JobEntry line = entry.getValue();
            if (!line.account.isSumOf(line.countedFrom, line.published)) {
                line.published = line.account.minus(line.countedFrom);
                line.changedMicros = agenda.nowMicros();
                changed.add(use(entry.getKey().plan(), line, kind, skewMillis));
            } else if (agenda.nowMicros() - line.changedMicros >= expiryMicros) {
                each.remove();
            }
        }
        return changed;
    }

    private static JobUse use(JobPlan plan, SimulatedServer.JobEntry line, TargetKind kind, long skewMillis) {
        SimulatedCounters counted = line.published;
        JobUse use = JobUse.newBuilder()
                .setJobId(plan.jobId())
                .setEntrySince(Instant.ofEpochMilli(line.sinceMicros / 1000 + skewMillis))
                .setEntryChanged(Instant.ofEpochMilli(line.changedMicros / 1000 + skewMillis))
                .build();
        if (kind == TargetKind.OST) {
            use.setReadBytes(counted.volume().readBytes());
            use.setWriteBytes(counted.volume().writeBytes());
            use.setReadOperations(counted.readOperations());
            use.setWriteOperations(counted.writeOperations());
        } else {
            use.setMetadataOperations(counted.metadataByName());
        }
        return use;
    }
}
