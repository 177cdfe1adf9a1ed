package io.barograph.attacks;

import static org.assertj.core.api.Assertions.assertThat;

import io.barograph.schemas.Topic;
import io.barograph.testing.AtLength;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@link HostileHourIT} cannot say, for it is faster than time: how old results become, and when people know. */
@AtLength
class HostileMinutesIT {
    private static final Duration SPAN = Duration.ofMinutes(12);
    private static final Duration CONTENTION_AFTER = Duration.ofMinutes(5);
    private static final Duration MAX_DELAY = Duration.ofSeconds(60);

    /** Half a minute, and what a calm site has: tolerated lateness, the interval and a checkpoint. */
    private static final Duration MAX_AGE = Duration.ofSeconds(30).plus(Duration.ofSeconds(30 + 5 + 10));

    @Test
    void shouldTellTheWeatherAndAlertInTime(@TempDir Path folder) throws Exception {
        HostileHost host = new HostileHost(
                AttackedSite.FROM.plus(Duration.ofMinutes(2)), AttackedSite.FROM.plus(Duration.ofMinutes(9)));
        try (AttackedSite site = AttackedSite.inRealTime(folder, SPAN, CONTENTION_AFTER);
                AlertReceiver people = new AlertReceiver(folder.resolve("alerts.yaml"));
                ResultWatch watch = new ResultWatch(site.stack(), "hostile.", site::now)) {
            AttackedSite.Outcome outcome = site.analyseAndAlert(
                    "hostile",
                    traffic -> {
                        host.mount(traffic);
                        watch.start();
                    },
                    people);

            for (String bystander : List.of(AttackedSite.BYSTANDER, AttackedSite.OTHER_BYSTANDER)) {
                System.out.printf(
                        "%s: results up to %s old, %d rates%n",
                        bystander,
                        watch.greatestAge(bystander),
                        outcome.results().of(bystander).size(Topic.SERVER_RATES));
                assertThat(watch.greatestAge(bystander))
                        .as("age of the newest result of %s", bystander)
                        .isLessThan(MAX_AGE);
            }
            Duration delay = Duration.between(watch.contentionSeen(AttackedSite.BYSTANDER), people.contentionKnownAt());
            System.out.printf("the alert %s after the event%n", delay);
            assertThat(delay).isLessThan(MAX_DELAY);
        }
    }
}
