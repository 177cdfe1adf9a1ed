package io.barograph.contention.cost;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.barograph.servers.rates.StateBytes;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class CostTallyTest {
    private static final long MORNING = millis("2018-02-09T08:00:00Z");
    private static final CostPeriod DAY =
            new CostPeriod(millis("2018-02-09T00:00:00Z"), millis("2018-02-10T00:00:00Z"));
    private static final CostPeriod MONTH =
            new CostPeriod(millis("2018-02-01T00:00:00Z"), millis("2018-03-01T00:00:00Z"));

    private final CostTally tally = new CostTally();

    private static long millis(String instant) {
        return Instant.parse(instant).toEpochMilli();
    }

    @Test
    void shouldTellTheDayAndTheMonthOfAllAndOfEachApplication() {
        assertThat(tally.put("WRITE", MORNING, Map.of("vpicio", 2.0, "ior", 0.5)))
                .containsExactly(
                        new EventCost(DAY, null, 2.5, 1),
                        new EventCost(DAY, "ior", 0.5, 1),
                        new EventCost(DAY, "vpicio", 2, 1),
                        new EventCost(MONTH, null, 2.5, 1),
                        new EventCost(MONTH, "ior", 0.5, 1),
                        new EventCost(MONTH, "vpicio", 2, 1));
        tally.put("READ", MORNING, Map.of("ior", 1.0));
        tally.put("WRITE", millis("2018-02-10T00:00:00Z"), Map.of("ior", 4.0));
        assertThat(tally.cost(DAY, null)).isEqualTo(new EventCost(DAY, null, 3.5, 2));
        assertThat(tally.cost(MONTH, "ior")).isEqualTo(new EventCost(MONTH, "ior", 5.5, 3));
        assertThat(tally.cost(MONTH, "hacc")).isEqualTo(new EventCost(MONTH, "hacc", 0, 0));
    }

    @Test
    void shouldReplaceAnEarlierEstimate() {
        tally.put("WRITE", MORNING, Map.of("vpicio", 2.0, "ior", 0.5));
        assertThat(tally.put("WRITE", MORNING, Map.of("ior", 0.5, "vpicio", 2.0)))
                .as("nothing new")
                .isEmpty();
        assertThat(tally.put("WRITE", MORNING, Map.of("hacc", 1.0)))
                .containsExactly(
                        new EventCost(DAY, null, 1, 1),
                        new EventCost(DAY, "hacc", 1, 1),
                        new EventCost(DAY, "ior", 0, 0),
                        new EventCost(DAY, "vpicio", 0, 0),
                        new EventCost(MONTH, null, 1, 1),
                        new EventCost(MONTH, "hacc", 1, 1),
                        new EventCost(MONTH, "ior", 0, 0),
                        new EventCost(MONTH, "vpicio", 0, 0));
        assertThat(tally.put("WRITE", MORNING, Map.of()).get(0)).isEqualTo(new EventCost(DAY, null, 0, 0));
        assertThat(tally.events()).isZero();
        assertThat(tally.put("WRITE", MORNING, Map.of())).isEmpty();
    }

    @Test
    void shouldForgetEventsBeforeTheLastMonth() {
        tally.put("WRITE", MORNING, Map.of("ior", 1.0));
        tally.put("WRITE", millis("2018-03-31T23:59:59Z"), Map.of("ior", 2.0));
        assertThat(tally.events()).isEqualTo(2);
        tally.put("WRITE", millis("2018-04-01T00:00:00Z"), Map.of("ior", 4.0));
        assertThat(tally.events()).isEqualTo(2);
        assertThat(tally.put("WRITE", MORNING, Map.of("ior", 3.0)))
                .as("too old to be counted")
                .isEmpty();
    }

    @Test
    void shouldKeepTheDearestApplicationsAndTheSumOverAll() {
        Map<String, Double> many = new HashMap<>();
        for (int i = 0; i < 30; i++) {
            many.put("app" + i, 1.0 + i);
        }
        tally.put("WRITE", MORNING, many);
        assertThat(tally.cost(DAY, null).nodeHours()).isEqualTo(465);
        assertThat(tally.cost(DAY, "app10").nodeHours()).isEqualTo(11);
        assertThat(tally.cost(DAY, "app9").events()).isZero();
    }

    @Test
    void shouldBoundTheNumberOfEvents() {
        for (int i = 0; i < CostTally.MAX_EVENTS + 10; i++) {
            tally.put("WRITE", MORNING + i, Map.of("ior", 1.0));
        }
        assertThat(tally.events()).isEqualTo(CostTally.MAX_EVENTS);
        assertThat(tally.cost(new CostPeriod(MORNING, MORNING + 10), null).events())
                .isZero();
    }

    @Test
    void shouldRefuseWhatIsNotKnown() {
        assertThatThrownBy(() -> tally.put("WRITE", MORNING, Map.of("ior", Double.NaN)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("ior");
    }

    private record Estimate(String identity, long onset, Map<String, Double> hours) {}

    @Property(tries = 200)
    void shouldNotDependOnOrderOrRepetition(@ForAll Random random) {
        List<Estimate> last = new ArrayList<>();
        for (int i = 0; i < 30; i++) {
            Map<String, Double> hours = new HashMap<>();
            for (int app = random.nextInt(4); app > 0; app--) {
                hours.put("app" + random.nextInt(5), random.nextDouble() * 1e4);
            }
            last.add(new Estimate("WRITE" + i % 3, MORNING + i / 3 * 10_000_000L, hours));
        }
        CostTally straight = new CostTally();
        last.forEach(estimate -> straight.put(estimate.identity(), estimate.onset(), estimate.hours()));
        List<Estimate> shuffled = new ArrayList<>(last);
        shuffled.addAll(last.subList(0, 10));
        Collections.shuffle(shuffled, random);
        CostTally revised = new CostTally();
        for (Estimate estimate : shuffled) {
            revised.put(estimate.identity(), estimate.onset(), Map.of("app0", random.nextDouble()));
            revised.put(estimate.identity(), estimate.onset(), estimate.hours());
        }
        revised = StateBytes.roundTrip(revised, CostTally::writeTo, CostTally::readFrom);
        assertThat(StateBytes.of(revised, CostTally::writeTo)).isEqualTo(StateBytes.of(straight, CostTally::writeTo));
        double ofApplications = 0;
        for (int app = 0; app < 5; app++) {
            ofApplications += revised.cost(MONTH, "app" + app).nodeHours();
        }
        assertThat(revised.cost(MONTH, null).nodeHours()).isCloseTo(ofApplications, within(1e-6));
    }
}
