package io.barograph.verdicts.causes;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;

class RootCauseAnalysisPropertyTest {
    @Property
    void shouldKeepItsConfidenceWithinBoundsAndTheMostCertainCauseFirst(
            @ForAll @DoubleRange(min = 0, max = 1) double small,
            @ForAll @DoubleRange(min = 0, max = 2) double part,
            @ForAll @DoubleRange(min = 0, max = 1) double confidence,
            @ForAll @DoubleRange(min = 1e8, max = 4e9) double performance) {
        RootCauseAnalysis findings = RootCauseAnalysisTest.judge(
                RootCauseAnalysisTest.run(small), performance, part, confidence, RootCauseAnalysisTest.climate(0.2));

        assertThat(findings.confidence()).isBetween(0.0, 1.0);
        assertThat(findings.confidence() > 0).isEqualTo(findings.side() != CauseSide.UNKNOWN);
        List<MatchedCause> causes = findings.causes();
        for (int i = 1; i < causes.size(); i++) {
            assertThat(causes.get(i).confidence())
                    .isLessThanOrEqualTo(causes.get(i - 1).confidence());
        }
    }
}
