package io.barograph.jobs.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.barograph.flink.topics.LateArrivalTime;
import io.barograph.schemas.AvroCodec;
import io.barograph.schemas.LateRecords;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.LongBinaryOperator;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class LateArrivalsTest {
    @BeforeAll
    static void trustTheRecord() {
        AvroCodec.of(LateRecords.class); // Avro builds no record of a class that the codec has not made it trust
    }

    private static LateRecords note(int partition, long arrivedAt, List<Long> offsets, List<Long> times) {
        return new LateRecords("server-polls", partition, Instant.ofEpochMilli(arrivedAt), offsets, times);
    }

    @Test
    void shouldFindARecordByItsPlaceAndTime() {
        LateArrivals late = LateArrivals.of(
                List.of(
                        note(0, 900, List.of(7L, 9L), List.of(100L, 200L)),
                        note(1, 950, List.of(7L), List.of(300L)),
                        note(0, 990, List.of(8L, 3L, 9L), List.of(150L, 50L, 200L))),
                ReplayScope.EVERYTHING);
        LongBinaryOperator first = late.of("server-polls", 0);

        assertThat(first.applyAsLong(7, 100)).isEqualTo(900);
        assertThat(first.applyAsLong(8, 150)).isEqualTo(990);
        assertThat(first.applyAsLong(3, 50)).isEqualTo(990);
        assertThat(first.applyAsLong(9, 200)).as("what was noted last holds").isEqualTo(990);
        assertThat(late.of("server-polls", 1).applyAsLong(7, 300)).isEqualTo(950);
        assertThat(first.applyAsLong(7, 101))
                .as("of a topic that was made anew")
                .isEqualTo(LateArrivalTime.IN_TIME);
        assertThat(first.applyAsLong(1, 100)).isEqualTo(LateArrivalTime.IN_TIME);
        assertThat(late.of("server-polls", 2).applyAsLong(7, 100)).isEqualTo(LateArrivalTime.IN_TIME);
        assertThat(late.of("job-samples", 0).applyAsLong(7, 100)).isEqualTo(LateArrivalTime.IN_TIME);
    }

    @Test
    void shouldRefuseMoreThanFitIntoMemory() {
        int each = 1_000_000;
        List<LateRecords> notes = new ArrayList<>();
        for (int part = 0; part <= LateArrivals.MAX_RECORDS / each; part++) {
            List<Long> offsets = LongStream.range((long) part * each, (part + 1L) * each)
                    .boxed()
                    .toList();
            notes.add(note(0, 900, offsets, offsets));
        }
        assertThatThrownBy(() -> LateArrivals.of(notes, ReplayScope.EVERYTHING))
                .hasMessageContaining("replay a shorter window");
        assertThat(LateArrivals.of(notes.subList(0, 1), ReplayScope.EVERYTHING)
                        .of("server-polls", 0)
                        .applyAsLong(5, 5))
                .isEqualTo(900);
    }

    /** A source whose clock has been behind for a month must not keep a window of an hour from being replayed. */
    @Test
    void shouldHoldNothingOfWhatIsNotReplayed() {
        int each = LateArrivals.MAX_RECORDS + 1;
        Instant window = Instant.parse("2026-03-01T00:00:00Z");
        long before = window.minus(Duration.ofDays(1)).toEpochMilli();
        List<Long> offsets = LongStream.range(0, each).boxed().toList();
        ReplayScope scope = ReplayScope.window(
                window, window.plus(Duration.ofHours(1)), Duration.ofSeconds(30), ReplayScope.Climates.KEPT);
        LateArrivals late = LateArrivals.of(
                List.of(
                        note(0, before + 300_000, offsets, Collections.nCopies(each, before)),
                        note(0, 900, List.of(each + 1L), List.of(window.toEpochMilli()))),
                scope);
        assertThat(late.of("server-polls", 0).applyAsLong(each + 1L, window.toEpochMilli()))
                .isEqualTo(900);
        assertThat(late.of("server-polls", 0).applyAsLong(1, before)).isEqualTo(LateArrivalTime.IN_TIME);
    }
}
