package io.barograph.lab.evaluate;

import static org.assertj.core.api.Assertions.assertThat;

import io.barograph.cli.export.ResultSource;
import io.barograph.lab.simulator.JobTruth;
import io.barograph.lab.simulator.plan.DemandKind;
import io.barograph.lab.simulator.server.ByteVolume;
import io.barograph.lab.simulator.server.SimulatedIoInterval;
import io.barograph.schemas.Anomaly;
import io.barograph.schemas.AnomalyKind;
import io.barograph.schemas.AvroCodec;
import io.barograph.schemas.Topic;
import io.barograph.schemas.Verdict;
import java.time.Instant;
import java.util.List;
import java.util.function.Consumer;
import org.apache.avro.specific.SpecificRecord;
import org.junit.jupiter.api.Test;

class FineRunsTest {
    private static final Instant BEGIN = Instant.parse("2024-01-01T00:00:00Z");

    static {
        AvroCodec.of(Anomaly.class);
    }

    private record Verdicts(List<Anomaly> verdicts) implements ResultSource {
        @Override
        public <T extends SpecificRecord> boolean read(Topic<T> topic, Consumer<? super T> handler) {
            verdicts.forEach(verdict -> handler.accept(topic.type().cast(verdict)));
            return topic.equals(Topic.ANOMALIES);
        }

        @Override
        public String name() {
            return "verdicts";
        }
    }

    private static JobTruth run(String id, double seconds, double unhindered) {
        return run(id, seconds, unhindered, 1_000);
    }

    private static JobTruth run(String id, double seconds, double unhindered, long bytes) {
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
                new ByteVolume(0, bytes),
                0,
                0,
                0,
                none,
                none,
                io,
                List.of(),
                List.of());
    }

    private static Anomaly verdict(String run, Verdict verdict, int revision) {
        return Anomaly.newBuilder()
                .setKind(AnomalyKind.RUN)
                .setJobId(run)
                .setRevision(revision)
                .setExecutable("ior")
                .setFileSystem("scratch")
                .setDecidedAt(BEGIN)
                .setVerdict(verdict)
                .setAnomalous(verdict == Verdict.ANOMALOUS)
                .setSentence("")
                .build();
    }

    @Test
    void shouldCountTheLastVerdictsOnRunsThatNobodySlowed() throws Exception {
        List<JobTruth> runs = List.of(
                run("alone", 100, 100),
                run("beside others", 104, 100),
                run("slowed", 106, 100),
                run("early", 100, 100),
                run("revised", 100, 100),
                run("good", 100, 100, 2_000),
                run("on few OSTs", 100, 100, 800),
                run("on one OST", 100, 100, 300));
        Verdicts verdicts = new Verdicts(List.of(
                verdict("alone", Verdict.NORMAL, 0),
                verdict("beside others", Verdict.ANOMALOUS, 0),
                verdict("slowed", Verdict.ANOMALOUS, 0),
                verdict("early", Verdict.TOO_EARLY, 0),
                verdict("revised", Verdict.NORMAL, 1),
                verdict("revised", Verdict.ANOMALOUS, 0),
                verdict("good", Verdict.UNUSUALLY_GOOD, 0),
                verdict("on few OSTs", Verdict.NORMAL, 0),
                verdict("on one OST", Verdict.ANOMALOUS, 0)));

        FineRuns fine = FineRuns.of(runs, verdicts);

        assertThat(fine).isEqualTo(new FineRuns(new FineRuns.Share(4, 1), new FineRuns.Share(2, 1)));
        assertThat(fine.plus(fine)).isEqualTo(new FineRuns(new FineRuns.Share(8, 2), new FineRuns.Share(4, 2)));
    }
}
