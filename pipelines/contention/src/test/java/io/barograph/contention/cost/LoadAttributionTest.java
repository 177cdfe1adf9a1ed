package io.barograph.contention.cost;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.barograph.contention.event.EventSpan;
import io.barograph.schemas.SuspectSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class LoadAttributionTest {
    private static final long SECOND = 1_000_000;
    private static final long MINUTE = 60 * SECOND;
    private static final EventSpan EVENT = new EventSpan(10 * MINUTE, 20 * MINUTE);

    private final LoadAttribution attribution = new LoadAttribution(EVENT);

    @Test
    void shouldProrateWhatLiesPartlyInTheEvent() {
        attribution.addJobStatistics("7", 9 * MINUTE + 30 * SECOND, 10 * MINUTE + 30 * SECOND, 100);
        attribution.addJobStatistics("7", 12 * MINUTE, 13 * MINUTE, 1_000);
        attribution.addJobStatistics("7", 20 * MINUTE - 15 * SECOND, 20 * MINUTE + 45 * SECOND, 40);
        attribution.addJobStatistics("7", 20 * MINUTE, 21 * MINUTE, 5_000);
        LoadSuspects suspects = attribution.suspects(2_120, true);
        assertThat(suspects.top()).containsExactly(new LoadSuspect("7", 1_060, 0.5, SuspectSource.JOB_STATS));
        assertThat(suspects.unattributed()).isEqualTo(1_060);
        assertThat(suspects.unattributedShare()).isEqualTo(0.5);
        assertThat(suspects.excess()).isZero();
    }

    @Test
    void shouldTakeAnInstantOnce() {
        assertThat(EVENT.partOf(10 * MINUTE, 10 * MINUTE)).isZero();
        assertThat(EVENT.partOf(20 * MINUTE, 20 * MINUTE)).isEqualTo(1);
        assertThatThrownBy(() -> new EventSpan(5, 5)).isInstanceOf(IllegalArgumentException.class);
        assertThat(EventSpan.ofMillis(600_000, 1_200_000)).isEqualTo(EVENT);
    }

    @Test
    void shouldTakeDarshanWhereJobStatisticsSayNothing() {
        attribution.addJobStatistics("1", 11 * MINUTE, 12 * MINUTE, 300);
        attribution.addLog("2", 15 * MINUTE, 25 * MINUTE, 1_000);
        LoadSuspects suspects = attribution.suspects(1_000, true);
        assertThat(suspects.top())
                .containsExactly(
                        new LoadSuspect("2", 500, 0.5, SuspectSource.DARSHAN),
                        new LoadSuspect("1", 300, 0.3, SuspectSource.JOB_STATS));
        assertThat(suspects.unattributed()).isEqualTo(200);
    }

    @Test
    void shouldTakeDarshanWhereItPlacesTheSameTrafficBetter() {
        // a burst from 10:00 to 10:10, of which job statistics know only the minutes from 9:30 on
        attribution.addJobStatistics("1", 9 * MINUTE + 30 * SECOND, 10 * MINUTE + 30 * SECOND, 800);
        attribution.addLog("1", 10 * MINUTE, 10 * MINUTE + 10 * SECOND, 800);
        assertThat(attribution.suspects(1_000, true).top())
                .containsExactly(new LoadSuspect("1", 800, 0.8, SuspectSource.DARSHAN));
    }

    @Test
    void shouldTakeJobStatisticsWhereDarshanSawOnlyAPart() {
        attribution.addJobStatistics("1", 11 * MINUTE, 12 * MINUTE, 800);
        attribution.addJobStatistics("1", 19 * MINUTE + 30 * SECOND, 20 * MINUTE + 30 * SECOND, 100);
        attribution.addLog("1", 11 * MINUTE, 12 * MINUTE, 500);
        assertThat(attribution.suspects(1_000, true).top())
                .containsExactly(new LoadSuspect("1", 850, 0.85, SuspectSource.JOB_STATS));
        attribution.addLog("1", 11 * MINUTE, 12 * MINUTE, 600);
        assertThat(attribution.suspects(1_000, true).top())
                .as("more than the servers saw: read from the clients' caches")
                .containsExactly(new LoadSuspect("1", 850, 0.85, SuspectSource.JOB_STATS));
    }

    @Test
    void shouldTakeTheLargerOneWhereJobStatisticsAreIncomplete() {
        attribution.addJobStatistics("1", 11 * MINUTE, 12 * MINUTE, 300);
        attribution.addLog("1", 11 * MINUTE, 13 * MINUTE, 900);
        assertThat(attribution.suspects(1_000, true).top().get(0).source()).isEqualTo(SuspectSource.JOB_STATS);
        assertThat(attribution.suspects(1_000, false).top())
                .containsExactly(new LoadSuspect("1", 900, 0.9, SuspectSource.DARSHAN));
    }

    @Test
    void shouldStateWhatTheJobsSayBeyondTheServers() {
        attribution.addLog("1", 11 * MINUTE, 12 * MINUTE, 1_500);
        LoadSuspects suspects = attribution.suspects(1_000, true);
        assertThat(suspects.unattributed()).isZero();
        assertThat(suspects.unattributedShare()).isZero();
        assertThat(suspects.excess()).isEqualTo(500);
        assertThat(suspects.top().get(0).share()).isEqualTo(1.5);
    }

    @Test
    void shouldNotKnowWhatNobodyTells() {
        LoadSuspects nothing = attribution.suspects(1_000, true);
        assertThat(nothing.top()).isEmpty();
        assertThat(nothing.unattributed()).isEqualTo(1_000);
        assertThat(nothing.unattributedShare())
                .as("no source says anything of jobs")
                .isNaN();
        attribution.addJobStatistics("1", 11 * MINUTE, 12 * MINUTE, 0);
        assertThat(attribution.suspects(1_000, true).unattributedShare())
                .as("job statistics say that no job did it")
                .isEqualTo(1);
        attribution.addJobStatistics("1", 11 * MINUTE, 12 * MINUTE, 100);
        LoadSuspects unknown = attribution.suspects(Double.NaN, true);
        assertThat(unknown.top()).containsExactly(new LoadSuspect("1", 100, Double.NaN, SuspectSource.JOB_STATS));
        assertThat(unknown.unattributed()).isNaN();
        assertThat(unknown.excess()).isNaN();
        assertThat(attribution.suspects(0, true).top().get(0).share()).isNaN();
    }

    @Test
    void shouldNameTheTenLargestAndCountAll() {
        for (int job = 0; job < 25; job++) {
            attribution.addJobStatistics("job" + job, 11 * MINUTE, 12 * MINUTE, job - job % 2);
        }
        LoadSuspects suspects = attribution.suspects(1_000, true);
        assertThat(suspects.jobs()).as("two did nothing").isEqualTo(23);
        assertThat(suspects.top().stream().map(LoadSuspect::jobId))
                .containsExactly(
                        "job24", "job22", "job23", "job20", "job21", "job18", "job19", "job16", "job17", "job14");
        assertThat(suspects.attributed()).isEqualTo(2 * (2 + 4 + 6 + 8 + 10 + 12 + 14 + 16 + 18 + 20 + 22) + 24);
    }

    @Test
    void shouldRefuseANegativeAmount() {
        assertThatThrownBy(() -> attribution.addLog("4711", 0, 1, -1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("4711");
        assertThatThrownBy(() -> attribution.addLog("4711", 2, 1, 1)).isInstanceOf(IllegalArgumentException.class);
    }

    @Property(tries = 200)
    void shouldAddUpOverTimeAndNotDependOnTheOrder(
            @ForAll Random random, @ForAll @IntRange(min = 1, max = 40) int size) {
        List<Consumer<LoadAttribution>> facts = new ArrayList<>();
        double all = 0;
        for (int i = 0; i < size; i++) {
            String job = "job" + random.nextInt(6);
            boolean isLog = job.compareTo("job3") < 0;
            long begin = random.nextInt(1_000) * SECOND;
            long end = begin + random.nextInt(200) * SECOND;
            double amount = random.nextInt(1_000_000);
            all += amount;
            facts.add(
                    isLog ? a -> a.addLog(job, begin, end, amount) : a -> a.addJobStatistics(job, begin, end, amount));
        }
        double sum = 0;
        for (int part = 0; part < 6; part++) {
            EventSpan span = new EventSpan(200 * SECOND * part - 1, 200 * SECOND * (part + 1) - 1);
            LoadAttribution inOrder = new LoadAttribution(span);
            facts.forEach(fact -> fact.accept(inOrder));
            LoadSuspects suspects = inOrder.suspects(all, true);
            sum += suspects.attributed();
            assertThat(suspects.unattributed()).isGreaterThanOrEqualTo(0);
            assertThat(suspects.attributed() + suspects.unattributed() - suspects.excess())
                    .isCloseTo(all, within(1e-6 * Math.max(1, all)));
            Collections.shuffle(facts, random);
            LoadAttribution shuffled = new LoadAttribution(span);
            facts.forEach(fact -> fact.accept(shuffled));
            assertThat(shuffled.suspects(all, true).attributed())
                    .isCloseTo(suspects.attributed(), within(1e-6 * Math.max(1, all)));
        }
        assertThat(sum).as("the parts of time together").isCloseTo(all, within(1e-6 * Math.max(1, all)));
    }

    @Property(tries = 200)
    void shouldNeverCountAJobTwice(@ForAll Random random) {
        LoadAttribution statistics = new LoadAttribution(EVENT);
        LoadAttribution logs = new LoadAttribution(EVENT);
        LoadAttribution both = new LoadAttribution(EVENT);
        for (int i = 0; i < 10; i++) {
            long begin = random.nextInt(1_500) * SECOND;
            double amount = random.nextInt(1_000);
            long end = begin + random.nextInt(120) * SECOND;
            if (random.nextBoolean()) {
                statistics.addJobStatistics("1", begin, end, amount);
                both.addJobStatistics("1", begin, end, amount);
            } else {
                logs.addLog("1", begin, end, amount);
                both.addLog("1", begin, end, amount);
            }
        }
        boolean isComplete = random.nextBoolean();
        double one = statistics.suspects(1, isComplete).attributed();
        double other = logs.suspects(1, isComplete).attributed();
        assertThat(both.suspects(1, isComplete).attributed()).isIn(one, other);
    }
}
