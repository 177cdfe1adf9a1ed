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
import java.time.Instant;
import java.util.ArrayList;
import java.util.Iterator;
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

    private void replay(Consumer<ServerSample> output, Consumer<DeadLetter> refused) {
        DeadLetterCounter refusals = refusals(refused);
        try (CapacityRecording recording = new CapacityRecording(options.files(), options.fileSystem(), refused)) {
            Iterator<ServerSample> samples = recording.samples();
            while (samples.hasNext()) {
                ServerSample sample = samples.next();
                Optional<String> name = names.name(sample.getFileSystem());
                if (name.isPresent()) {
                    sample.setFileSystem(name.get());
                    output.accept(sample);
                } else {
                    refusals.refuse(
                            recording.name() + ", " + sample.getServer(),
                            names.unknown(sample.getFileSystem()),
                            sample.getTime(),
                            null);
                }
            }
        }
    }

    private List<ServerSample> poll(Consumer<DeadLetter> refused) {
        Instant now = context.clock().instant();
        DeadLetterCounter refusals = refusals(refused);
        List<ServerSample> samples = new ArrayList<>();
        RereadableText source = RereadableText.command(options.command(), options.timeLimit());
        try (CapacityReader reader =
                new CapacityReader(new TextLineReader(source.name(), source.open(), refusals), now)) {
            for (CapacityDump dump = reader.next(); dump != null; dump = reader.next()) {
                for (TargetCapacity target : dump.targets()) {
                    sample(target, dump.time(), refusals).ifPresent(samples::add);
                }
            }
        } catch (IOException e) {
            throw new UnreadableSourceException(options.command(), String.valueOf(e.getMessage()), REMEDY, e);
        }
        if (samples.isEmpty() && refusals.count() == 0) {
            throw new UnreadableSourceException(options.command(), "it printed no target", REMEDY);
        }
        return samples;
    }

    private Optional<ServerSample> sample(TargetCapacity target, Instant time, DeadLetterCounter refusals) {
        String called = target.fileSystem();
        Optional<String> name = names.name(called);
        if (name.isEmpty()) {
            refusals.refuse(
                    options.command() + ", " + target.server(),
                    called == null
                            ? "mmdf does not name the file system; give it with fileSystem"
                            : names.unknown(called),
                    time,
                    null);
        }
        return name.map(known ->
                target.sample(known, time, Math.toIntExact(options.interval().toMillis())));
    }

    private DeadLetterCounter refusals(Consumer<DeadLetter> refused) {
        return new DeadLetterCounter(refused, Topic.SERVER_POLLS, "collector capacity", context.clock()::instant);
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
