package io.barograph.attacks;

import static org.assertj.core.api.Assertions.assertThat;

import io.barograph.schemas.Topic;
import io.barograph.testing.AtLength;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@link HostileHourIT} cannot say, for it is faster than time: how old results become, and when people know. */
@AtLength
class HostileMinutesIT {
    private static final Duration SPAN = Duration.ofMinutes(12);
    private static final Duration CONTENTION_AFTER = Duration.ofMinutes(5);
    private static final Instant ATTACKED_FROM = AttackedSite.FROM.plus(Duration.ofMinutes(2));
    private static final Instant ATTACKED_UNTIL = AttackedSite.FROM.plus(Duration.ofMinutes(9));
    private static final Duration MAX_DELAY = Duration.ofSeconds(60);

    /** How much older results may be than before the attack. */
    private static final Duration MAX_OLDER = Duration.ofSeconds(30);

    @Test
    void shouldTellTheWeatherAndAlertInTime(@TempDir Path folder) throws Exception {
        HostileHost host = new HostileHost(ATTACKED_FROM, ATTACKED_UNTIL);
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
                Duration before = watch.greatestAge(bystander, AttackedSite.FROM, ATTACKED_FROM);
                Duration attacked = watch.greatestAge(bystander, ATTACKED_FROM, AttackedSite.FROM.plus(SPAN));
                System.out.printf(
                        "%s: results up to %s old before, up to %s while it is attacked, %d rates%n",
                        bystander,
                        before,
                        attacked,
                        outcome.results().of(bystander).size(Topic.SERVER_RATES));
                assertThat(attacked)
                        .as("age of the newest result of %s", bystander)
                        .isLessThan(before.plus(MAX_OLDER));
            }
            Duration delay = Duration.between(watch.contentionSeen(AttackedSite.BYSTANDER), people.contentionKnownAt());
            System.out.printf("the alert %s after the event%n", delay);
            assertThat(delay).isLessThan(MAX_DELAY);
        }
    }
}
