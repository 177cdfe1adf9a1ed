package io.barograph.lab.simulator;

import io.barograph.lab.simulator.plan.DemandKind;
import io.barograph.lab.simulator.plan.FileSystemModel;
import io.barograph.lab.simulator.plan.JobPhase;
import io.barograph.lab.simulator.plan.JobPlan;
import io.barograph.lab.simulator.plan.MetadataKind;
import io.barograph.lab.simulator.plan.MicroTime;
import io.barograph.lab.simulator.server.RunningJob;
import io.barograph.lab.simulator.server.SimulatedCounters;
import io.barograph.lab.simulator.server.SimulatedFileSystem;
import io.barograph.lab.simulator.server.SimulatedIoInterval;
import io.barograph.lab.simulator.server.SimulatedJobUse;
import io.barograph.lab.simulator.server.SimulatedServer;
import io.barograph.schemas.FileSystemUse;
import io.barograph.schemas.IoDirection;
import io.barograph.schemas.IoInterval;
import io.barograph.schemas.JobEvent;
import io.barograph.schemas.JobEventKind;
import io.barograph.schemas.JobSummary;
import io.barograph.schemas.ModuleUse;
import io.barograph.schemas.ServerKind;
import io.barograph.schemas.ServerSample;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.TreeSet;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;

/** Puts the state of the model into the records that real collectors publish; whoever publishes them stamps them. */
final class SimulatorRecords {
    static final String COLLECTOR = "simulator";

    /** What the scheduler calls the simulated machine. */
    private static final String CLUSTER = "simulated";

    private static final int MAX_IO_INTERVALS = 64;

    private SimulatorRecords() {}

    static ServerSample ofOst(
            SimulatedFileSystem fileSystem, SimulatedServer ost, Instant time, int intervalMillis, long nowMicros) {
        SimulatedCounters shown = ost.shown();
        long used = fileSystem.usedKibibytes(ost.index(), nowMicros);
        long total = fileSystem.space(ost.index()).capacityKibibytes();
        ServerSample sample = sample(fileSystem, ost.name(), ost.host(), ServerKind.OST, time, intervalMillis);
        sample.setReadBytes(shown.volume().readBytes());
        sample.setWriteBytes(shown.volume().writeBytes());
        sample.setReadOperations(shown.readOperations());
        sample.setWriteOperations(shown.writeOperations());
        sample.setUsedKibibytes(used);
        sample.setFreeKibibytes(total - used);
        sample.setTotalKibibytes(total);
        return sample;
    }

    static ServerSample ofMdt(SimulatedFileSystem fileSystem, SimulatedServer mdt, Instant time, int intervalMillis) {
        ServerSample sample = sample(fileSystem, mdt.name(), mdt.host(), ServerKind.MDT, time, intervalMillis);
        long used = fileSystem.usedInodes(mdt);
        sample.setMetadataOperations(mdt.shown().metadataByName());
        sample.setUsedInodes(used);
        sample.setFreeInodes(SimulatedFileSystem.INODES - used);
        sample.setTotalInodes(SimulatedFileSystem.INODES);
        return sample;
    }

    static ServerSample ofHost(
            SimulatedFileSystem fileSystem,
            String host,
            ServerKind kind,
            double cpuPercent,
            Instant time,
            int intervalMillis) {
        ServerSample sample = sample(fileSystem, host, host, kind, time, intervalMillis);
        sample.setCpuPercent(cpuPercent);
        return sample;
    }

    /** Not by the builder, which spends more time on the fields that stay null than the model spends on a sample. */
    private static ServerSample sample(
            SimulatedFileSystem fileSystem,
            String server,
            String host,
            ServerKind kind,
            Instant time,
            int intervalMillis) {
        ServerSample sample = new ServerSample();
        sample.setFileSystem(fileSystem.model().name());
        sample.setServer(server);
        sample.setHost(host);
        sample.setKind(kind);
        sample.setTime(time);
        sample.setPublishedAt(time);
        sample.setIntervalMillis(intervalMillis);
        sample.setCollector(COLLECTOR);
        return sample;
    }

    static JobEvent ofStart(RunningJob job) {
        Instant start = millis(job.startMicros());
        return event(job, JobEventKind.START).setTime(start).setState("RUNNING").build();
    }

    static JobEvent ofEnd(RunningJob job, long endMicros) {
        Instant end = millis(endMicros);
        return event(job, JobEventKind.END)
                .setTime(end)
                .setEndTime(end)
                .setState(job.state().name())
                .setExitCode(job.state() == RunningJob.State.FAILED ? "1:0" : "0:0")
                .build();
    }

    private static JobEvent.Builder event(RunningJob job, JobEventKind kind) {
        Instant start = millis(job.startMicros());
        return JobEvent.newBuilder()
                .setJobId(job.plan().jobId())
                .setRawJobId(Long.valueOf(job.plan().jobId()))
                .setKind(kind)
                .setPublishedAt(start)
                .setSubmitTime(start)
                .setStartTime(start)
                .setUser(job.plan().user())
                .setCluster(CLUSTER)
                .setJobName(job.plan().executable())
                .setNodes(job.plan().nodes())
                .setCollector(COLLECTOR);
    }

    private static Instant millis(long micros) {
        return Instant.ofEpochMilli(Math.floorDiv(micros, 1000L));
    }

