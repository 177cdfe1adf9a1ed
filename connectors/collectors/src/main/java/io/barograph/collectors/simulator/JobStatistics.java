package io.barograph.collectors.simulator;

import io.barograph.collectors.simulator.Agenda.Turn;
import io.barograph.schemas.JobSamples;
import io.barograph.schemas.TargetKind;
import io.barograph.schemas.Topic;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

/** Polls the job_stats of all servers; entries that have not changed for some time are dropped. */
final class JobStatistics {
    private final Agenda agenda;
    private final Publications publications;
    private final Collection<SimulatedFileSystem> fileSystems;
    private final long intervalMicros;
    private final long expiryMicros;

    JobStatistics(
            Observation observation,
            Collection<SimulatedFileSystem> fileSystems,
            Agenda agenda,
            Publications publications) {
        this.agenda = agenda;
        this.publications = publications;
        this.fileSystems = fileSystems;
        this.intervalMicros = MicroTime.micros(observation.jobStatisticsInterval());
        this.expiryMicros = MicroTime.micros(observation.jobStatisticsExpiry());
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
            fileSystem.osts().forEach(ost -> poll(fileSystem, ost, TargetKind.OST));
            fileSystem.mdts().forEach(mdt -> poll(fileSystem, mdt, TargetKind.MDT));
        }
        agenda.at(agenda.nowMicros() + intervalMicros, Turn.POLL, this::pollAll);
    }

    private void poll(SimulatedFileSystem fileSystem, SimulatedServer server, TargetKind kind) {
        server.advance();
        Instant now = MicroTime.instant(agenda.nowMicros());
        Counters shown = server.shown();
        JobSamples samples = JobSamples.newBuilder()
                .setFileSystem(fileSystem.model().name())
                .setServer(server.name())
                .setHost(server.host())
                .setKind(kind)
                .setTime(now)
                .setPublishedAt(now)
                .setIntervalMillis(Math.toIntExact(intervalMicros / 1000))
                .setCollector(SimulatorRecords.COLLECTOR)
                .setJobs(changed(server, kind))
                .build();
        if (kind == TargetKind.OST) {
            samples.setReadBytes(shown.volume().readBytes());
            samples.setWriteBytes(shown.volume().writeBytes());
            samples.setReadOperations(shown.readOperations());
            samples.setWriteOperations(shown.writeOperations());
        } else {
            samples.setMetadataOperations(shown.metadataByName());
        }
        publications.add(agenda.nowMicros(), Topic.JOB_SAMPLES, samples);
    }

    private List<io.barograph.schemas.JobUse> changed(SimulatedServer server, TargetKind kind) {
        List<io.barograph.schemas.JobUse> changed = new ArrayList<>();
        Iterator<Map.Entry<RunningJob, SimulatedServer.JobEntry>> each =
                server.jobEntries().entrySet().iterator();
        while (each.hasNext()) {
            Map.Entry<RunningJob, SimulatedServer.JobEntry> entry = each.next();
            SimulatedServer.JobEntry line = entry.getValue();
            if (!line.account.isSumOf(line.countedFrom, line.published)) {
                line.published = line.account.minus(line.countedFrom);
                line.changedMicros = agenda.nowMicros();
                changed.add(use(entry.getKey().plan(), line, kind));
            } else if (agenda.nowMicros() - line.changedMicros >= expiryMicros) {
                each.remove();
            }
        }
        return changed;
    }

    private static io.barograph.schemas.JobUse use(JobPlan plan, SimulatedServer.JobEntry line, TargetKind kind) {
        Counters counted = line.published;
        io.barograph.schemas.JobUse use = io.barograph.schemas.JobUse.newBuilder()
                .setJobId(plan.jobId())
                .setEntrySince(Instant.ofEpochMilli(line.sinceMicros / 1000))
                .setEntryChanged(Instant.ofEpochMilli(line.changedMicros / 1000))
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
