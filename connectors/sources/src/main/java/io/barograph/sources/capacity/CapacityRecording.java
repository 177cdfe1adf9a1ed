package io.barograph.sources.capacity;

import io.barograph.runtime.DeadLetterCounter;
import io.barograph.runtime.SampleRecording;
import io.barograph.runtime.UnreadableSourceException;
import io.barograph.schemas.CatalogueFileSystem;
import io.barograph.schemas.DeadLetter;
import io.barograph.schemas.ServerSample;
import io.barograph.schemas.Topic;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * Recorded {@code lfs df}, {@code lfs df -i}, {@code lctl dl -t} and mmdf texts as samples: one per target and dump, with
 * gauges, server and state as far as a dump of that instant shows them; all counters are null. The files are read
 * together: dumps of the same instant give one sample per target.
 */
public final class CapacityRecording implements SampleRecording {
    private static final Duration USUAL_INTERVAL = Duration.ofMinutes(5);

    private final List<Path> files;
    private final String fileSystem;
    private final DeadLetterCounter refusals;
    private final List<RecordedDumps> open = new ArrayList<>();
    private final Map<String, String> mountPoints = new TreeMap<>();
    private final Duration interval;
    private final long expected;

    /**
     * @param files recorded texts, gzipped if their names end with {@code .gz}
     * @param fileSystem name of the file system of all targets; null: as each target's name says. mmdf does not show it
     * @throws UnreadableSourceException if a file cannot be read
     */
    public CapacityRecording(List<Path> files, String fileSystem, Consumer<DeadLetter> letters) {
        this.files = List.copyOf(files);
        this.fileSystem = fileSystem;
        this.refusals = DeadLetterCounter.ofFile(letters, Topic.SERVER_POLLS, "collector capacity", files.get(0));
        long samples = 0;
        DeadLetterCounter silent =
                new DeadLetterCounter(letter -> {}, Topic.SERVER_POLLS, "collector capacity", () -> Instant.EPOCH);
        try (RecordedDumps dumps = new RecordedDumps(this.files, silent)) {
            while (dumps.hasNext()) {
                CapacityDump dump = dumps.next();
                for (TargetCapacity target : dump.targets()) {
                    String name = nameOf(target);
                    if (name != null) {
                        mountPoints.putIfAbsent(name, null);
                        samples++;
                    }
                }
                if (fileSystem == null) {
                    mountPoints.putAll(dump.mountPoints());
                }
            }
            this.interval = dumps.interval(USUAL_INTERVAL);
        }
        this.expected = samples;
    }

    /** @return null if neither the recording nor the caller names it */
    private String nameOf(TargetCapacity target) {
        return fileSystem == null ? target.fileSystem() : fileSystem;
    }

    @Override
    public String name() {
        return files.stream().map(Path::toString).collect(Collectors.joining(", "));
    }

    /** With the mount points as aliases, and the median time between two dumps of a file as interval. */
    @Override
    public List<CatalogueFileSystem> fileSystems() {
        return mountPoints.entrySet().stream()
                .map(entry -> new CatalogueFileSystem(
                        entry.getKey(), entry.getValue() == null ? Set.of() : Set.of(entry.getValue()), interval, 0))
                .toList();
    }

    @Override
    public Iterator<ServerSample> samples() {
        RecordedDumps dumps = new RecordedDumps(files, refusals);
        open.add(dumps);
        return new Iterator<>() {
            private Iterator<ServerSample> dump = Collections.emptyIterator();

            @Override
            public boolean hasNext() {
                while (!dump.hasNext() && dumps.hasNext()) {
                    dump = samples(dumps.next()).iterator();
                }
                return dump.hasNext();
            }

            @Override
            public ServerSample next() {
                if (!hasNext()) {
                    throw new NoSuchElementException();
                }
                return dump.next();
            }
        };
    }

    private List<ServerSample> samples(CapacityDump dump) {
        List<ServerSample> samples = new ArrayList<>();
        for (TargetCapacity target : dump.targets()) {
            String name = nameOf(target);
            if (name == null) {
                refusals.refuse(
                        name() + ", " + target.server(),
                        "mmdf does not name the file system; give it with fileSystem",
                        dump.time(),
                        null);
            } else {
                samples.add(target.sample(name, dump.time(), Math.toIntExact(interval.toMillis())));
            }
        }
        samples.sort(ORDER);
        return samples;
    }

    @Override
    public OptionalLong expectedSamples() {
        return OptionalLong.of(expected);
    }

    @Override
    public long refused() {
        return refusals.count();
    }

    @Override
    public void close() {
        open.forEach(RecordedDumps::close);
        open.clear();
    }
}
