package io.barograph.jobs.replay;

import io.barograph.flink.quarantine.SkippedRecords;
import io.barograph.flink.topics.KafkaConnection;
import io.barograph.jobs.archive.ArchiveFile;
import io.barograph.jobs.archive.ArchiveInventory;
import io.barograph.jobs.archive.DamagedArchiveException;
import io.barograph.schemas.Topic;
import java.io.IOException;
import java.io.Serializable;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Where the records of a window are: in Kafka where it still holds them, else in the archive. A record that both have is
 * read from Kafka.
 *
 * @param damaged files of the archive that are left out
 * @param missing hours that nobody holds, of topics of which every hour has records
 */
public record WindowInputs(List<ReplayInput> inputs, List<DamagedArchiveException> damaged, List<Missing> missing) {
    private static final long HOUR = Duration.ofHours(1).toMillis();

    /** Sources that never stop: an hour without a record of them is an hour that was lost. */
    private static final Set<String> STEADY = Set.of(Topic.SERVER_POLLS.name(), Topic.PROBE_TIMINGS.name());

    /** How much later than its time a record may have come to Kafka. */
    private static final long LATE = HOUR;

    /**
     * Hours in a row that nobody holds.
     *
     * @param from begin of the first
     * @param to end of the last
     */
    public record Missing(String topic, String fileSystem, Instant from, Instant to) {
        @Override
        public String toString() {
            return topic + " of " + fileSystem + " from " + from + " to " + to;
        }
    }

    /**
     * @param kafka broker; null without one
     * @param archive archive; null without one
     * @throws IOException if the archive cannot be listed
     */
    public static WindowInputs find(
            KafkaConnection kafka,
            ArchiveInventory archive,
            Collection<Topic<?>> topics,
            Collection<String> fileSystems,
            ReplayScope scope)
            throws IOException {
        List<ReplayInput> inputs = new ArrayList<>();
        Map<String, Map<Integer, Long>> inKafka = new HashMap<>();
        Map<String, Long> since = new HashMap<>();
        SkippedRecords skipped = SkippedRecords.NONE;
        LateArrivals late = LateArrivals.UNKNOWN;
        if (kafka != null) {
            KafkaInput held = KafkaInput.of(kafka, topics, scope);
            skipped = held.skipped();
            late = held.late();
            if (!held.isEmpty()) {
                inputs.add(held);
            }
            held.ranges().forEach(range -> inKafka.computeIfAbsent(range.topic(), topic -> new HashMap<>())
                    .put(range.partition(), range.begin()));
            for (Topic<?> topic : topics) {
                OptionalLong begin = KafkaInput.heldSince(kafka, topic);
                begin.ifPresent(time -> since.put(topic.name(), time));
            }
        }
        List<ArchiveFile> files = new ArrayList<>();
        List<DamagedArchiveException> damaged = new ArrayList<>();
        if (archive != null) {
            Set<String> names = new HashSet<>();
            topics.forEach(topic -> names.add(topic.name()));
            for (String topic : names) {
                ArchiveInventory.Contents contents =
                        archive.contents(topic, instant(scope.readFrom(topic)), instant(scope.readTo()));
                files.addAll(contents.files());
                damaged.addAll(contents.damaged());
            }
            files.removeIf(file -> !scope.fileSystem().isEmpty()
                    && !file.fileSystem().isEmpty()
                    && !file.fileSystem().equals(scope.fileSystem()));
            for (ArchiveFile file : files) {
                Map<Integer, Long> until = inKafka.getOrDefault(file.topic(), Map.of());
                // A topic that was made anew counts its offsets anew: what is much older lies in the archive alone.
                boolean both = file.to() >= since.getOrDefault(file.topic(), Long.MAX_VALUE) - LATE;
                inputs.add(new ArchiveInput(file, scope, both ? until : Map.of(), skipped, late));
            }
        }
        List<Missing> missing = scope.isEverything() ? List.of() : missing(files, since, topics, fileSystems, scope);
        if (!missing.isEmpty() || !damaged.isEmpty()) {
            inputs.add(letters(missing, damaged, scope));
        }
        return new WindowInputs(inputs, damaged, missing);
    }

    /** @return true if nobody holds anything of it, whatever is held of the time before */
    public boolean isEmpty() {
        return inputs.stream().noneMatch(ReplayInput::holdsWindow);
    }

