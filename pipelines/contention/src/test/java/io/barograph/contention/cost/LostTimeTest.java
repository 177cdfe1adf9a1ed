package io.barograph.contention.cost;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.barograph.contention.event.EventSpan;
import io.barograph.schemas.activity.ActivitySpan;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class LostTimeTest {
    private static final long SECOND = 1_000_000;

    private static ActivitySpan io(long from, long to) {
        return new ActivitySpan(from * SECOND, to * SECOND, 0);
    }

    private static LostTime.Harm event(long from, long to) {
        return metadata(from, to, Double.NaN);
    }

    private static LostTime.Harm metadata(long from, long to, double wait) {
        return new LostTime.Harm(new EventSpan(from * SECOND, to * SECOND), wait);
    }

    /** 360 nodes, 0 to 1,000 s; 300 s of I/O for what takes 100 s usually. */
    private static VictimRun run(ActivitySpan... io) {
        return new VictimRun(360, 0, 1_000 * SECOND, List.of(io), 40, 300, 1e11, 1e9);
    }

    @Test
    void shouldChargeOneEventTheWholeExcess() {
        List<EventLoss> losses = LostTime.of(run(io(0, 300)), List.of(event(50, 600)));
        assertThat(losses).containsExactly(new EventLoss(550, 250, 200, 200, 20));
    }

    @Test
    void shouldChargeNoMoreThanTheOverlap() {
        List<EventLoss> losses = LostTime.of(run(io(0, 300)), List.of(event(100, 160)));
        assertThat(losses).containsExactly(new EventLoss(60, 60, 200, 60, 6));
    }

    @Test
    void shouldDivideTheExcessByTheTimeOfIo() {
        List<EventLoss> losses = LostTime.of(
                run(io(0, 200), io(100, 150), io(500, 600)),
                List.of(event(-100, 150), event(550, 2_000), event(300, 400)));
        assertThat(losses)
                .containsExactly(
                        new EventLoss(150, 150, 200, 150, 15),
                        new EventLoss(450, 50, 200, 50, 5),
                        new EventLoss(100, 0, 200, 0, 0));
    }

    @Test
    void shouldTakeIoAsSpreadWhereNoLogSaysWhenItWas() {
        List<EventLoss> losses = LostTime.of(run(), List.of(event(0, 400), event(600, 700)));
        assertThat(losses).containsExactly(new EventLoss(400, 400, 200, 160, 16), new EventLoss(100, 100, 200, 40, 4));
    }

    @Test
    void shouldFindNoLossInAFastRun() {
        VictimRun fast = new VictimRun(360, 0, 1_000 * SECOND, List.of(io(0, 300)), 40, 90, 1e11, 1e9);
        assertThat(LostTime.of(fast, List.of(event(0, 400)))).containsExactly(new EventLoss(400, 300, 0, 0, 0));
    }

    @Test
    void shouldNotKnowTheLossOfARunWithoutClimate() {
        VictimRun unknown = new VictimRun(360, 0, 1_000 * SECOND, List.of(io(0, 300)), 40, 90, 1e11, Double.NaN);
        EventLoss loss = LostTime.of(unknown, List.of(event(0, 400))).get(0);
        assertThat(loss.overlapSeconds()).isEqualTo(400);
        assertThat(loss.lostSeconds()).isNaN();
        assertThat(loss.lostNodeHours()).isNaN();
        assertThat(LostTime.of(unknown, List.of())).isEmpty();
    }

    private static VictimRun metadataRun(double metadataSeconds) {
        return new VictimRun(360, 0, 1_000 * SECOND, List.of(io(0, 200)), metadataSeconds, Double.NaN, 0, Double.NaN);
    }

    @Test
    void shouldChargeAnEventOfMetadataWhatOperationsWaited() {
        // 400 s outside at a tenth of the time; 400 s at four times the duration: 4 x 0.1 / 1.3 of them
        double inEvent = 400 * 0.4 / 1.3;
        assertThat(LostTime.of(metadataRun(40 + inEvent), List.of(metadata(100, 600, 0.75))))
                .singleElement()
                .satisfies(loss -> {
                    assertThat(loss.lostSeconds()).isCloseTo(inEvent * 0.75, within(1e-9));
                    assertThat(loss.lostNodeHours()).isCloseTo(inEvent * 0.75 / 10, within(1e-9));
                });
        assertThat(LostTime.of(metadataRun(800), List.of(metadata(0, 2_000, 0.75)))
                        .get(0)
                        .lostSeconds())
                .as("nothing but metadata, all in the event")
                .isCloseTo(600, within(1e-9));
        assertThat(LostTime.of(metadataRun(40), List.of(metadata(0, 200, 0.9)))
                        .get(0)
                        .lostSeconds())
                .as("it read and wrote meanwhile")
                .isZero();
    }

    @Test
    void shouldNotChargeItToOtherEventsOnceMore() {
        List<EventLoss> losses = LostTime.of(run(io(0, 300)), List.of(event(0, 300), metadata(300, 1_000, 0.5)));
        assertThat(losses.get(0).lostSeconds()).isCloseTo(180, within(1e-9));
        assertThat(losses.get(1).lostSeconds()).isCloseTo(20, within(1e-9));
    }

    @Test
    void shouldTakeAnEventOfMetadataLikeOthersIfTheMetadataTimeIsNotKnown() {
        VictimRun unknown = new VictimRun(360, 0, 1_000 * SECOND, List.of(io(0, 300)), Double.NaN, 300, 1e11, 1e9);
        assertThat(LostTime.of(unknown, List.of(metadata(0, 300, 0.5))).get(0).lostSeconds())
                .isEqualTo(200);
    }

    @Test
    void shouldRefuseARunThatEndsBeforeItStarts() {
        assertThatThrownBy(() -> new VictimRun(1, 5, 4, List.of(), 1, 1, 1, 1))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Property(tries = 300)
    void shouldNeverChargeMoreThanTheExcessAndNotDependOnTheOrder(
            @ForAll Random random, @ForAll @IntRange(min = 1, max = 12) int events) {
        List<ActivitySpan> io = new ArrayList<>();
        for (int i = random.nextInt(8); i > 0; i--) {
            long begin = random.nextInt(1_000);
            io.add(io(begin, begin + random.nextInt(100)));
        }
        VictimRun run = new VictimRun(
                1 + random.nextInt(5_000),
                0,
                1_000 * SECOND,
                io,
                random.nextInt(100),
                random.nextInt(1_000),
                random.nextDouble() * 1e12,
                1e9 * (1 + random.nextDouble()));
        List<LostTime.Harm> harms = new ArrayList<>();
        for (int i = 0; i < events; i++) {
            long from = random.nextInt(1_500) - 200L;
            boolean ofMetadata = random.nextInt(4) == 0;
            harms.add(metadata(from, from + 1 + random.nextInt(600), ofMetadata ? random.nextDouble() : Double.NaN));
        }
        List<EventLoss> losses = LostTime.of(run, harms);
        double ofData = 0;
        double ofMetadata = 0;
        for (int i = 0; i < events; i++) {
            boolean isOfMetadata = !Double.isNaN(harms.get(i).waitFraction());
            ofMetadata += isOfMetadata ? losses.get(i).lostSeconds() : 0;
            ofData += isOfMetadata ? 0 : losses.get(i).lostSeconds();
        }
        assertThat(ofData).isLessThanOrEqualTo(Math.max(0, run.excessSeconds() - ofMetadata) + 1e-9);
        for (EventLoss loss : losses) {
            assertThat(loss.lostSeconds()).isBetween(0.0, loss.overlapSeconds());
            assertThat(loss.ioSeconds()).isLessThanOrEqualTo(loss.overlapSeconds());
            assertThat(loss.lostNodeHours()).isCloseTo(run.nodes() * loss.lostSeconds() / 3_600, within(1e-9));
        }
        List<Integer> order = new ArrayList<>();
        for (int i = 0; i < events; i++) {
            order.add(i);
        }
        Collections.shuffle(order, random);
        Collections.shuffle(io, random);
        VictimRun shuffled = new VictimRun(
                run.nodes(),
                run.startMicros(),
                run.endMicros(),
                io,
                run.metadataSeconds(),
                run.ioSeconds(),
                run.bytes(),
                run.medianBytesPerSecond());
        List<EventLoss> other =
                LostTime.of(shuffled, order.stream().map(harms::get).toList());
        for (int i = 0; i < events; i++) {
            assertThat(other.get(i)).isEqualTo(losses.get(order.get(i)));
        }
    }
}
