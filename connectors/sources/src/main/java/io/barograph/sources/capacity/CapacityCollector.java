package io.barograph.sources.capacity;

import io.barograph.runtime.CollectorContext;
import io.barograph.runtime.DeadLetterCounter;
import io.barograph.runtime.DeadLetterThrottle;
import io.barograph.runtime.FileSystemNameResolver;
import io.barograph.runtime.RecordPublisher;
import io.barograph.runtime.RereadableText;
import io.barograph.runtime.SamplePublisher;
import io.barograph.runtime.SourceCollector;
import io.barograph.runtime.TextLineReader;
import io.barograph.runtime.UnreadableSourceException;
import io.barograph.schemas.DeadLetter;
import io.barograph.schemas.ServerKind;
import io.barograph.schemas.ServerSample;
import io.barograph.schemas.Topic;
import io.barograph.schemas.WeatherMetric;
import io.barograph.schemas.metrics.CapacityMetrics;
import io.barograph.schemas.metrics.TargetUsage;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** Polls a command, or reads recorded texts once. A command that fails or hangs gives no sample, not half a dump. */
final class CapacityCollector implements SourceCollector {
    private static final String REMEDY = "run it by hand on a client; it must print lfs df, lctl dl -t or mmdf";

    private final CapacityOptions options;
    private final CollectorContext context;
    private final FileSystemNameResolver names;
    private final DeadLetterThrottle letters;

    CapacityCollector(CapacityOptions options, CollectorContext context) {
        this.options = options;
        this.context = context;
        this.letters = new DeadLetterThrottle(context.clock());
        this.names = new FileSystemNameResolver(context.catalogue(), options.fileSystem());
    }

    @Override
    public boolean poll(RecordPublisher output) {
        boolean isLive = options.command() != null;
        SamplePublisher samples = new SamplePublisher(output, context.host(), isLive ? context.clock() : null);
        Consumer<DeadLetter> once = letters.to(output);
        try {
            if (isLive) {
                poll(once).forEach(samples::add);
            } else {
                replay(samples::add, once);
            }
        } finally {
            samples.flush(); // also what a recording holds before the place where it cannot be read
        }
        return isLive;
    }

    /** The dumps of the files, at the times that they state, as if they had been polled at the interval between them. */
    private void replay(Consumer<ServerSample> output, Consumer<DeadLetter> refused) {
        List<Path> files = options.files();
        String origin = files.stream().map(Path::toString).collect(Collectors.joining(", "));
        DeadLetterCounter refusals =
                DeadLetterCounter.ofFile(refused, Topic.SERVER_POLLS, "collector capacity", files.get(0));
        Duration interval = RecordedDumps.interval(files);
        try (RecordedDumps dumps = new RecordedDumps(files, refusals)) {
            for (CapacityDump dump = dumps.next(); dump != null; dump = dumps.next()) {
                samples(dump, origin, interval, refusals).forEach(output);
            }
        }
    }

    private List<ServerSample> poll(Consumer<DeadLetter> refused) {
        Instant now = context.clock().instant();
        DeadLetterCounter refusals =
                new DeadLetterCounter(refused, Topic.SERVER_POLLS, "collector capacity", context.clock()::instant);
        List<ServerSample> samples = new ArrayList<>();
        RereadableText source = RereadableText.command(options.command(), options.timeLimit());
        try (CapacityReader reader =
                new CapacityReader(new TextLineReader(options.command(), source.open(), refusals), now)) {
            for (CapacityDump dump = reader.next(); dump != null; dump = reader.next()) {
                samples.addAll(samples(dump, options.command(), options.interval(), refusals));
            }
        } catch (IOException e) {
            throw new UnreadableSourceException(options.command(), String.valueOf(e.getMessage()), REMEDY, e);
        }
        if (samples.isEmpty() && refusals.count() == 0) {
            throw new UnreadableSourceException(options.command(), "it printed no target", REMEDY);
        }
        return samples;
    }

    private List<ServerSample> samples(
            CapacityDump dump, String origin, Duration interval, DeadLetterCounter refusals) {
        List<ServerSample> samples = new ArrayList<>();
        for (TargetCapacity target : dump.targets()) {
            String called = target.fileSystem();
            Optional<String> name = names.name(called);
            if (name.isPresent()) {
                samples.add(target.sample(name.get(), dump.time(), Math.toIntExact(interval.toMillis())));
            } else {
                String problem = called == null
                        ? "mmdf does not name the file system; give it with fileSystem"
                        : names.unknown(called);
                refusals.refuse(origin + ", " + target.server(), problem, dump.time(), null);
            }
        }
        return samples;
    }

    @Override
    public String check() {
        NavigableMap<ServerKind, Long> kinds = new TreeMap<>();
        if (options.command() == null) {
            replay(sample -> kinds.merge(sample.getKind(), 1L, Long::sum), letter -> {});
            return "samples in the recording: " + kinds;
        }
        List<ServerSample> samples = poll(letter -> {});
        samples.forEach(sample -> kinds.merge(sample.getKind(), 1L, Long::sum));
        return "targets " + kinds + ", servers with OSTs of a partner: " + overloaded(samples);
    }

    private static int overloaded(List<ServerSample> samples) {
        Map<String, List<TargetUsage>> placements = samples.stream()
                .filter(sample -> sample.getKind() == ServerKind.OST && sample.getHost() != null)
                .collect(Collectors.groupingBy(
                        ServerSample::getFileSystem,
                        Collectors.mapping(
                                sample -> new TargetUsage(
                                        0, TargetUsage.NOT_KNOWN, TargetUsage.NOT_KNOWN, sample.getHost()),
                                Collectors.toList())));
        return placements.values().stream()
                .mapToInt(placement -> CapacityMetrics.of(placement, 0)
                        .get(WeatherMetric.OVERLOADED_OSS)
                        .intValue())
                .sum();
    }
}
