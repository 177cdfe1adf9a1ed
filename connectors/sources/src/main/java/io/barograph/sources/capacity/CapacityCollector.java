package io.barograph.sources.capacity;

import io.barograph.runtime.Collector;
import io.barograph.runtime.CollectorContext;
import io.barograph.runtime.FileSystemNames;
import io.barograph.runtime.Publisher;
import io.barograph.runtime.Refusals;
import io.barograph.runtime.RepeatedLetters;
import io.barograph.runtime.TextLines;
import io.barograph.runtime.TextSource;
import io.barograph.runtime.UnreadableSourceException;
import io.barograph.schemas.DeadLetter;
import io.barograph.schemas.ServerKind;
import io.barograph.schemas.ServerSample;
import io.barograph.schemas.Topic;
import io.barograph.schemas.WeatherMetric;
import io.barograph.schemas.metrics.Capacity;
import io.barograph.schemas.metrics.CapacityMetrics;
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
final class CapacityCollector implements Collector {
    private static final String REMEDY = "run it by hand on a client; it must print lfs df, lctl dl -t or mmdf";

    private final CapacityOptions options;
    private final CollectorContext context;
    private final FileSystemNames names;
    private final RepeatedLetters letters;

    CapacityCollector(CapacityOptions options, CollectorContext context) {
        this.options = options;
        this.context = context;
        this.letters = new RepeatedLetters(context.clock());
        this.names = new FileSystemNames(context.catalogue(), options.fileSystem());
    }

    @Override
    public boolean round(Publisher output) {
        Consumer<DeadLetter> once = letters.to(output);
        if (options.command() == null) {
            replay(sample -> output.publish(Topic.SERVER_SAMPLES, sample), once);
        } else {
            poll(once).forEach(sample -> output.publish(Topic.SERVER_SAMPLES, sample));
        }
        output.flush();
        return options.command() != null;
    }

    private void replay(Consumer<ServerSample> output, Consumer<DeadLetter> refused) {
        Refusals refusals = refusals(refused);
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
        Refusals refusals = refusals(refused);
        List<ServerSample> samples = new ArrayList<>();
        TextSource source = TextSource.command(options.command(), options.timeLimit());
        try (CapacityReader reader = new CapacityReader(new TextLines(source.name(), source.open(), refusals))) {
            for (CapacityDump dump = reader.next(); dump != null; dump = reader.next()) {
                for (TargetCapacity target : dump.targets()) {
                    sample(target, dump.time() == null ? now : dump.time(), refusals)
                            .ifPresent(samples::add);
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

    private Optional<ServerSample> sample(TargetCapacity target, Instant time, Refusals refusals) {
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
        return name.map(known -> target.sample(
                known,
                time,
                context.clock().instant(),
                Math.toIntExact(options.interval().toMillis())));
    }

    private Refusals refusals(Consumer<DeadLetter> refused) {
        return new Refusals(refused, Topic.SERVER_SAMPLES, "collector capacity", context.clock()::instant);
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
        Map<String, List<Capacity>> placements = samples.stream()
                .filter(sample -> sample.getKind() == ServerKind.OST && sample.getHost() != null)
                .collect(Collectors.groupingBy(
                        ServerSample::getFileSystem,
                        Collectors.mapping(
                                sample -> new Capacity(0, Capacity.NOT_KNOWN, Capacity.NOT_KNOWN, sample.getHost()),
                                Collectors.toList())));
        return placements.values().stream()
                .mapToInt(placement -> CapacityMetrics.of(placement, 0)
                        .get(WeatherMetric.OVERLOADED_OSS)
                        .intValue())
                .sum();
    }

    @Override
    public void close() {}
}
