package io.barograph.sources.lustre;

import io.barograph.runtime.CollectorContext;
import io.barograph.runtime.DeadLetterCounter;
import io.barograph.runtime.DeadLetterThrottle;
import io.barograph.runtime.FileSystemNameResolver;
import io.barograph.runtime.RecordPublisher;
import io.barograph.runtime.RefusedRecordException;
import io.barograph.runtime.SamplePublisher;
import io.barograph.runtime.SourceCollector;
import io.barograph.schemas.DeadLetter;
import io.barograph.schemas.ServerSample;
import io.barograph.schemas.Topic;
import io.barograph.sources.lustre.LineStream.Line;
import io.barograph.sources.lustre.MetricString.Load;
import io.barograph.sources.lustre.MetricString.Target;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;

/**
 * Publishes what metric strings say: a sample of each target, and for each file system of a host one of the host. A
 * string that Cerebro had at the last poll already, which its time shows, is not published again.
 *
 * <p>A string of lmt_oss 1 does not say which file system the host serves; it waits until a string of lmt_ost 1 of that
 * host says it, and is refused when a newer one comes first.
 */
final class CerebroCollector implements SourceCollector {
    private static final String NAME = "cerebro";

    private record Waiting(Line line, MetricString string, Instant time) {}

    private final LineSource source;
    private final ZoneId zone;
    private final String host;
    private final Clock clock;
    private final Consumer<String> notes;
    private final LustreSampleFactory samples;
    private final DeadLetterCounter refusals;
    private final Map<String, Instant> newest = new BoundedMap<>();
    private final Map<String, Set<String>> fileSystems = new BoundedMap<>();
    private final Map<String, Waiting> waiting = new BoundedMap<>();
    private final Set<String> noted = new HashSet<>();
    private RecordPublisher output;
    private SamplePublisher polls;

    CerebroCollector(LineSource source, CerebroOptions options, CollectorContext context) {
        this.source = source;
        this.zone = options.zone();
        this.host = context.host();
        this.clock = context.clock();
        this.notes = context.notes();
        this.samples = new LustreSampleFactory(
                NAME, new FileSystemNameResolver(context.catalogue(), null), notes, options.interval());
        DeadLetterThrottle repeated = new DeadLetterThrottle(clock);
        Consumer<DeadLetter> letters = letter -> repeated.to(output).accept(letter);
        this.refusals = new DeadLetterCounter(letters, Topic.SERVER_POLLS, "collector " + NAME, clock::instant);
    }

    @Override
    public boolean poll(RecordPublisher publisher) throws InterruptedException {
        output = publisher;
        polls = new SamplePublisher(publisher, host, source.isRecorded() ? null : clock);
        List<Line> lines = source.next();
        try {
            for (Line line : lines) {
                accept(line);
            }
            if (source.hasEnded()) {
                waiting.values().forEach(this::refuseWaiting);
                waiting.clear();
            }
        } finally {
            polls.flush(); // what it takes for published must be, also if a later line fails
        }
        return !source.hasEnded();
    }

    private void accept(Line line) {
        if (line.text().isBlank()) {
            return;
        }
        if (line.isCut()) {
            refuse(line, "longer than " + LineStream.MAX_BYTES + " bytes, which no metric string is");
            return;
        }
        try {
            MetricLine metric = MetricLine.parse(line.text(), zone);
            MetricString string = MetricString.parse(metric, samples);
            if (string.unused() == null) {
                Instant now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
                publish(line, string, metric.time() == null ? now : metric.time());
            } else if (noted.add(string.unused())) {
                notes.accept(source.name() + ": " + string.unused());
            }
        } catch (RefusedRecordException e) {
            refuse(line, e.getMessage());
        }
    }

    private void publish(Line line, MetricString string, Instant time) {
        for (Target target : string.targets()) {
            fileSystems
                    .computeIfAbsent(string.host(), unused -> new TreeSet<>())
                    .add(target.name().fileSystem());
            publish(target.sample(), time);
        }
        Waiting earlier = waiting.remove(string.host());
        if (!fileSystems.containsKey(string.host())) {
            if (earlier != null) {
                refuseWaiting(earlier);
            }
            waiting.put(string.host(), new Waiting(line, string, time));
            return;
        }
        if (earlier != null) {
            publishLoad(earlier.string(), earlier.time());
        }
        publishLoad(string, time);
    }

    private void publishLoad(MetricString string, Instant time) {
        Load load = string.load();
        if (load == null) {
            return;
        }
        Set<String> served = new TreeSet<>();
        string.targets().forEach(target -> served.add(target.name().fileSystem()));
        for (String fileSystem : served.isEmpty() ? fileSystems.get(string.host()) : served) {
            ServerSample sample = samples.host(fileSystem, string.host(), load.kind());
            sample.setCpuPercent(load.cpuPercent());
            sample.setMemoryPercent(load.memoryPercent());
            publish(sample, time);
        }
    }

    private void publish(ServerSample sample, Instant time) {
        String key = sample.getFileSystem() + "/" + sample.getServer() + "/" + sample.getKind();
        if (time.equals(newest.put(key, time))) {
            return;
        }
        sample.setTime(time);
        polls.add(sample);
    }

    private void refuseWaiting(Waiting load) {
        refuse(
                load.line(),
                "no line says which file system " + load.string().host()
                        + " serves; send its lmt_ost strings in the same stream");
    }

    private void refuse(Line line, String reason) {
        refusals.refuse(
                source.name() + ":" + line.number(), reason, null, line.text().getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public String check() throws InterruptedException {
        List<Line> lines = source.sample();
        if (lines.isEmpty()) {
            return source.name() + ", which is looked at only when the collector runs";
        }
        Set<String> targets = new TreeSet<>();
        long refused = 0;
        for (Line line : lines) {
            try {
                if (!line.text().isBlank()) {
                    MetricString.parse(MetricLine.parse(line.text(), zone), samples)
                            .targets()
                            .forEach(target -> targets.add(target.name().name()));
                }
            } catch (RefusedRecordException e) {
                refused++;
            }
        }
        return targets.size() + " targets in " + lines.size() + " lines"
                + (refused == 0 ? "" : "; " + refused + " lines are not understood");
    }

    @Override
    public void close() {
        source.close();
    }

    /** A map that forgets its oldest entry when it has too many, so that strange input cannot fill the memory. */
    static final class BoundedMap<K, V> extends LinkedHashMap<K, V> {
        private static final int MAX_ENTRIES = 50_000;

        @Override
        protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
            return size() > MAX_ENTRIES;
        }
    }
}
