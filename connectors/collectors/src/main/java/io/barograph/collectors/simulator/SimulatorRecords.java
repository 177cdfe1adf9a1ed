package io.barograph.collectors.simulator;

import io.barograph.schemas.FileSystemUse;
import io.barograph.schemas.JobSummary;
import io.barograph.schemas.ModuleUse;
import io.barograph.schemas.ServerKind;
import io.barograph.schemas.ServerSample;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.function.ToLongFunction;

/** Puts the state of the model into the records that real collectors publish. */
final class SimulatorRecords {
    private static final String COLLECTOR = "simulator";
    private static final long BYTES_PER_OPERATION = 1L << 20;

    private SimulatorRecords() {}

    static ServerSample ofOst(SimulatedFileSystem fileSystem, SimulatedOst ost, Instant time, int intervalMillis) {
        Volume moved = ost.moved();
        return sample(fileSystem, ost.name(), ost.host(), ServerKind.OST, time, intervalMillis)
                .setReadBytes(moved.readBytes())
                .setWriteBytes(moved.writeBytes())
                .setUsedKibibytes(ost.usedKibibytes())
                .setFreeKibibytes(ost.freeKibibytes())
                .build();
    }

    static ServerSample ofOss(
            SimulatedFileSystem fileSystem, String host, double cpuPercent, Instant time, int intervalMillis) {
        return sample(fileSystem, host, host, ServerKind.OSS, time, intervalMillis)
                .setCpuPercent(cpuPercent)
                .build();
    }

    private static ServerSample.Builder sample(
            SimulatedFileSystem fileSystem,
            String server,
            String host,
            ServerKind kind,
            Instant time,
            int intervalMillis) {
        return ServerSample.newBuilder()
                .setFileSystem(fileSystem.model().name())
                .setServer(server)
                .setHost(host)
                .setKind(kind)
                .setTime(time)
                .setPublishedAt(time)
                .setIntervalMillis(intervalMillis)
                .setCollector(COLLECTOR);
    }

    /** The ranks of a job move in step, so the slowest one's I/O time is the length of the job's transfers. */
    static JobSummary summary(RunningJob job, long endMicros, Instant collectedAt) {
        JobPlan plan = job.plan();
        List<FileSystemUse> fileSystems = new ArrayList<>();
        for (JobUse use : job.uses()) {
            fileSystems.add(fileSystemUse(job, use));
        }
        return JobSummary.newBuilder()
                .setJobId(plan.jobId())
                .setUser(plan.user())
                .setExecutable(plan.executable())
                .setStartTime(MicroTime.instant(job.startMicros()))
                .setEndTime(MicroTime.instant(endMicros))
                .setRunTimeSeconds((endMicros - job.startMicros()) / 1e6)
                .setProcesses(plan.processes())
                .setNodes(plan.nodes())
                .setCollectedAt(collectedAt)
                .setCollector(COLLECTOR)
                .setModules(List.of(moduleUse(job, fileSystems)))
                .setFileSystems(fileSystems)
                .build();
    }

    private static FileSystemUse fileSystemUse(RunningJob job, JobUse use) {
        JobPlan plan = job.plan();
        SiteConfiguration.OstFileSystem model = use.fileSystem().model();
        Volume moved = use.moved();
        TreeSet<Integer> osts = new TreeSet<>();
        long transfers = 0;
        for (Phase.Transfer transfer : plan.transfers()) {
            if (transfer.fileSystem().equals(model.name())) {
                osts.addAll(transfer.osts());
                transfers++;
            }
        }
        return FileSystemUse.newBuilder()
                .setFileSystem(model.name())
                .setResolved(true)
                .setMountPoint(model.mountPoint())
                .setReadBytes(moved.readBytes())
                .setWriteBytes(moved.writeBytes())
                .setReads(operations(moved.readBytes()))
                .setWrites(operations(moved.writeBytes()))
                .setOpens(transfers * plan.processes())
                .setReadSeconds(plan.processes() * use.readMicros() / 1e6)
                .setWriteSeconds(plan.processes() * use.writeMicros() / 1e6)
                .setFiles(plan.filePerProcess() ? transfers * plan.processes() : transfers)
                .setOsts(job.ostsNamed() ? List.copyOf(osts) : null)
                .setOstsComplete(job.ostsNamed())
                .build();
    }

    private static ModuleUse moduleUse(RunningJob job, List<FileSystemUse> fileSystems) {
        Volume moved = job.uses().stream().map(JobUse::moved).reduce(Volume.NONE, Volume::plus);
        double slowestRankSeconds = job.uses().stream()
                        .mapToLong(use -> use.readMicros() + use.writeMicros())
                        .sum()
                / 1e6;
        return ModuleUse.newBuilder()
                .setModule("POSIX")
                .setReadBytes(moved.readBytes())
                .setWriteBytes(moved.writeBytes())
                .setReads(sum(fileSystems, FileSystemUse::getReads))
                .setWrites(sum(fileSystems, FileSystemUse::getWrites))
                .setOpens(sum(fileSystems, FileSystemUse::getOpens))
                .setReadSeconds(fileSystems.stream()
                        .mapToDouble(FileSystemUse::getReadSeconds)
                        .sum())
                .setWriteSeconds(fileSystems.stream()
                        .mapToDouble(FileSystemUse::getWriteSeconds)
                        .sum())
                .setSlowestRankSeconds(slowestRankSeconds)
                .setPerformanceBytesPerSecond(moved.bytes() / slowestRankSeconds)
                .setFiles(sum(fileSystems, FileSystemUse::getFiles))
                .build();
    }

    private static long sum(List<FileSystemUse> fileSystems, ToLongFunction<FileSystemUse> quantity) {
        return fileSystems.stream().mapToLong(quantity).sum();
    }

    private static long operations(long bytes) {
        return (bytes + BYTES_PER_OPERATION - 1) / BYTES_PER_OPERATION;
    }
}
