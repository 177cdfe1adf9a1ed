package io.barograph.runs.operators;

import io.barograph.runs.ClockShifts;
import io.barograph.runs.ClockSkew;
import io.barograph.runs.DailyCoverageTotals;
import io.barograph.runs.DailyCoverageTotals.Amount;
import io.barograph.schemas.AvroCodec;
import io.barograph.schemas.EvidenceReach;
import io.barograph.schemas.Quality;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;

/** Makes the records of what the evidence says. */
final class EvidenceRecords {
    private static final double MILLIS_PER_HOUR = 3_600_000;

    static {
        AvroCodec.of(EvidenceReach.class); // Avro builds no record of a class that the codec has not made it trust
    }

    private EvidenceRecords() {}

    static EvidenceReach of(
            String fileSystem, long intervalMillis, long day, CoverageDay known, ClockSkew skew, long time) {
        DailyCoverageTotals evidence = known.evidence();
        long read = evidence.get(Amount.SERVER_READ_BYTES);
        long write = evidence.get(Amount.SERVER_WRITE_BYTES);
        long expected = evidence.get(Amount.EXPECTED_SAMPLES);
        boolean reported = expected > 0;
        long darshanRead = evidence.get(Amount.DARSHAN_READ_BYTES);
        long darshanWrite = evidence.get(Amount.DARSHAN_WRITE_BYTES);
        Map<String, Integer> runs = new TreeMap<>();
        for (Quality quality : Quality.values()) {
            int count = Math.toIntExact(evidence.get(DecisionCoverageTotals.runs(quality)));
            if (count > 0) {
                runs.put(quality.name(), count);
            }
        }
        long nodeMillis = evidence.get(Amount.NODE_MILLIS);
        long withLog = evidence.get(Amount.NODE_MILLIS_WITH_LOG);
        ClockSkew.Estimate estimate = skew.estimate(ClockShifts.of(intervalMillis), intervalMillis);
        return EvidenceReach.newBuilder()
                .setFileSystem(fileSystem)
                .setDay(Instant.ofEpochMilli(day))
                .setDecidedAt(Instant.ofEpochMilli(time))
                .setRevision(known.revision())
                .setProvisional(known.provisional())
                .setDarshanReadBytes(darshanRead)
                .setDarshanWriteBytes(darshanWrite)
                .setServerReadBytes(reported ? read : null)
                .setServerWriteBytes(reported ? write : null)
                .setServerMissingFraction(reported ? (double) evidence.get(Amount.MISSING_SAMPLES) / expected : null)
                .setBytesReach(quotient((double) darshanRead + darshanWrite, (double) read + write))
                .setRuns(runs.values().stream().mapToInt(Integer::intValue).sum())
                .setRunsByQuality(runs)
                .setJobs(Math.toIntExact(evidence.get(Amount.JOBS)))
                .setJobsWithLog(Math.toIntExact(evidence.get(Amount.JOBS_WITH_LOG)))
                .setNodeHours(nodeMillis / MILLIS_PER_HOUR)
                .setNodeHoursWithLog(withLog / MILLIS_PER_HOUR)
                .setNodeHoursReach(quotient((double) withLog, (double) nodeMillis))
                .setClockSkewSeconds(estimate == null ? null : estimate.seconds())
                .setClockSkewLowSeconds(estimate == null ? null : estimate.low())
                .setClockSkewHighSeconds(estimate == null ? null : estimate.high())
                .setClockSkewRuns(skew.runs())
                .setClockSkewAgreeing(estimate == null ? 0 : estimate.agreeing())
                .setClockSkewUnexplained(skew.unexplained())
                .build();
    }

    private static Double quotient(double part, double whole) {
        return whole > 0 ? part / whole : null;
    }
}
