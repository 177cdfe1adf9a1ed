package io.barograph.lab.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.barograph.lab.simulator.plan.CollectionDisturbances;
import io.barograph.lab.simulator.plan.DemandKind;
import io.barograph.lab.simulator.plan.FileSystemModel;
import io.barograph.lab.simulator.plan.JobLoad;
import io.barograph.lab.simulator.plan.SimulatedFault;
import io.barograph.lab.simulator.plan.SiteConfiguration;
import io.barograph.schemas.AvroCodec;
import io.barograph.schemas.ServerPoll;
import io.barograph.schemas.Topic;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.SplittableRandom;
import java.util.TreeMap;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.apache.avro.specific.SpecificRecord;
import org.junit.jupiter.api.Test;

class SimulatedRecordsTest {
    private static final Instant START = Recording.START;
    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final SiteConfiguration EVERYTHING = SiteConfiguration.calm(
                    FileSystemModel.of("scratch", 8, 2), FileSystemModel.of("projects", 4, 1))
            .withDisturbances(CollectionDisturbances.ROUGH)
            .withFaults(List.of(
                    SimulatedFault.contention("scratch", DemandKind.WRITE, MINUTE, MINUTE, 3),
                    SimulatedFault.degraded("projects", DemandKind.METADATA, MINUTE, MINUTE, 3),
                    SimulatedFault.slowHost("projects", 0, MINUTE, MINUTE, 3),
                    SimulatedFault.capacity("projects", MINUTE, MINUTE, 0.9)));

    private static SimulatedRecords records(long seed, long seconds) {
        return new SimulatedRecords(EVERYTHING, seed, START, START.plusSeconds(seconds));
    }

    @Test
    void shouldGiveTheSameBytesForTheSameSeed() throws NoSuchAlgorithmException {
        String first = digest(records(3, 900));
        assertThat(digest(records(3, 900))).isEqualTo(first);
        assertThat(digest(records(4, 900))).isNotEqualTo(first);
    }

    private static String digest(SimulatedRecords records) throws NoSuchAlgorithmException {
        MessageDigest digest = MessageDigest.getInstance("SHA-256");
        records.forEachRemaining(published -> digest.update(encoded(published)));
        records.truths()
                .forEach(truth -> digest.update(truth.toString().getBytes(java.nio.charset.StandardCharsets.UTF_8)));
        return HexFormat.of().formatHex(digest.digest());
    }

    private static <T extends SpecificRecord> byte[] encoded(PublishedRecord<T> published) {
        return AvroCodec.of(published.topic().type()).encode(published.record());
    }

    @Property(tries = 5)
    void shouldGiveTheSameRecordsHoweverTheSiteIsStepped(@ForAll long seed) {
        Recording stepped = new Recording();
        SimulatedSite site = new SimulatedSite(EVERYTHING, seed, START);
        SplittableRandom steps = new SplittableRandom(seed);
        for (Instant now = START;
                now.isBefore(START.plusSeconds(300));
                now = now.plusNanos(steps.nextLong(2_000_000_000))) {
            site.advanceTo(now, stepped.observer);
        }
        site.advanceTo(START.plusSeconds(300), stepped.observer);
        site.finish(stepped.observer);

        SimulatedRecords records = records(seed, 300);
        List<PublishedRecord<?>> whole = new ArrayList<>();
        records.forEachRemaining(whole::add);
        assertThat(stepped.published).isEqualTo(whole);
        assertThat(stepped.all).isEqualTo(records.truths());
        assertThat(stepped.faults).isEqualTo(records.faults());
    }

    @Test
    void shouldComeInTheOrderOfPublicationOnAllTopics() {
        Map<String, Integer> counts = new TreeMap<>();
        Instant last = START;
        SimulatedRecords records = records(3, 900);
        while (records.hasNext()) {
            PublishedRecord<?> published = records.next();
            assertThat(published.publishedAt()).isAfterOrEqualTo(last).isBeforeOrEqualTo(START.plusSeconds(900));
            last = published.publishedAt();
            counts.merge(published.topic().name(), 1, Integer::sum);
        }
        assertThat(counts)
                .containsOnlyKeys(
                        Topic.SERVER_POLLS.name(),
                        Topic.JOB_SAMPLES.name(),
                        Topic.PROBE_TIMINGS.name(),
                        Topic.JOB_SUMMARIES.name(),
                        Topic.JOB_EVENTS.name());
        assertThat(records.faults()).hasSize(4);
        assertThatThrownBy(records::next).isInstanceOf(NoSuchElementException.class);
    }

    /** A fault is no reason for other jobs to be others. */
    @Test
    void shouldPlanTheSameJobsWithAndWithoutFaults() {
        Recording with = Recording.of(EVERYTHING, 3, 600);
        Recording without = Recording.of(EVERYTHING.withFaults(List.of()), 3, 600);

        assertThat(starts(with)).isEqualTo(starts(without)).hasSizeGreaterThan(20);
    }

    private static List<String> starts(Recording recording) {
        return recording.events.stream()
                .filter(event -> event.getJobId().startsWith("1"))
                .filter(event -> event.getKind() == io.barograph.schemas.JobEventKind.START)
                .map(event -> event.getJobId() + event.getJobName() + event.getNodes() + event.getStartTime())
                .sorted()
                .toList();
    }

    /** Prints how fast it is; {@code -Dsimulator.hours=24} for a day, {@code -Dsimulator.jobMillis=864} for 100 000 jobs. */
    @Test
    void shouldSampleALargeSiteCompletelyAndSayHowFastThatIs() {
        int hours = Integer.getInteger("simulator.hours", 1);
        int osts = Integer.getInteger("simulator.osts", 248);
        Duration jobInterval = Duration.ofMillis(Integer.getInteger("simulator.jobMillis", 30_000));
        SiteConfiguration large = SiteConfiguration.calm(FileSystemModel.of("scratch", osts, 1))
                .withJobs(JobLoad.of(jobInterval, Duration.ofMinutes(5), Duration.ofMinutes(30), 0.1, 1))
                .withoutContenders();
        long begin = System.nanoTime();
        SimulatedRecords records = new SimulatedRecords(large, 1, START, START.plusSeconds(hours * 3600L));
        Map<String, Integer> counts = new TreeMap<>();
        while (records.hasNext()) {
            PublishedRecord<?> next = records.next();
            int samples =
                    next.record() instanceof ServerPoll poll ? poll.getServers().size() : 1;
            counts.merge(next.topic().name(), samples, Integer::sum);
        }
        double seconds = (System.nanoTime() - begin) / 1e9;
        int all = counts.values().stream().mapToInt(Integer::intValue).sum();
        System.out.printf(
                "%d h of %d OSTs: %.1f s, %d samples (%.0f/s), %s, %d runs%n",
                hours,
                osts,
                seconds,
                all,
                all / seconds,
                counts,
                records.truths().size());

        int hosts = (osts + 7) / 8;
        assertThat(counts).containsEntry("server-polls", (hours * 720 + 1) * (osts + hosts + 2));
        assertThat(counts.get("job-samples")).isEqualTo((hours * 120 + 1) * (osts + 1));
    }
}
