package io.barograph.sources.gluster;

import io.barograph.runtime.CollectorContext;
import io.barograph.runtime.CountText;
import io.barograph.runtime.DeadLetterCounter;
import io.barograph.runtime.DeadLetterThrottle;
import io.barograph.runtime.FileSystemNameResolver;
import io.barograph.runtime.RecordPublisher;
import io.barograph.runtime.RefusedRecordException;
import io.barograph.runtime.SamplePublisher;
import io.barograph.runtime.SourceCollector;
import io.barograph.runtime.TimedCommand;
import io.barograph.runtime.UnreadableSourceException;
import io.barograph.schemas.DeadLetter;
import io.barograph.schemas.ServerKind;
import io.barograph.schemas.ServerSample;
import io.barograph.schemas.Topic;
import java.io.IOException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Asks one node of the cluster for the statistics of all bricks. They count since the brick's process started, and are
 * published as they are; a decrease means a restart. A brick that is down has no sample.
 */
final class GlusterCollector implements SourceCollector {
    private static final int MAX_BYTES = 64 * 1024 * 1024;
    private static final long KIBIBYTE = 1024;

    private final GlusterOptions options;
    private final CollectorContext context;
    private final Map<String, String> fileSystems = new LinkedHashMap<>();
    private final DeadLetterThrottle letters;

    GlusterCollector(GlusterOptions options, CollectorContext context) {
        this.options = options;
        this.context = context;
        options.volumes()
                .forEach(volume ->
                        fileSystems.put(volume, FileSystemNameResolver.configured(context.catalogue(), volume)));
        this.letters = new DeadLetterThrottle(context.clock());
    }

    @Override
    public boolean poll(RecordPublisher output) throws InterruptedException {
        SamplePublisher samples = new SamplePublisher(output, context.host(), context.clock());
        Map<String, UnreadableSourceException> failures = new LinkedHashMap<>();
        for (String volume : fileSystems.keySet()) {
            try {
                read(volume, letters.to(output)).forEach(samples::add);
            } catch (UnreadableSourceException e) {
                failures.put(volume, e);
            }
        }
        if (failures.size() == fileSystems.size()) {
            throw failures.values().iterator().next();
        }
        // The other volumes answer all the same, at their interval.
        DeadLetterCounter refusals = refusals(letters.to(output));
        failures.forEach((volume, e) -> refusals.refuse("volume " + volume, e.getMessage(), null, null));
        samples.flush();
        return true;
    }

    private List<ServerSample> read(String volume, Consumer<DeadLetter> refused) throws InterruptedException {
        DeadLetterCounter refusals = refusals(refused);
        Instant asked = context.clock().instant().truncatedTo(ChronoUnit.MILLIS);
        List<GlusterAnswer> bricks = ask(volume, "profile", volume, "info", "cumulative")
                .at("volProfile")
                .all("brick");
        if (bricks.isEmpty()) {
            throw new UnreadableSourceException(
                    "volume " + volume, "no brick answers", "see gluster volume status " + volume);
        }
        Map<String, GlusterAnswer> space = space(volume, asked, refusals);
        List<ServerSample> samples = new ArrayList<>();
        for (GlusterAnswer brick : bricks) {
            String name = brick.text("brickName");
            try {
                samples.addAll(samples(volume, asked, BrickStatistics.of(brick), space.get(name)));
            } catch (RefusedRecordException e) {
                refusals.refuse("volume " + volume + ", brick " + name, e.getMessage(), asked, null);
            }
        }
        return samples;
    }

    private DeadLetterCounter refusals(Consumer<DeadLetter> refused) {
        return new DeadLetterCounter(refused, Topic.SERVER_POLLS, "collector gluster", context.clock()::instant);
    }

    /** By brick. GlusterFS refuses it while somebody changes the volume; that costs no counters. */
    private Map<String, GlusterAnswer> space(String volume, Instant asked, DeadLetterCounter refusals)
            throws InterruptedException {
        Map<String, GlusterAnswer> space = new HashMap<>();
        try {
            GlusterAnswer status = ask(volume, "status", volume, "detail");
            for (GlusterAnswer node :
                    status.at("volStatus", "volumes", "volume").all("node")) {
                space.put(node.text("hostname") + ":" + node.text("path"), node);
            }
        } catch (UnreadableSourceException e) {
            refusals.refuse("volume " + volume, e.getMessage(), asked, null);
        }
        return space;
    }

    private GlusterAnswer ask(String volume, String... arguments) throws InterruptedException {
        List<String> command = new ArrayList<>(options.command());
        command.addAll(List.of("--mode=script", "--xml", "volume"));
        command.addAll(List.of(arguments));
        String name = String.join(" ", command);
        try {
            TimedCommand.Outcome outcome = TimedCommand.run(command, options.timeLimit(), MAX_BYTES);
            if (outcome.output().isBlank() || outcome.overran() || outcome.truncated()) {
                throw new IOException(outcome.failure(options.timeLimit()));
            }
            return GlusterAnswer.parse(outcome.output());
        } catch (IOException e) {
            throw new UnreadableSourceException(
                    name,
                    e.getMessage(),
                    "run it by hand as the collector's user; gluster volume profile " + volume
                            + " start starts the statistics",
                    e);
        }
    }

    /** A brick keeps data and names, so it is an OST and an MDT. Its space is that of the OST. */
    private List<ServerSample> samples(String volume, Instant asked, BrickStatistics brick, GlusterAnswer space) {
        String fileSystem = fileSystems.get(volume);
        ServerSample.Builder data = sample(fileSystem, asked, brick, ServerKind.OST)
                .setReadBytes(brick.readBytes())
                .setWriteBytes(brick.writeBytes())
                .setReadOperations(brick.readOperations())
                .setWriteOperations(brick.writeOperations());
        if (space != null) {
            addSpace(data, space);
        }
        ServerSample.Builder metadata =
                sample(fileSystem, asked, brick, ServerKind.MDT).setMetadataOperations(brick.metadataOperations());
        return List.of(data.build(), metadata.build());
    }

    private ServerSample.Builder sample(String fileSystem, Instant asked, BrickStatistics brick, ServerKind kind) {
        return ServerSample.newBuilder()
                .setFileSystem(fileSystem)
                .setServer(brick.brick())
                .setHost(brick.host())
                .setKind(kind)
                .setTime(asked)
                .setPublishedAt(asked)
                .setIntervalMillis(Math.toIntExact(options.interval().toMillis()))
                .setCollector("gluster");
    }

    /** What a brick without a process does not say stays null. */
    private static void addSpace(ServerSample.Builder sample, GlusterAnswer node) {
        long total = CountText.parse(node.text("sizeTotal")) / KIBIBYTE;
        long free = CountText.parse(node.text("sizeFree")) / KIBIBYTE;
        if (total > 0 && free >= 0 && free <= total) {
            sample.setTotalKibibytes(total).setFreeKibibytes(free).setUsedKibibytes(total - free);
        }
        long inodes = CountText.parse(node.text("inodesTotal"));
        long freeInodes = CountText.parse(node.text("inodesFree"));
        if (inodes > 0 && freeInodes >= 0 && freeInodes <= inodes) {
            sample.setTotalInodes(inodes).setFreeInodes(freeInodes).setUsedInodes(inodes - freeInodes);
        }
    }

    @Override
    public String check() throws InterruptedException {
        List<String> found = new ArrayList<>();
        for (String volume : options.volumes()) {
            found.add(read(volume, letter -> {}).size() / 2 + " bricks of " + volume);
        }
        return String.join(", ", found);
    }
}
