package io.barograph.lab.simulator;

import io.barograph.lab.simulator.HostPolls.Host;
import io.barograph.lab.simulator.plan.JobPlan;
import io.barograph.lab.simulator.plan.MicroTime;
import io.barograph.lab.simulator.plan.MonitoringSettings;
import io.barograph.lab.simulator.server.RunningJob;
import io.barograph.lab.simulator.server.SimulatedCounters;
import io.barograph.lab.simulator.server.SimulatedServer;
import io.barograph.lab.simulator.server.SimulationEventQueue;
import io.barograph.lab.simulator.server.SimulationEventQueue.Turn;
import io.barograph.schemas.JobSamples;
import io.barograph.schemas.JobUse;
import io.barograph.schemas.ServerKind;
import io.barograph.schemas.TargetKind;
import io.barograph.schemas.Topic;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * Polls the job_stats of all servers, with what goes wrong on the way; entries that have not changed for some time are
 * dropped. A poll that is lost was not answered: the next one lists what changed since the last that was.
 */
final class JobStatsPolls {
    /** An entry that has not changed for that long is dropped. */
    private static final long EXPIRY_MICROS = MicroTime.micros(Duration.ofMinutes(10));

    private final SimulationEventQueue agenda;
    private final LossyTransmission transmission;
    private final List<Host> hosts;
    private final long intervalMicros;

    JobStatsPolls(
            MonitoringSettings observation,
            List<Host> hosts,
            SimulationEventQueue agenda,
            PublicationQueue publications,
            SplittableRandom random) {
        this.agenda = agenda;
        this.hosts = hosts;
        this.intervalMicros = MicroTime.micros(observation.jobStatisticsInterval());
        this.transmission = new LossyTransmission(
                agenda,
                publications,
                observation.disturbances(),
                intervalMicros,
                random.split(),
                random.split(),
                random.split(),
                random.split());
    }

    void start() {
        if (intervalMicros > 0) {
            hosts.forEach(host -> host.targets.forEach(SimulatedServer::keepJobStatistics));
            long first = -Math.floorDiv(-agenda.nowMicros(), intervalMicros) * intervalMicros;
            agenda.at(first, Turn.POLL, this::pollAll);
        }
    }

    private void pollAll() {
        hosts.forEach(host -> transmission.ask(() -> host.targets.forEach(target -> poll(host, target))));
        agenda.at(agenda.nowMicros() + intervalMicros, Turn.POLL, this::pollAll);
    }

    private void poll(Host host, SimulatedServer server) {
        server.advance();
        if (!transmission.isLost()) {
            TargetKind kind = host.kind == ServerKind.OSS ? TargetKind.OST : TargetKind.MDT;
            List<JobUse> jobs = changed(server, kind, host.skewMillis);
            transmission.publish(Topic.JOB_SAMPLES, () -> answer(host, server, kind, jobs));
        }
    }

    private JobSamples answer(Host host, SimulatedServer server, TargetKind kind, List<JobUse> jobs) {
        Instant now = MicroTime.instant(agenda.nowMicros());
        SimulatedCounters shown = server.shown();
        JobSamples samples = JobSamples.newBuilder()
                .setFileSystem(host.fileSystem.model().name())
                .setServer(server.name())
                .setHost(host.name)
                .setKind(kind)
                .setTime(now.plusMillis(host.skewMillis))
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
            } else if (agenda.nowMicros() - line.changedMicros >= EXPIRY_MICROS) {
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
