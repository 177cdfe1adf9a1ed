package io.barograph.alerting;

import static io.barograph.alerting.Desk.HOUR;
import static io.barograph.alerting.Desk.MINUTE;
import static io.barograph.alerting.Desk.SECOND;
import static io.barograph.alerting.Desk.contention;
import static io.barograph.alerting.Desk.level;
import static io.barograph.alerting.Desk.policy;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

class AlertBookPropertyTest {
    private static final int TRIES = 25;
    private static final long STEP = 10 * SECOND;

    /** What comes in the step of that number. */
    private static List<List<AlertSignal>> anything(Random random, int steps) {
        List<List<AlertSignal>> observations = new ArrayList<>();
        int keys = 1 + random.nextInt(40);
        int[] revisions = new int[keys];
        boolean[] over = new boolean[keys];
        long lag = random.nextInt(4) == 0 ? random.nextInt(30) * MINUTE : 0;
        for (int step = 0; step < steps; step++) {
            long now = Desk.START + step * STEP;
            List<AlertSignal> together = new ArrayList<>();
            int count = random.nextInt(5);
            for (int i = 0; i < count; i++) {
                int key = random.nextInt(keys);
                long at = now - (step < steps / 3 ? lag : 0);
                if (key % 3 == 0) {
                    together.add(level(AlertSource.FORECAST, "f" + key, at + i, random.nextInt(12)));
                } else if (key % 3 == 1) {
                    together.add(level(AlertSource.SLOWDOWN, "s" + key, at + i, 1 + random.nextInt(12)));
                } else if (!over[key]) {
                    over[key] = random.nextInt(4) == 0;
                    together.add(
                            contention("e" + key, now, at + i, ++revisions[key], 2 + random.nextInt(5), over[key]));
                }
            }
            observations.add(together);
        }
        return observations;
    }

    private static void play(Desk desk, List<List<AlertSignal>> observations) {
        for (List<AlertSignal> together : observations) {
            together.forEach(desk::observe);
            desk.pass(STEP, STEP);
        }
    }

    @Property(tries = TRIES)
    void shouldNeverSendMoreThanTheCapOneDigestAndWhatIsCriticalInAnyHour(
            @ForAll long seed, @ForAll @IntRange(min = 1, max = 12) int cap) {
        Desk desk = new Desk(policy(cap));
        play(desk, anything(new Random(seed), 1000));
        List<AlertNotification> sent = desk.sent();
        for (int first = 0; first < sent.size(); first++) {
            long begin = sent.get(first).at();
            List<AlertNotification> hour = sent.subList(first, sent.size()).stream()
                    .filter(notice -> notice.at() < begin + HOUR)
                    .toList();
            long digests = hour.stream()
                    .filter(notice -> notice.kind() == AlertNotification.Kind.DIGEST)
                    .count();
            assertThat(digests).isLessThanOrEqualTo(1);
            long capped = hour.stream()
                    .filter(notice -> notice.kind() != AlertNotification.Kind.DIGEST)
                    .filter(notice -> notice.items().stream()
                            .noneMatch(item -> item.view().severity() == Severity.CRITICAL))
                    .count();
            assertThat(capped).isLessThanOrEqualTo(cap);
        }
    }

    @Property(tries = TRIES)
    void shouldTellExactlyOneEndOfWhateverItHasOpened(@ForAll long seed, @ForAll @IntRange(min = 4, max = 30) int cap) {
        Desk desk = new Desk(policy(cap));
        play(desk, anything(new Random(seed), 600));
        desk.pass(40 * HOUR, MINUTE); // nothing more is heard: what is open is given up after a day
        Map<String, Integer> open = new HashMap<>();
        for (AlertNotification notice : desk.sent()) {
            if (notice.kind() == AlertNotification.Kind.DIGEST) {
                continue;
            }
            for (AlertNotification.Item item : notice.items()) {
                String key = item.view().key();
                int before = open.getOrDefault(key, 0);
                switch (item.change()) {
                    case BEGUN -> assertThat(before).as("%s begins", key).isZero();
                    case CHANGED, OVER ->
                        assertThat(before).as("%s goes on or ends", key).isOne();
                    case BEGUN_AND_OVER -> assertThat(before).isZero();
                }
                open.put(
                        key,
                        item.change() == AlertNotification.Change.BEGUN
                                        || item.change() == AlertNotification.Change.CHANGED
                                ? 1
                                : 0);
            }
        }
        assertThat(open)
                .allSatisfy((key, stillOpen) -> assertThat(stillOpen).as(key).isZero());
        assertThat(desk.book().open()).isZero();
    }

