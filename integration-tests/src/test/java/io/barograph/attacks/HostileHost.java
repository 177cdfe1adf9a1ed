package io.barograph.attacks;

import io.barograph.schemas.CollectorHealth;
import io.barograph.schemas.CollectorState;
import io.barograph.schemas.FileSystemUse;
import io.barograph.schemas.JobEvent;
import io.barograph.schemas.JobEventKind;
import io.barograph.schemas.JobSummary;
import io.barograph.schemas.ServerSample;
import io.barograph.schemas.Topic;
import io.barograph.schemas.admission.NameRule;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/** One host that attacks with all it has: every attack several times and in any order, and names by the thousand. */
final class HostileHost {
    static final int POLLS = 4;
    static final int SERVERS = 33_000;
    static final int COLLECTORS = 25_000;
    static final int SUMMARIES = 100;
    static final int JOBS = 10_000;

    private static final long SEED = 60;
    private static final String MALLORY = "mallory";
    private static final Duration LONG_AGO = Duration.ofHours(6);
    private static final int WAVES = 20;
    private static final int MOUNT_POINTS = 1_000;

    private final Instant begin;
    private final Instant end;
    private Traffic traffic;

    /** @param begin when it begins, as the site has it */
    HostileHost(Instant begin, Instant end) {
        this.begin = begin;
        this.end = end;
    }

    /** @return what it took part in last */
    Traffic traffic() {
        return traffic;
    }

    /**
     * Each attack once before names come by the thousand, and servers last: once a quota is used up, that is the reason
     * of all dead letters, whatever else is wrong.
     */
    void mount(Traffic mounted) {
        traffic = mounted;
        traffic.attackAs(MALLORY);
        Random random = new Random(SEED);
        List<Attack> once = new ArrayList<>(EnumSet.complementOf(EnumSet.of(Attack.INVENTED_SERVERS)));
        Collections.shuffle(once, random);
        once.add(Attack.INVENTED_SERVERS);
        List<Consumer<Traffic>> mounts = new ArrayList<>();
        once.forEach(attack -> mounts.add(attack::mount));
        List<Consumer<Traffic>> again = new ArrayList<>();
        for (int poll = 1; poll < POLLS; poll++) {
            EnumSet.allOf(Attack.class).forEach(attack -> again.add(attack::mount));
        }
        IntStream.range(0, WAVES).forEach(wave -> {
            again.add(each -> inventServers(each, wave));
            again.add(each -> inventCollectors(each, wave));
            again.add(HostileHost::inventMountPoints);
            again.add(each -> inventJobs(each, wave));
        });
        Collections.shuffle(again, random);
        mounts.addAll(again);
        Duration step = Duration.between(begin, end).dividedBy(mounts.size());
        for (int index = 0; index < mounts.size(); index++) {
            traffic.attackFrom(begin.plus(step.multipliedBy(index)));
            mounts.get(index).accept(traffic);
        }
    }

    private static IntStream numbersOf(int wave, int all) {
        return IntStream.range(wave * (all / WAVES), (wave + 1) * (all / WAVES));
    }

    private static void inventServers(Traffic traffic, int wave) {
        ServerSample sample = traffic.samples().get(0);
        String begin = "invented-" + "x".repeat(NameRule.MAX_NAME - 15);
        numbersOf(wave, SERVERS).forEach(number -> {
            String name = begin + String.format(Locale.ROOT, "%06d", number);
            traffic.add(
                    ServerSample.newBuilder(sample)
                            .setServer(name)
                            .setHost(name)
                            .build(),
                    sample.getTime(),
                    number % AttackedSite.PARTITIONS);
        });
    }

    private static void inventCollectors(Traffic traffic, int wave) {
        Instant time = traffic.samples().get(0).getTime();
        numbersOf(wave, COLLECTORS)
                .forEach(number -> traffic.add(
                        Topic.COLLECTOR_HEALTH,
                        CollectorHealth.newBuilder()
                                .setCollector("invented-" + number)
                                .setType("lustre")
                                .setHost(MALLORY)
                                .setTime(time)
                                .setStartedAt(time)
                                .setState(CollectorState.RUNNING)
                                .build()));
    }

    private static void inventMountPoints(Traffic traffic) {
        for (int i = 0; i < SUMMARIES / WAVES; i++) {
            int number = traffic.nextNumber();
            FileSystemUse use = traffic.summary().getFileSystems().get(0);
            List<FileSystemUse> uses = IntStream.range(0, MOUNT_POINTS)
                    .mapToObj(mountPoint -> FileSystemUse.newBuilder(use)
                            .setFileSystem("/invented-" + number + "-" + mountPoint)
                            .build())
                    .toList();
            traffic.add(JobSummary.newBuilder(traffic.summary())
                    .setJobId("77700" + number)
                    .setUser(MALLORY)
                    .setFileSystems(uses)
                    .build());
        }
    }

    private static void inventJobs(Traffic traffic, int wave) {
        numbersOf(wave, JOBS).forEach(number -> {
            Instant start = AttackedSite.FROM.minus(LONG_AGO).plusSeconds(number % 1_000);
            JobEvent end = JobEvent.newBuilder()
                    .setJobId(Long.toString(99_900_000L + number))
                    .setRawJobId(99_900_000L + number)
                    .setKind(JobEventKind.END)
                    .setTime(start.plusSeconds(1_000))
                    .setPublishedAt(start.plusSeconds(1_010))
                    .setSubmitTime(start.minusSeconds(100))
                    .setStartTime(start)
                    .setEndTime(start.plusSeconds(1_000))
                    .setState("COMPLETED")
                    .setUser(MALLORY)
                    .setNodes(8)
                    .setCollector(MALLORY)
                    .build();
            traffic.add(Topic.JOB_EVENTS, end); // first, so that it runs at no time
            traffic.add(
                    Topic.JOB_EVENTS,
                    JobEvent.newBuilder(end)
                            .setKind(JobEventKind.START)
                            .setTime(start)
                            .setEndTime(null)
                            .setState("RUNNING")
                            .build());
        });
    }
}
