package io.barograph.attacks;

import io.barograph.schemas.FileSystemUse;
import io.barograph.schemas.JobSummary;
import io.barograph.schemas.ServerKind;
import io.barograph.schemas.ServerSample;
import io.barograph.schemas.Topic;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.regex.Pattern;

/**
 * What a user with a file, or a host with a broken clock or counter, can put into the input topics of a site. Each one
 * concerns the file system that is attacked alone.
 */
enum Attack {
    /** Microseconds overflow past 2262. */
    RUN_THAT_ENDS_IN_2286("job-summaries", "endTime is 2286-") {
        @Override
        void mount(Traffic traffic) {
            Instant end = Instant.parse("2286-11-20T17:46:39Z");
            JobSummary forged = forged(traffic);
            traffic.add(JobSummary.newBuilder(forged)
                    .setEndTime(end)
                    .setRunTimeSeconds((double)
                            Duration.between(forged.getStartTime(), end).toSeconds())
                    .build());
        }
    },
    RUN_OF_2030("job-summaries", "endTime is 2030-.*collectedAt") {
        @Override
        void mount(Traffic traffic) {
            Instant start = Instant.parse("2030-01-01T00:00:00Z");
            traffic.add(JobSummary.newBuilder(forged(traffic))
                    .setStartTime(start)
                    .setEndTime(start.plusSeconds(60))
                    .setRunTimeSeconds(60)
                    .build());
        }
    },
    RUN_THAT_ENDS_BEFORE_IT_STARTS("job-summaries", "before startTime") {
        @Override
        void mount(Traffic traffic) {
            JobSummary forged = forged(traffic);
            traffic.add(JobSummary.newBuilder(forged)
                    .setEndTime(forged.getStartTime().minusSeconds(10))
                    .build());
        }
    },
    NEGATIVE_BYTES("job-summaries", "readBytes is -5000000000") {
        @Override
        void mount(Traffic traffic) {
            traffic.add(changed(forged(traffic), use -> use.setReadBytes(-5_000_000_000L)));
        }
    },
    SUM_OF_5_EXABYTES("job-summaries", "readBytes is 5400000000000000000") {
        @Override
        void mount(Traffic traffic) {
            traffic.add(changed(forged(traffic), use -> use.setReadBytes(5_400_000_000_000_000_000L)));
        }
    },
    CONTRADICTING_LOG("job-summaries", "contradicts") {
        @Override
        void mount(Traffic traffic) {
            JobSummary first = traffic.summary();
            traffic.add(changed(first, use -> use.setReadBytes(use.getReadBytes() / 2 + 1)));
        }
    },
    /** The payload alone: the record's timestamp is that of the others. */
    PAYLOAD_A_YEAR_AHEAD("server-polls", "time is 2027-.*publishedAt") {
        @Override
        void mount(Traffic traffic) {
            ServerSample sample = traffic.samples().get(0);
            traffic.add(
                    ServerSample.newBuilder(sample)
                            .setTime(sample.getTime().plus(Duration.ofDays(365)))
                            .build(),
                    sample.getTime(),
                    0);
        }
    },
    /** With the timestamp of the record; as far ahead as a broker without a limit of its own takes it. */
    SAMPLE_HALF_A_YEAR_AHEAD("server-polls", "time is 2026-08-.*publishedAt") {
        @Override
        void mount(Traffic traffic) {
            ServerSample sample = traffic.samples().get(0);
            traffic.addShifted(sample, Duration.ofDays(180), 0);
        }
    },
    /**
     * A host whose clock is wrong: all its samples, and one in each partition. Less than the hour that admission allows:
     * they are samples, and what they must not do is to take event time along.
     */
    CLOCK_55_MINUTES_AHEAD("", "") {
        @Override
        void mount(Traffic traffic) {
            Duration ahead = Duration.ofMinutes(55);
            for (int partition = 0; partition < AttackedSite.PARTITIONS; partition++) {
                traffic.addShifted(traffic.samples().get(0), ahead, partition);
            }
            traffic.samples().forEach(sample -> traffic.addShifted(sample, ahead, 0));
        }
    },
    /** One sample that is no counter of any server, then the counter goes on. */
    COUNTER_OF_900_PETABYTES("", "") {
        @Override
        void mount(Traffic traffic) {
            ServerSample sample = traffic.samples().get(10);
            traffic.replace(
                    sample,
                    ServerSample.newBuilder(sample)
                            .setReadBytes(900_000_000_000_000_000L)
                            .build());
        }
    },
    COUNTERS_BELOW_ZERO("server-polls", "readBytes is -5") {
        @Override
        void mount(Traffic traffic) {
            traffic.samples()
                    .subList(20, 26)
                    .forEach(sample -> traffic.replace(
                            sample,
                            ServerSample.newBuilder(sample)
                                    .setReadBytes(-5L)
                                    .setWriteBytes(-5L)
                                    .build()));
        }
    },
    /** More than four times what the site expects, from one collector. */
    INVENTED_SERVERS("server-polls", "collector mallory@.*too many servers") {
        @Override
        void mount(Traffic traffic) {
            ServerSample sample = traffic.samples().get(0);
            for (int server = 0; server < 3_000; server++) {
                traffic.add(
                        ServerSample.newBuilder(sample)
                                .setServer("invented-" + server)
                                .setHost("invented-" + server)
                                .setCollector("mallory")
                                .build(),
                        sample.getTime(),
                        server % AttackedSite.PARTITIONS);
            }
        }
    },
    INVENTED_FILE_SYSTEMS("server-polls", "no file system or alias \"invented-59\"") {
        @Override
        void mount(Traffic traffic) {
            ServerSample sample = traffic.samples().get(0);
            for (int number = 0; number < 60; number++) {
                traffic.add(
                        ServerSample.newBuilder(sample)
                                .setFileSystem("invented-" + number)
                                .build(),
                        sample.getTime(),
                        traffic.partitionOf(sample));
            }
        }
    },
    INVENTED_MOUNT_POINTS("job-summaries", "no file system or alias \"/invented-999\"") {
        @Override
        void mount(Traffic traffic) {
            JobSummary forged = forged(traffic);
            List<FileSystemUse> uses = new ArrayList<>();
            for (int number = 0; number < 1_000; number++) {
                uses.add(FileSystemUse.newBuilder(forged.getFileSystems().get(0))
                        .setFileSystem("/invented-" + number)
                        .build());
            }
            traffic.add(JobSummary.newBuilder(forged).setFileSystems(uses).build());
        }
    },
    OPERATION_WITH_A_BACKSLASH("server-polls", "kind of metadataOperations is \"a.b\"") {
        @Override
        void mount(Traffic traffic) {
            ServerSample sample = traffic.samples().get(1);
            traffic.add(
                    ServerSample.newBuilder(sample)
                            .setServer("mdt-of-mallory")
                            .setKind(ServerKind.MDT)
                            .setMetadataOperations(Map.of("a\\b", 1L))
                            .build(),
                    sample.getTime(),
                    traffic.partitionOf(sample));
        }
    },
    NOT_AVRO("job-events", "not Avro") {
        @Override
        void mount(Traffic traffic) {
            traffic.addBytes(Topic.JOB_EVENTS, new byte[] {1, 2, 3});
        }
    };

    private final String topic;
    private final Pattern reason;

    Attack(String topic, String reason) {
        this.topic = topic;
        this.reason = Pattern.compile(reason);
    }

    /** Puts it among the records of the site. */
    abstract void mount(Traffic traffic);

    /** @return true if something of it is refused at the door; what is not is marked in the results */
    boolean isRefused() {
        return !topic.isEmpty();
    }

    /**
     * @param source topic of a dead letter, without prefix
     * @param text its reason
     * @return true if it may be the answer to this attack
     */
    boolean isAnsweredBy(String source, String text) {
        return source.equals(topic) && reason.matcher(text).find();
    }

    /** @return a log of a run that there never was, but for what is attacked a good one */
    private static JobSummary forged(Traffic traffic) {
        return JobSummary.newBuilder(traffic.summary())
                .setJobId("66600" + traffic.nextNumber())
                .setUser("mallory")
                .build();
    }

    private static JobSummary changed(JobSummary summary, Consumer<FileSystemUse> change) {
        JobSummary copy = JobSummary.newBuilder(summary).build();
        copy.getFileSystems().forEach(change);
        return copy;
    }
}