    @Property(tries = TRIES)
    void shouldNotBeChangedByObservationsThatComeAgainInAnyOrder(@ForAll long seed) {
        Random random = new Random(seed);
        List<List<AlertSignal>> observations = anything(random, 500);
        Desk once = new Desk(policy(10));
        play(once, observations);

        List<AlertSignal> seen = new ArrayList<>();
        List<List<AlertSignal>> repeated = new ArrayList<>();
        for (List<AlertSignal> together : observations) {
            List<AlertSignal> more = new ArrayList<>();
            for (AlertSignal observation : together) {
                more.add(observation);
                seen.add(observation);
                for (int i = random.nextInt(3); i > 0; i--) {
                    more.add(seen.get(random.nextInt(seen.size())));
                }
            }
            repeated.add(more);
        }
        Desk again = new Desk(policy(10));
        play(again, repeated);
        assertThat(again.sent()).isEqualTo(once.sent());
    }

    @Property(tries = TRIES)
    void shouldSendTheSameAfterARestoreAtAnyPoint(@ForAll long seed) {
        Random random = new Random(seed);
        List<List<AlertSignal>> observations = anything(random, 500);
        Desk whole = new Desk(policy(10));
        play(whole, observations);
        Desk restored = new Desk(policy(10));
        for (List<AlertSignal> together : observations) {
            together.forEach(restored::observe);
            if (random.nextInt(10) == 0) {
                restored.restore();
            }
            restored.pass(STEP, STEP);
        }
        assertThat(restored.sent()).isEqualTo(whole.sent());
    }

    /** Those that a digest had reported between the state and the kill, and a message of their own after it. */
    @Example
    void shouldTellTheEndOfWhatWasHeldInTheStateAndHasBegunAgainSince() {
        for (long seed : new long[] {26, 90, 179, 1626}) {
            shouldRepeatNothingAfterAKillWhenWhatWasSentIsReadBack(seed);
        }
    }

    /** The state is old, what was sent since is written down, and the inputs since come again. */
    @Property(tries = TRIES)
    void shouldRepeatNothingAfterAKillWhenWhatWasSentIsReadBack(@ForAll long seed) {
        Random random = new Random(seed);
        List<List<AlertSignal>> observations = anything(random, 500);
        Desk killed = new Desk(policy(10));
        int checkpoint = random.nextInt(400);
        int kill = checkpoint + random.nextInt(100);
        play(killed, observations.subList(0, checkpoint));
        AlertBook atCheckpoint = killed.copyOfBook();
        int sentAtCheckpoint = killed.sent().size();
        play(killed, observations.subList(checkpoint, kill));
        killed.goOnFrom(
                atCheckpoint,
                killed.sent().subList(sentAtCheckpoint, killed.sent().size()));
        observations.subList(checkpoint, kill).forEach(together -> together.forEach(killed::observe));
        play(killed, observations.subList(kill, observations.size()));
        killed.pass(30 * HOUR, MINUTE);
        Map<String, Integer> balance = new HashMap<>();
        for (AlertNotification notice : killed.sent()) {
            for (AlertNotification.Item item : notice.kind() == AlertNotification.Kind.DIGEST
                    ? List.<AlertNotification.Item>of()
                    : notice.items()) {
                int step = item.change() == AlertNotification.Change.BEGUN
                        ? 1
                        : item.change() == AlertNotification.Change.OVER ? -1 : 0;
                int open = balance.merge(item.view().key(), step, Integer::sum);
                assertThat(open).as("%s at %d", item.view().key(), notice.at()).isBetween(0, 1);
            }
        }
        assertThat(balance.values()).allMatch(open -> open == 0);
    }
}
