package io.barograph.sources.lustre;

import io.barograph.runtime.CollectorContext;
import io.barograph.runtime.DeadLetterCounter;
import io.barograph.runtime.DeadLetterThrottle;
import io.barograph.runtime.FileSystemNameResolver;
import io.barograph.runtime.RecordPublisher;
import io.barograph.runtime.SamplePublisher;
import io.barograph.runtime.SourceCollector;
import io.barograph.runtime.UnreadableSourceException;
import io.barograph.schemas.DeadLetter;
import io.barograph.schemas.ServerKind;
import io.barograph.schemas.ServerSample;
import io.barograph.schemas.Topic;
import io.barograph.sources.lustre.ServerTextSource.Reading;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/**
 * Publishes a sample of each target and of the host per poll. The samples of a live source carry the time at which the
 * poll began, by the collector's clock, so that the samples of all servers of a site are on one clock; those of a
 * recording carry the times that the recorded statistics state.
 */
final class LustreCollector implements SourceCollector {
    private static final String NAME = "lustre";

    private final ServerTextSource source;
    private final String host;
    private final String collectorHost;
    private final LustreSampleFactory samples;
    private final ServerReader reader;
    private final Clock clock;
    private RecordPublisher output;
    private final DeadLetterCounter refusals;

    /** @param host host that is read, which may be another one than the collector's */
    LustreCollector(ServerTextSource source, String host, Duration interval, CollectorContext context) {
        this.source = source;
        this.host = host;
        this.collectorHost = context.host();
        this.clock = context.clock();
        this.samples = new LustreSampleFactory(
                NAME, new FileSystemNameResolver(context.catalogue(), null), context.notes(), interval);
        this.reader = new ServerReader(samples, host);
        DeadLetterThrottle repeated = new DeadLetterThrottle(clock);
        Consumer<DeadLetter> letters = letter -> repeated.to(output).accept(letter);
        this.refusals = new DeadLetterCounter(letters, Topic.SERVER_POLLS, "collector " + NAME, clock::instant);
    }

    @Override
    public boolean poll(RecordPublisher publisher) throws InterruptedException {
        output = publisher;
        Instant begun = now();
        ParseProblemHandler problems = (origin, reason, input) ->
                refusals.refuse(origin, reason, null, input == null ? null : input.getBytes(StandardCharsets.UTF_8));
        Reading reading = source.read(problems);
        SamplePublisher polls = new SamplePublisher(publisher, collectorHost, reading.isRecorded() ? null : clock);
        read(reader, reading, begun, problems).forEach(polls::add);
        polls.flush();
        return !reading.isRecorded();
    }

    private List<ServerSample> read(ServerReader server, Reading reading, Instant begun, ParseProblemHandler problems) {
        List<ServerSample> found = reading.isRecorded()
                ? server.read(reading.texts(), null, reading.time(), problems)
                : server.read(reading.texts(), begun, begun, problems);
        if (found.isEmpty()) {
            boolean router = reading.texts()
                    .text("lnet/routes")
                    .map(LnetStatistics::isRouter)
                    .orElse(false);
            throw new UnreadableSourceException(
                    source.name(),
                    "no OST or MDT" + (router ? "; the host is an LNET router" : ""),
                    "read a Lustre server whose targets are mounted; with lctl, ask for obdfilter.* and mdt.*");
        }
        return found;
    }

    private Instant now() {
        return clock.instant().truncatedTo(ChronoUnit.MILLIS);
    }

    @Override
    public String check() throws InterruptedException {
        AtomicLong problems = new AtomicLong();
        ParseProblemHandler count = (origin, reason, input) -> problems.incrementAndGet();
        List<ServerSample> found = read(new ServerReader(samples, host), source.read(count), now(), count);
        TreeSet<String> fileSystems = new TreeSet<>();
        found.forEach(sample -> fileSystems.add(sample.getFileSystem()));
        return number(found, ServerKind.OST) + " OSTs and " + number(found, ServerKind.MDT) + " MDTs of "
                + String.join(", ", fileSystems)
                + (problems.get() == 0 ? "" : "; " + problems.get() + " texts or lines are not understood");
    }

    private static long number(List<ServerSample> samples, ServerKind kind) {
        return samples.stream().filter(sample -> sample.getKind() == kind).count();
    }
}