    /**
     * The ranks of a job move in step, so the slowest one's I/O time is the length of the job's transfers and metadata
     * operations.
     */
    static JobSummary summary(
            RunningJob job, Instant start, Instant end, double runTimeSeconds, String logFormat, Instant collectedAt) {
        JobPlan plan = job.plan();
        List<FileSystemUse> fileSystems = new ArrayList<>();
        for (SimulatedJobUse use : job.uses()) {
            fileSystems.add(fileSystemUse(job, use));
        }
        return JobSummary.newBuilder()
                .setJobId(plan.jobId())
                .setUser(plan.user())
                .setExecutable(plan.executable())
                .setStartTime(start)
                .setEndTime(end)
                .setRunTimeSeconds(runTimeSeconds)
                .setProcesses(plan.processes())
                .setNodes(plan.nodes())
                .setCollectedAt(collectedAt)
                .setCollector(COLLECTOR)
                .setLogFormat(logFormat)
                .setModules(List.of(moduleUse(job, fileSystems)))
                .setFileSystems(fileSystems)
                .build();
    }

    private static FileSystemUse fileSystemUse(RunningJob job, SimulatedJobUse use) {
        JobPlan plan = job.plan();
        FileSystemModel model = use.fileSystem().model();
        SimulatedCounters moved = use.moved();
        TreeSet<Integer> osts = new TreeSet<>();
        long transfers = 0;
        for (JobPhase.InputOutput each : plan.inputOutput()) {
            if (each.fileSystem().equals(model.name()) && each.load() != DemandKind.METADATA) {
                osts.addAll(each.servers());
                transfers++;
            }
        }
        return FileSystemUse.newBuilder()
                .setFileSystem(model.name())
                .setResolved(true)
                .setMountPoint(model.mountPoint())
                .setReadBytes(moved.volume().readBytes())
                .setWriteBytes(moved.volume().writeBytes())
                .setReads(moved.readOperations())
                .setWrites(moved.writeOperations())
                .setOpens(Math.max(transfers * plan.processes(), moved.metadataOperations(MetadataKind.OPEN)))
                .setReadSeconds(plan.processes() * use.seconds(DemandKind.READ))
                .setWriteSeconds(plan.processes() * use.seconds(DemandKind.WRITE))
                .setMetadataSeconds(plan.processes() * use.seconds(DemandKind.METADATA))
                .setFiles(plan.filePerProcess() ? transfers * plan.processes() : transfers)
                .setOsts(job.ostsNamed() ? List.copyOf(osts) : null)
                .setOstsComplete(job.ostsNamed())
                .setIoIntervals(ioIntervals(job, use))
                .build();
    }

    /** When the job read and wrote; null if there are more transfers than a summary names. */
    private static List<IoInterval> ioIntervals(RunningJob job, SimulatedJobUse use) {
        Instant start = MicroTime.instant(job.startMicros());
        List<IoInterval> intervals = new ArrayList<>();
        // Each phase has ended, and left its interval: only jobs that ended well have a log.
        Iterator<SimulatedIoInterval> ended = use.intervals().iterator();
        for (JobPhase.InputOutput phase : job.plan().inputOutput()) {
            if (!phase.fileSystem().equals(use.fileSystem().model().name())) {
                continue;
            }
            SimulatedIoInterval interval = ended.next();
            if (phase.load() != DemandKind.METADATA) {
                intervals.add(IoInterval.newBuilder()
                        .setDirection(phase.load() == DemandKind.READ ? IoDirection.READ : IoDirection.WRITE)
                        .setStartMicros(ChronoUnit.MICROS.between(start, interval.start()))
                        .setEndMicros(ChronoUnit.MICROS.between(start, interval.end()))
                        .setBytes(
                                phase instanceof JobPhase.Transfer transfer
                                        ? transfer.bytes()
                                        : use.moved().volume().bytes())
                        .build());
            }
        }
        return intervals.size() > MAX_IO_INTERVALS ? null : intervals;
    }

    private static ModuleUse moduleUse(RunningJob job, List<FileSystemUse> fileSystems) {
        SimulatedCounters moved = new SimulatedCounters();
        double slowestRankSeconds = 0;
        for (SimulatedJobUse use : job.uses()) {
            moved.add(use.moved());
            for (SimulatedIoInterval interval : use.intervals()) {
                slowestRankSeconds += interval.seconds();
            }
        }
        long bytes = moved.volume().bytes();
        return ModuleUse.newBuilder()
                .setModule("POSIX")
                .setReadBytes(moved.volume().readBytes())
                .setWriteBytes(moved.volume().writeBytes())
                .setReads(moved.readOperations())
                .setWrites(moved.writeOperations())
                .setOpens(sum(fileSystems, FileSystemUse::getOpens))
                .setStats(moved.metadataOperations(MetadataKind.GETATTR))
                .setReadSeconds(seconds(fileSystems, FileSystemUse::getReadSeconds))
                .setWriteSeconds(seconds(fileSystems, FileSystemUse::getWriteSeconds))
                .setMetadataSeconds(seconds(fileSystems, FileSystemUse::getMetadataSeconds))
                .setSlowestRankSeconds(slowestRankSeconds)
                .setPerformanceBytesPerSecond(slowestRankSeconds == 0 ? null : bytes / slowestRankSeconds)
                .setFiles(sum(fileSystems, FileSystemUse::getFiles))
                .build();
    }

    private static long sum(List<FileSystemUse> fileSystems, ToLongFunction<FileSystemUse> quantity) {
        return fileSystems.stream().mapToLong(quantity).sum();
    }

    private static double seconds(List<FileSystemUse> fileSystems, ToDoubleFunction<FileSystemUse> quantity) {
        return fileSystems.stream().mapToDouble(quantity).sum();
    }
}
