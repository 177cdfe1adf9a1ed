package io.barograph.attacks;

import static org.assertj.core.api.Assertions.assertThat;

import io.barograph.containers.ContainerResults;
import io.barograph.schemas.DeadLetter;
import io.barograph.schemas.Topic;
import io.barograph.testing.AtLength;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * An hour of one hostile host of one file system, beside two others: every attack several times and in any order, and
 * names by the thousand. The others have the same results, their people are alerted of what really happens there, the
 * state grows no more than quotas allow, and all that is refused is the host's.
 *
 * <p>The jobs that it invents were over hours before: those that run now count among the jobs at the time of everybody.
 */
@AtLength
class HostileHourIT {
    private static final Instant BEGIN = AttackedSite.FROM.plus(Duration.ofMinutes(2));

    /** The results of the last quarter say whether anything is left of it. */
    private static final Instant END = AttackedSite.FROM.plus(Duration.ofMinutes(45));

    /** Names are admitted by hour: this one, and by its clocks that are 55 min ahead the next. */
    private static final int HOURS = 2;

    /** A site that expects 12 servers has the least quota, 1 024 for a source, in each partition and hour. */
    private static final int MAX_SERVERS = AttackedSite.PARTITIONS * HOURS * 1_024;

    /** The quota of a source, in each partition. */
    private static final int MAX_COLLECTORS = AttackedSite.PARTITIONS * 4_096;

    /** Unknown file systems are named for samples and for logs, 1 000 in an hour by each subtask. */
    private static final int MAX_NAMED = 2 * AttackedSite.PARTITIONS * 1_000;

    /**
     * What may stay, by the limits in docs/security.md and the sizes in docs/architecture.md ("Where state lives"):
     * 26 MiB. For each server that the quota admits 4 KiB, its name of 128 characters in the keys of several operators
     * and a few samples; for each job 1 KiB, 450 bytes in three operators and its names. Quotas have 8 bytes a name.
     */
    private static final long MAX_STATE_BYTES = 4_096L * MAX_SERVERS + 1_024L * HostileHost.JOBS;

    private static final Pattern POSITION = Pattern.compile(".+-\\d+@\\d+");

    private final HostileHost host = new HostileHost(BEGIN, END);

    @Test
    void shouldLeaveNothingButDeadLettersOfAHostileHour(@TempDir Path folder) throws Exception {
        try (AttackedSite site = AttackedSite.forAnHour(folder);
                AlertReceiver usually = new AlertReceiver(folder.resolve("usually.yaml"));
                AlertReceiver meanwhile = new AlertReceiver(folder.resolve("meanwhile.yaml"))) {
            AttackedSite.Outcome quiet = site.analyseAndAlert("quiet", traffic -> {}, usually);
            AttackedSite.Outcome attacked = site.analyseAndAlert("hostile", host::mount, meanwhile);

            System.out.printf(
                    "%d hostile records, %d dead letters; %d bytes of state, else %d; %d messages, else %d%n",
                    host.traffic().hostilePositions().size(),
                    attacked.deadLetters().size(),
                    attacked.savepointBytes(),
                    quiet.savepointBytes(),
                    meanwhile.toEverybody().size(),
                    usually.toEverybody().size());
            assertThat(quiet.deadLetters()).isEmpty();
            requireSameResults(AttackedSite.BYSTANDER, quiet, attacked);
            requireSameResults(AttackedSite.OTHER_BYSTANDER, quiet, attacked);
            assertThat(quiet.results().of(AttackedSite.BYSTANDER).size(Topic.CONTENTION_EVENTS))
                    .isPositive();
            requireAnswers(attacked);
            requireNothingOfOthersAmong(attacked.deadLetters());
            requireAlerts(meanwhile);
            assertThat(attacked.savepointBytes() - quiet.savepointBytes())
                    .as("bytes of state that are left")
                    .isLessThan(MAX_STATE_BYTES);
        }
    }

