package io.barograph.lab.evaluate;

import static org.assertj.core.api.Assertions.assertThat;

import io.barograph.lab.simulator.JobTruth;
import io.barograph.lab.simulator.plan.DemandKind;
import io.barograph.lab.simulator.server.ByteVolume;
import io.barograph.lab.simulator.server.SimulatedIoInterval;
import io.barograph.schemas.Anomaly;
import io.barograph.schemas.AnomalyKind;
import io.barograph.schemas.AvroCodec;
import io.barograph.schemas.Verdict;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class FineRunsTest {
    private static final Instant BEGIN = Instant.parse("2024-01-01T00:00:00Z");

    static {
        AvroCodec.of(Anomaly.class);
    }

    private static JobTruth run(String id, double seconds, double unhindered) {
        Instant end = BEGIN.plusMillis(Math.round(seconds * 1e3));
        List<SimulatedIoInterval> io = List.of(new SimulatedIoInterval(DemandKind.WRITE, BEGIN, end, unhindered));
        ByteVolume none = ByteVolume.NONE;
        return new JobTruth(
                id,
                "ior",
                1,
                "COMPLETED",
                true,
                BEGIN,
                end,
                "scratch",
                List.of(),
                false,
                new ByteVolume(0, 1_000),
                0,
                0,
                0,
                none,
                none,
                io,
                List.of(),
                List.of());
    }

    private static Anomaly verdict(String run, Verdict verdict) {
        return Anomaly.newBuilder()
                .setKind(AnomalyKind.RUN)
                .setJobId(run)
                .setExecutable("ior")
                .setFileSystem("scratch")
                .setDecidedAt(BEGIN)
                .setVerdict(verdict)
                .setAnomalous(verdict == Verdict.ANOMALOUS)
                .setSentence("")
                .build();
    }

    @Test
    void shouldCountTheRunsThatNobodySlowed() {
        List<JobTruth> runs = List.of(
                run("alone", 100, 100),
                run("beside others", 104, 100),
                run("slowed", 106, 100),
                run("early", 100, 100),
                run("good", 100, 100));
        Map<String, Anomaly> verdicts = Stream.of(
                        verdict("alone", Verdict.NORMAL),
                        verdict("beside others", Verdict.ANOMALOUS),
                        verdict("slowed", Verdict.ANOMALOUS),
                        verdict("early", Verdict.TOO_EARLY),
                        verdict("good", Verdict.UNUSUALLY_GOOD))
                .collect(Collectors.toMap(Anomaly::getJobId, Function.identity()));

        FineRuns fine = FineRuns.of(runs, verdicts);

        assertThat(fine).isEqualTo(new FineRuns(3, 1));
        assertThat(fine.plus(fine)).isEqualTo(new FineRuns(6, 2));
    }
}
