package io.barograph.sources.canary;

import static org.assertj.core.api.Assertions.assertThat;

import io.barograph.sources.canary.ResultReader.Run;
import io.barograph.sources.testing.TextMutations;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class ResultFuzzTest {
    private static final Run RUN = new Run(Instant.EPOCH, Instant.EPOCH.plusSeconds(60));

    @Provide
    Arbitrary<String> results() {
        return TextMutations.of(List.of(
                CanaryResults.IOR,
                CanaryResults.IOR_CSV,
                CanaryResults.IOR_JSON,
                CanaryResults.MDTEST,
                CanaryResults.IO500,
                CanaryResults.IO500_SUMMARY));
    }

    @Property
    void shouldGivePossiblePhasesOrRefuse(@ForAll("results") String text, @ForAll BenchmarkProgram program) {
        ResultReaderTest.Found found = new ResultReaderTest.Found();
        ResultReader.of(program, text).read(text, RUN, ZoneOffset.UTC, found);

        assertThat(found.phases).allSatisfy(phase -> {
            assertThat(phase.getPhase()).isNotBlank();
            assertThat(phase.getStartTime()).isBeforeOrEqualTo(phase.getEndTime());
            assertThat(phase.getIteration()).isNotNegative();
        });
        assertThat(found.refused).allSatisfy(reason -> assertThat(reason).isNotBlank());
    }
}
