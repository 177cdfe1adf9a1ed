package io.barograph.verdicts.why;

import static io.barograph.verdicts.why.Facts.event;
import static io.barograph.verdicts.why.Facts.suspect;
import static io.barograph.verdicts.why.Facts.suspecting;
import static org.assertj.core.api.Assertions.assertThat;

import io.barograph.schemas.Anomaly;
import io.barograph.schemas.ContentionEvent;
import io.barograph.schemas.EventKind;
import io.barograph.schemas.EventType;
import io.barograph.schemas.Finding;
import io.barograph.schemas.Verdict;
import io.barograph.verdicts.explanation.LossCause;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EventVerdictsTest {
    private static Anomaly.Builder lasting() {
        return suspecting(LossCause.LASTING)
                .setAnomalous(true)
                .setExoneratedCauses(List.of(LossCause.LOAD_READ.name(), LossCause.DEGRADED.name()));
    }

    private static Anomaly of(Anomaly.Builder verdict, ContentionEvent.Builder... events) {
        return EventVerdicts.of(verdict.build(), Facts.built(events));
    }

    @ParameterizedTest
    @CsvSource({
        "CONTENTION, READ, LOAD_READ",
        "CONTENTION, WRITE, LOAD_WRITE",
        "CONTENTION, HOTSPOT, LOAD_READ",
        "CONTENTION, METADATA, METADATA_LOAD",
        "DEGRADED, WRITE, DEGRADED"
    })
    void shouldPutTheCauseOfTheEventFirst(EventKind kind, EventType type, String cause) {
        assertThat(of(lasting(), event(kind, type, 0, 50)).getLikelyCause()).isEqualTo(cause);
    }

    @Test
    void shouldLeadWithTheEventAndItsFirstSuspect() {
        Anomaly before = lasting().build();
        Anomaly verdict = of(
                lasting(),
                event(EventKind.CONTENTION, EventType.READ, -20, null)
                        .setSuspects(List.of(suspect("secret", 0.7), suspect("other", 0.1))));

        assertThat(verdict.getSuspectJobId()).isEqualTo("secret");
        assertThat(verdict.getEvent())
                .isEqualTo("Read contention on scratch from 2026-03-01T11:59:40Z, not over: it made reading data up to"
                        + " 4.0 times slower; read load: peak 7.1 GB/s, threshold 2.2 GB/s.");
        assertThat(verdict.getSentence())
                .contains(" runs). " + verdict.getEvent() + " ")
                .doesNotContain("No measured cause")
                .endsWith(" Not the cause: degraded hardware.");
        assertThat(verdict.getFindings()).isEqualTo(before.getFindings());
        assertThat(verdict.getUnexplained()).isEqualTo(before.getUnexplained());
    }

    @ParameterizedTest
    @CsvSource(
            value = {"0.5, met", "0.49, null", "null, null"},
            nullValues = "null")
    void shouldSuspectOnlyAJobThatMadeHalfOfTheLoad(Double share, String suspect) {
        assertThat(of(
                                lasting(),
                                event(EventKind.CONTENTION, EventType.READ, 0, 50)
                                        .setSuspects(List.of(suspect("met", share))))
                        .getSuspectJobId())
                .isEqualTo(suspect);
    }

    @Test
    void shouldSuspectNoJobOfSlownessWithoutLoad() {
        assertThat(of(
                                lasting(),
                                event(EventKind.DEGRADED, EventType.READ, 0, 50)
                                        .setSuspects(List.of(suspect("met", 0.7))))
                        .getSuspectJobId())
                .isNull();
    }

    @Test
    void shouldLeaveAVerdictAsItIsIfNoEventSlowedTheRun() {
        Anomaly slow = lasting().build();
        assertThat(of(lasting())).isEqualTo(slow);
        assertThat(of(lasting(), event(EventKind.CONTENTION, EventType.READ, 91, null)))
                .as("less than a tenth of its time")
                .isEqualTo(slow);
        assertThat(of(lasting(), event(EventKind.CONTENTION, EventType.READ, -20, -10)))
                .isEqualTo(slow);
        assertThat(of(lasting(), event(EventKind.UNEXPLAINED, EventType.READ, 0, null)))
                .isEqualTo(slow);
        assertThat(of(
                        lasting(),
                        event(EventKind.CONTENTION, EventType.READ, 0, null)
                                .setSuspects(List.of(suspect("4711", 0.5)))))
                .as("its own load")
                .isEqualTo(slow);
        Anomaly.Builder fast = Facts.verdict(Verdict.NORMAL, 3).setLoss(0.2);
        assertThat(of(fast, event(EventKind.CONTENTION, EventType.READ, 0, null)))
                .isEqualTo(fast.build());
        Anomaly.Builder worstQuarter =
                Facts.verdict(Verdict.NORMAL, 4).setPerformance(1.85e9).setLoss(0.08);
        assertThat(of(worstQuarter, event(EventKind.CONTENTION, EventType.READ, 0, null)))
                .as("less than a tenth below the usual performance")
                .isEqualTo(worstQuarter.build());
    }

    /** The event may turn out to have cost little; then the findings count that are named, not that of its cause. */
    @Test
    void shouldNotTakeTheCauseOfAnEventForAFinding() {
        Anomaly.Builder verdict = suspecting(LossCause.LOAD_READ)
                .setEvent("Read contention on scratch from 2026-03-01T12:00:00Z, not over.");
        verdict.setFindings(List.of(
                Finding.newBuilder(verdict.getFindings().get(0)).setShare(0.01).build()));

        assertThat(Facts.why(verdict, Facts.weather(), event(EventKind.CONTENTION, EventType.READ, 0, 5))
                        .answer())
                .isEqualTo(SlownessCause.UNKNOWN);
    }
}
