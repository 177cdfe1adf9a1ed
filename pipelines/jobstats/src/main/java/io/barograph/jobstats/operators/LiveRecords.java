package io.barograph.jobstats.operators;

import io.barograph.jobstats.FileSystemMinute;
import io.barograph.jobstats.JobMinute;
import io.barograph.jobstats.JobTraffic;
import io.barograph.jobstats.LiveJob;
import io.barograph.jobstats.LiveShare;
import io.barograph.jobstats.MinuteBoundaryTraffic;
import io.barograph.jobstats.ServerMinute;
import io.barograph.jobstats.TalkerRanking;
import io.barograph.jobstats.TargetRole;
import io.barograph.schemas.AvroCodec;
import io.barograph.schemas.LiveCoverage;
import io.barograph.schemas.LiveKind;
import io.barograph.schemas.Talker;
import io.barograph.schemas.TalkerRole;
import io.barograph.schemas.TopTalkers;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

final class LiveRecords {
    static final int MAX_TALKERS = 10;

    /** Above that a share since the first minute is said to be uncertain. */
    private static final double MAX_ERROR = 0.1;

    static {
        AvroCodec.of(LiveCoverage.class); // Avro builds no record of a class that the codec has not made it trust
        AvroCodec.of(TopTalkers.class);
    }

    private final String fileSystem;
    private final long minute;
    private final long decidedAt;
    private final FileSystemMinute sums;
    private final JobTraffic all;
    private final MinuteBoundaryTraffic crossing;
    private final Set<String> expectedOsts;
    private final Set<String> expectedMdts;
    private final int missingOsts;
    private final int missingMdts;
    private final Double missingFraction;

    LiveRecords(
            String fileSystem,
            long minute,
            long decidedAt,
            FileSystemMinute sums,
            Set<String> expectedOsts,
            Set<String> expectedMdts) {
        this.fileSystem = fileSystem;
        this.minute = minute;
        this.decidedAt = decidedAt;
        this.sums = sums;
        this.all = sums.total();
        this.crossing = sums.crossing();
        this.expectedOsts = expectedOsts;
        this.expectedMdts = expectedMdts;
        this.missingOsts = sums.missingServers(TargetRole.OST, expectedOsts);
        this.missingMdts = sums.missingServers(TargetRole.MDT, expectedMdts);
        this.missingFraction = fraction(
                sums.missingMillis(TargetRole.OST, expectedOsts) + sums.missingMillis(TargetRole.MDT, expectedMdts),
                expectedOsts.size() + expectedMdts.size());
    }

    LiveCoverage coverage(JobMinute job, LiveJob known) {
        JobTraffic moved = job.moved();
        JobTraffic used = job.used();
        return LiveCoverage.newBuilder()
                .setKind(LiveKind.JOB)
                .setFileSystem(fileSystem)
                .setJobId(job.job().id())
                .setExecutable(orNull(job.job().executable()))
                .setUser(orNull(job.job().user()))
                .setStart(start())
                .setDecidedAt(Instant.ofEpochMilli(decidedAt))
                .setReadBytes(moved.readBytes())
                .setWriteBytes(moved.writeBytes())
                .setMetadataOperations(moved.metadataOperations())
                .setFileSystemReadBytes(all.readBytes())
                .setFileSystemWriteBytes(all.writeBytes())
                .setFileSystemMetadataOperations(all.metadataOperations())
                .setCfBw(LiveShare.of(moved.bytes(), used.bytes()))
                .setCfRead(LiveShare.of(moved.readBytes(), used.readBytes()))
                .setCfWrite(LiveShare.of(moved.writeBytes(), used.writeBytes()))
                .setCfMetadata(LiveShare.of(moved.metadataOperations(), used.metadataOperations()))
                .setCfBwFs(LiveShare.of(moved.bytes(), all.bytes()))
                .setCfReadFs(LiveShare.of(moved.readBytes(), all.readBytes()))
                .setCfWriteFs(LiveShare.of(moved.writeBytes(), all.writeBytes()))
                .setCfMetadataFs(LiveShare.of(moved.metadataOperations(), all.metadataOperations()))
                .setSince(Instant.ofEpochMilli(ServerMinute.beginOf(known.since())))
                .setCfBwFsSoFar(LiveShare.of(
                        known.movedSoFar().bytes(), known.serversSoFar().bytes()))
                .setCfMetadataFsSoFar(LiveShare.of(
                        known.movedSoFar().metadataOperations(),
                        known.serversSoFar().metadataOperations()))
                .setServers(job.servers())
                .setMissingOsts(missingOsts)
                .setMissingMdts(missingMdts)
                .setMissingFraction(missingFraction)
                .setRemark(uncertain(known))
                .build();
    }