    /** @return its records in the order of event time */
    public ReplayRecords open() {
        return MergedRecords.ofInputs(inputs);
    }

    private static DeadLetterInput letters(
            List<Missing> missing, List<DamagedArchiveException> damaged, ReplayScope scope) {
        List<Letter> letters = new ArrayList<>();
        missing.forEach(hours -> letters.add(new Letter(
                hours.topic() + "/" + hours.fileSystem(),
                "nothing is held from " + hours.from() + " to " + hours.to(),
                hours.from().toEpochMilli())));
        long begin = scope.isEverything() ? 0 : scope.readFrom(Topic.SERVER_POLLS.name());
        damaged.forEach(file -> letters.add(new Letter(file.path(), file.reason(), begin)));
        letters.sort(Comparator.comparingLong(Letter::time));
        return new DeadLetterInput(List.copyOf(letters));
    }

    /** An hour is held if a file has records of it, or Kafka goes back beyond it. */
    private static List<Missing> missing(
            List<ArchiveFile> files,
            Map<String, Long> since,
            Collection<Topic<?>> topics,
            Collection<String> fileSystems,
            ReplayScope scope) {
        Map<String, Set<Long>> held = new HashMap<>();
        Set<String> known = new LinkedHashSet<>(fileSystems);
        for (ArchiveFile file : files) {
            Set<Long> hours = held.computeIfAbsent(file.topic() + "/" + file.fileSystem(), place -> new TreeSet<>());
            for (long hour = Math.floorDiv(file.from(), HOUR); hour <= Math.floorDiv(file.to(), HOUR); hour++) {
                hours.add(hour);
            }
        }
        known.removeIf(name -> !scope.fileSystem().isEmpty() && !name.equals(scope.fileSystem()));
        long first = Math.floorDiv(scope.readFrom(Topic.SERVER_POLLS.name()), HOUR);
        long last = Math.floorDiv(scope.to(), HOUR);
        Map<String, Missing> missing = new TreeMap<>();
        for (Topic<?> topic : topics) {
            for (String fileSystem : STEADY.contains(topic.name()) ? known : Set.<String>of()) {
                Set<Long> hours = held.getOrDefault(topic.name() + "/" + fileSystem, Set.of());
                boolean everHeld = !hours.isEmpty() || since.containsKey(topic.name());
                if (!everHeld && topic.equals(Topic.PROBE_TIMINGS)) {
                    continue; // not every site probes
                }
                long begin = -1;
                long earliest = hours.stream().mapToLong(hour -> hour).min().orElse(Long.MAX_VALUE);
                long start = Math.max(first, Math.min(earliest, Math.floorDiv(scope.from(), HOUR)));
                for (long hour = start; hour <= last + 1; hour++) {
                    boolean lacks = hour <= last
                            && !hours.contains(hour)
                            && since.getOrDefault(topic.name(), Long.MAX_VALUE) > (hour + 1) * HOUR;
                    if (lacks && begin < 0) {
                        begin = hour;
                    } else if (!lacks && begin >= 0) {
                        missing.put(
                                topic.name() + "/" + fileSystem + "/" + begin,
                                new Missing(topic.name(), fileSystem, instant(begin * HOUR), instant(hour * HOUR)));
                        begin = -1;
                    }
                }
            }
        }
        return List.copyOf(missing.values());
    }

    private static Instant instant(long millis) {
        return millis == Long.MIN_VALUE
                ? Instant.MIN
                : millis == Long.MAX_VALUE ? Instant.MAX : Instant.ofEpochMilli(millis);
    }

    private record Letter(String origin, String reason, long time) implements Serializable {}

    /** Dead letters that are known before the replay begins, in the order of their time. */
    private record DeadLetterInput(List<Letter> letters) implements ReplayInput {
        @Override
        public boolean holdsWindow() {
            return false;
        }

        @Override
        public long from() {
            return Long.MIN_VALUE;
        }

        @Override
        public ReplayRecords open() {
            return new Letters(letters.iterator());
        }
    }

    private record Letters(Iterator<Letter> rest) implements ReplayRecords {
        @Override
        public ReplayedRecord next() {
            if (!rest.hasNext()) {
                return null;
            }
            Letter letter = rest.next();
            return ReplayedRecord.refused(letter.origin(), letter.reason(), letter.time());
        }

        @Override
        public void close() {
            // holds nothing
        }
    }
}