    private static void requireSameResults(String bystander, AttackedSite.Outcome quiet, AttackedSite.Outcome attacked)
            throws Exception {
        ContainerResults undisturbed = quiet.results().of(bystander).withoutSchedulersJobs();
        assertThat(undisturbed.size(Topic.SERVER_RATES)).isGreaterThan(600);
        assertThat(undisturbed.size(Topic.JOB_WEATHER)).isGreaterThan(40);
        assertThat(undisturbed.size(Topic.LIVE_COVERAGE)).isGreaterThan(40);
        assertThat(undisturbed.size(Topic.SLOWDOWNS)).isGreaterThan(100);
        assertThat(undisturbed.size(Topic.ANOMALIES)).isGreaterThan(20);

        ContainerResults disturbed = attacked.results().of(bystander).withoutSchedulersJobs();
        Path differences = Path.of("target", "hostile-hour-" + bystander + ".txt");
        undisturbed.writeDifferences(disturbed, differences);
        assertThat(disturbed.counts(undisturbed))
                .as("records of %s that differ, in full in %s", bystander, differences)
                .isEqualTo(undisturbed.counts(undisturbed));
    }

    private static void requireAnswers(AttackedSite.Outcome attacked) {
        for (Attack attack : Attack.values()) {
            assertThat(attacked.hasAnswerTo(attack))
                    .as("%s has its dead letter", attack)
                    .isEqualTo(attack.isRefused());
        }
        requireRefusals("too many servers", HostileHost.SERVERS - MAX_SERVERS, attacked.deadLetters());
        requireRefusals("too many collectors", HostileHost.COLLECTORS - MAX_COLLECTORS, attacked.deadLetters());
    }

    private static void requireRefusals(String reason, int least, List<DeadLetter> letters) {
        assertThat(letters.stream().filter(letter -> letter.getReason().contains(reason)))
                .as("refused for %s", reason)
                .hasSizeGreaterThanOrEqualTo(least);
    }

    /** One dead letter at most for each hostile record, and a bounded number for names in records that are admitted. */
    private void requireNothingOfOthersAmong(List<DeadLetter> letters) {
        Set<String> hostilePositions = host.traffic().hostilePositions();
        assertThat(hostilePositions.size())
                .isGreaterThan(
                        HostileHost.SERVERS + HostileHost.COLLECTORS + HostileHost.SUMMARIES + 2 * HostileHost.JOBS);
        List<String> refused = new ArrayList<>();
        List<String> refusedSamples = new ArrayList<>();
        int contradictions = 0;
        int named = 0;
        for (DeadLetter letter : letters) {
            if (POSITION.matcher(letter.getOrigin()).matches()) {
                refused.add(letter.getOrigin());
            } else if (letter.getReason().contains("contradicts an earlier log of the same run")) {
                assertThat(letter.getReason()).contains("on " + AttackedSite.ATTACKED);
                contradictions++;
            } else if (letter.getReason().contains("no file system or alias")) {
                named++;
            } else {
                refusedSamples.add(letter.getOrigin());
            }
        }
        assertThat(refusedSamples)
                .as("single samples of polls")
                .doesNotHaveDuplicates()
                .isSubsetOf(host.traffic().hostileSamples());
        Set<String> ofOthers = new HashSet<>(refused);
        assertThat(ofOthers.size()).as("one dead letter for each").isEqualTo(refused.size());
        ofOthers.removeAll(hostilePositions);
        assertThat(ofOthers).as("refused of others").isEmpty();
        assertThat(contradictions).isBetween(1, HostileHost.POLLS);
        assertThat(named).isBetween(1, MAX_NAMED);
    }

    /**
     * That the alert came before the end, and as a message, is what the run has waited for. How soon is not asserted: a
     * server that falls silent holds event time back for a minute of the clock on the wall, which at this speed is most
     * of the hour.
     */
    private static void requireAlerts(AlertReceiver people) {
        assertThat(people.messagesBeforeContention()).isLessThan(AlertReceiver.HOURLY_CAP);
        assertThat(people.toEverybody())
                .as("the quota of the channel, and a digest")
                .hasSizeLessThanOrEqualTo(AlertReceiver.HOURLY_CAP + 1);
    }
}
