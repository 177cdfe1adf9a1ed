package io.barograph.lab.soak;

import static org.assertj.core.api.Assertions.assertThat;

import io.barograph.cli.replay.SiteReplayComparison;
import io.barograph.schemas.Topic;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.LongUnaryOperator;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class SoakResultTest {
    private static final SiteReplayComparison.Outcome SAME = outcome(0, 0, 0);

    private static SiteReplayComparison.Outcome outcome(long missing, long extra, long doubled) {
        Map<String, Long> records = new HashMap<>();
        SiteReplayComparison.TOPICS.forEach(topic -> records.put(topic.name(), 10L));
        return new SiteReplayComparison.Outcome(records, missing, extra, doubled, List.of());
    }

    private static PointDiff.Found same(String measurement, long points) {
        return new PointDiff.Found(measurement, points, points, 0, 0, 0, List.of());
    }

    private static List<PointDiff.Found> points(PointDiff.Found... others) {
        List<PointDiff.Found> points = new ArrayList<>(List.of(others));
        SoakResult.MEASUREMENTS.stream()
                .filter(name ->
                        points.stream().noneMatch(each -> each.measurement().equals(name)))
                .forEach(name -> points.add(same(name, 10)));
        return points;
    }

    private static SoakResult result(
            SiteReplayComparison.Outcome results,
            int decided,
            long wrong,
            List<PointDiff.Found> points,
            LongUnaryOperator heap) {
        List<SoakResult.Sample> samples = LongStream.range(0, 40)
                .mapToObj(i -> new SoakResult.Sample(
                        Duration.ofMinutes(i),
                        heap.applyAsLong(i),
                        OptionalLong.empty(),
                        OptionalLong.empty(),
                        OptionalLong.empty(),
                        OptionalLong.of(3)))
                .toList();
        return new SoakResult(List.of(), samples, results, decided, wrong, points);
    }

    private static SoakResult.Verdict verdict(
            SiteReplayComparison.Outcome results, long wrong, PointDiff.Found... points) {
        return result(results, 10, wrong, points(points), i -> 100).verdict();
    }

    @Test
    void shouldBeGoodIfNothingIsLostAndMemoryIsFlat() {
        assertThat(verdict(SAME, 0)).isEqualTo(SoakResult.Verdict.GOOD);
        assertThat(result(SAME, 10, 0, points(), i -> i < 5 ? 30 : 100 + i / 4).verdict())
                .isEqualTo(SoakResult.Verdict.GOOD);
        assertThat(SoakResult.Verdict.GOOD.exitCode()).isZero();
    }

    @Test
    void shouldNotBeGoodIfAnythingIsLostDoubledOrWrong() {
        List<SoakResult.Verdict> verdicts = List.of(
                verdict(outcome(1, 0, 0), 0),
                verdict(outcome(0, 1, 0), 0),
                verdict(outcome(0, 0, 1), 0),
                verdict(SAME, 1),
                verdict(SAME, 0, new PointDiff.Found("slowdowns", 9, 10, 1, 0, 0, List.of())),
                verdict(SAME, 0, new PointDiff.Found("slowdowns", 11, 10, 0, 1, 0, List.of())),
                verdict(SAME, 0, new PointDiff.Found("slowdowns", 10, 10, 0, 0, 1, List.of())));
        assertThat(verdicts).containsOnly(SoakResult.Verdict.NOT_GOOD);
        assertThat(SoakResult.Verdict.NOT_GOOD.exitCode()).isEqualTo(1);
    }

    @Test
    void shouldNotBeGoodIfMemoryGrows() {
        SoakResult result = result(SAME, 10, 0, points(), i -> 100 + 2 * i);
        assertThat(result.heapGrowth()).isBetween(0.3, 0.5);
        assertThat(result.verdict()).isEqualTo(SoakResult.Verdict.NOT_GOOD);
        assertThat(result.faults()).singleElement().asString().startsWith("memory grew by");
    }

    @Test
    void shouldNotJudgeWhatWasNotCompared() {
        for (Topic<?> topic : SiteReplayComparison.TOPICS) {
            SiteReplayComparison.Outcome none = outcome(0, 0, 0);
            none.records().put(topic.name(), 0L);
            SoakResult result = result(none, 10, 0, points(), i -> 100);
            if (topic.equals(Topic.EVIDENCE)) {
                assertThat(result.verdict()).as("a record a day").isEqualTo(SoakResult.Verdict.GOOD);
            } else {
                assertThat(result.verdict()).as(topic.name()).isEqualTo(SoakResult.Verdict.NOT_JUDGED);
                assertThat(result.gaps()).containsExactly("results of topic " + topic.name());
            }
        }
        for (String measurement : SoakResult.MEASUREMENTS) {
            assertThat(verdict(SAME, 0, same(measurement, 0))).as(measurement).isEqualTo(SoakResult.Verdict.NOT_JUDGED);
        }
        SoakResult undecided = result(SAME, 0, 0, points(), i -> 100);
        assertThat(undecided.gaps()).containsExactly("coverage factors");
        assertThat(undecided.verdict().exitCode()).isEqualTo(3);
        SoakResult nothing =
                result(new SiteReplayComparison.Outcome(Map.of(), 0, 0, 0, List.of()), 0, 0, List.of(), i -> 100);
        assertThat(nothing.verdict()).isEqualTo(SoakResult.Verdict.NOT_JUDGED);
    }
}
