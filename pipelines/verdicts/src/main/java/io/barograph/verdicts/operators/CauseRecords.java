package io.barograph.verdicts.operators;

import io.barograph.schemas.Anomaly;
import io.barograph.schemas.RootCause;
import io.barograph.verdicts.causes.RootCauseAnalysis;

/** Puts what the rules for root causes say into the record of a verdict. */
final class CauseRecords {
    private CauseRecords() {}

    /** @return the verdict, with its causes, the side they lie on, and a sentence that names them */
    static Anomaly add(RootCauseAnalysis findings, Anomaly verdict) {
        verdict.setRootCauses(findings.causes().stream()
                .map(cause -> RootCause.newBuilder()
                        .setCause(cause.cause().title())
                        .setSide(cause.cause().side().word())
                        .setEffect(cause.effect().word())
                        .setConfidence(cause.confidence())
                        .setEvidence(cause.evidence())
                        .setRemedy(cause.remedy())
                        .setUsual(cause.usual())
                        .build())
                .toList());
        verdict.setSide(findings.side().word());
        verdict.setConfidence(findings.confidence());
        if (!findings.sentence().isEmpty()) {
            verdict.setSentence(verdict.getSentence() + " " + findings.sentence());
        }
        return verdict;
    }
}