    /** What polls leave open, where it is much; null otherwise. */
    private String uncertain(LiveJob known) {
        List<String> shares = new ArrayList<>(2);
        if (known.largestError(JobTraffic::bytes, crossing) > MAX_ERROR) {
            shares.add("cfBwFsSoFar");
        }
        if (known.largestError(JobTraffic::metadataOperations, crossing) > MAX_ERROR) {
            shares.add("cfMetadataFsSoFar");
        }
        return shares.isEmpty()
                ? null
                : "polls are missing or lie across the end of a minute, so " + String.join(" and ", shares)
                        + " may be wrong by more than a tenth; later minutes are surer";
    }

    static LiveCoverage withoutJobStatistics(String fileSystem, long decidedAt, String remark) {
        return LiveCoverage.newBuilder()
                .setKind(LiveKind.NO_JOB_STATS)
                .setFileSystem(fileSystem)
                .setJobId("")
                .setStart(Instant.ofEpochMilli(ServerMinute.beginOf(Math.floorDiv(decidedAt, ServerMinute.MINUTE))))
                .setDecidedAt(Instant.ofEpochMilli(decidedAt))
                .setRemark(remark)
                .build();
    }

    TopTalkers talkers(TargetRole role) {
        Set<String> expected = expected(role);
        return talkers(role, null, sums.talkers(role, MAX_TALKERS))
                .setServers(sums.servers(role).size())
                .setMissingServers(sums.missingServers(role, expected))
                .setMissingFraction(fraction(sums.missingMillis(role, expected), expected.size()))
                .build();
    }

    TopTalkers talkers(TargetRole role, String server) {
        Set<String> one = Set.of(server);
        return talkers(role, server, sums.talkers(role, server, MAX_TALKERS))
                .setServers(1)
                .setMissingServers(sums.missingServers(role, one))
                .setMissingFraction(fraction(sums.missingMillis(role, one), 1))
                .build();
    }

    private TopTalkers.Builder talkers(TargetRole role, String server, TalkerRanking talkers) {
        return TopTalkers.newBuilder()
                .setFileSystem(fileSystem)
                .setRole(role == TargetRole.OST ? TalkerRole.OST : TalkerRole.MDT)
                .setServer(server)
                .setStart(start())
                .setDecidedAt(Instant.ofEpochMilli(decidedAt))
                .setTotal(talkers.total())
                .setJobs(talkers.jobs())
                .setOthers(talkers.others())
                .setUnattributed(talkers.unattributed())
                .setTalkers(talkers.top().stream().map(LiveRecords::talker).toList());
    }

    private static Talker talker(TalkerRanking.Talker talker) {
        return Talker.newBuilder()
                .setJobId(talker.job().id())
                .setExecutable(orNull(talker.job().executable()))
                .setUser(orNull(talker.job().user()))
                .setAmount(talker.amount())
                .setShare(talker.share())
                .setReadBytes(talker.moved().readBytes())
                .setWriteBytes(talker.moved().writeBytes())
                .setMetadataOperations(talker.moved().metadataOperations())
                .build();
    }

    private Set<String> expected(TargetRole role) {
        return role == TargetRole.OST ? expectedOsts : expectedMdts;
    }

    private Instant start() {
        return Instant.ofEpochMilli(ServerMinute.beginOf(minute));
    }

    private static Double fraction(long missingMillis, int servers) {
        return servers == 0 ? null : (double) missingMillis / (servers * ServerMinute.MINUTE);
    }

    private static String orNull(String text) {
        return text.isEmpty() ? null : text;
    }
}
