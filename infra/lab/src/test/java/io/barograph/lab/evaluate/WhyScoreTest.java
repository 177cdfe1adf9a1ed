package io.barograph.lab.evaluate;

import static org.assertj.core.api.Assertions.assertThat;

import io.barograph.verdicts.why.SlownessCause;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WhyScoreTest {
    private static WhyAnswers.Given given(FaultClass fault, WhyAnswers.Subject subject, SlownessCause answer) {
        return new WhyAnswers.Given(Optional.ofNullable(fault), subject, answer);
    }

    @ParameterizedTest
    @CsvSource({
        "READ, LOAD",
        "WRITE, LOAD",
        "HOTSPOT, LOAD",
        "METADATA, METADATA",
        "DEGRADED_DATA, DEGRADED_HARDWARE",
        "DEGRADED_METADATA, DEGRADED_HARDWARE",
        "SLOW_HOST, CLIENT",
        "CAPACITY, SPACE",
        ", UNKNOWN"
    })
    void shouldExpectTheAnswerThatNamesTheFault(FaultClass fault, SlownessCause expected) {
        for (SlownessCause answer : SlownessCause.values()) {
            assertThat(given(fault, WhyAnswers.Subject.INSTANT, answer).isRight())
                    .isEqualTo(answer == expected);
        }
    }

    @Test
    void shouldCountRightAndUnknownAnswersOfInstantsAndRuns() {
        WhyScore score = new WhyScore();
        score.add(List.of(
                given(FaultClass.READ, WhyAnswers.Subject.INSTANT, SlownessCause.LOAD),
                given(FaultClass.READ, WhyAnswers.Subject.INSTANT, SlownessCause.UNKNOWN),
                given(FaultClass.READ, WhyAnswers.Subject.RUN, SlownessCause.METADATA),
                given(FaultClass.READ, WhyAnswers.Subject.RUN, SlownessCause.LOAD),
                given(FaultClass.WRITE, WhyAnswers.Subject.FIRST_CAUSE, SlownessCause.LOAD),
                given(null, WhyAnswers.Subject.INSTANT, SlownessCause.UNKNOWN)));
        StringWriter out = new StringWriter();

        score.print(new PrintWriter(out, true));

        assertThat(out.toString().lines().map(line -> line.replaceAll(" +", " ")))
                .contains(
                        "READ 2 1 1 0.500 2 1 0 0.500 0 0 0 -",
                        "WRITE 0 0 0 - 0 0 0 - 1 1 0 1.000",
                        "pause 1 1 0 1.000 0 0 0 - 0 0 0 -",
                        "all 3 2 1 0.667 2 1 0 0.500 1 1 0 1.000");
    }
}
