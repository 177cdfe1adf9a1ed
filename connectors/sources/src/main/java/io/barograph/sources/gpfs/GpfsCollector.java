package io.barograph.sources.gpfs;

import io.barograph.runtime.CollectorContext;
import io.barograph.runtime.DeadLetterCounter;
import io.barograph.runtime.DeadLetterThrottle;
import io.barograph.runtime.FileSystemNameResolver;
import io.barograph.runtime.NodePolls;
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
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/**
 * Asks nodes for the counters of mmpmon. They count since the file system was mounted on the node, or since the last
 * reset; they are published as they are, and whoever reads them takes a decrease for a restart. Nothing is kept from one
 * poll to the next, so no position is needed.
 */
final class GpfsCollector implements SourceCollector {
    private static final int MAX_WAITING = 10_000;

    /** An answer to io_s, until it is known whether the node also answers fs_io_s. */
    private record WholeNode(MmpmonLine answer, String line, String place) {}

    private final GpfsOptions options;
    private final CollectorContext context;
    private final FileSystemNameResolver names;
    private final FileSystemNameResolver ofWholeNode;
    private final DeadLetterThrottle letters;
    private final NodePolls polls;

    GpfsCollector(GpfsOptions options, CollectorContext context) {
        this.options = options;
        this.context = context;
        this.letters = new DeadLetterThrottle(context.clock());
        this.names = new FileSystemNameResolver(context.catalogue(), null);
        this.ofWholeNode = new FileSystemNameResolver(context.catalogue(), options.fileSystem());
        this.polls = new NodePolls(context.name(), options.parallel(), options.interval(), context.notes());
    }

    @Override
    public boolean poll(RecordPublisher output) throws InterruptedException {
        boolean isLive = options.file() == null;
        SamplePublisher samples = new SamplePublisher(output, context.host(), isLive ? context.clock() : null);
        try {
            read(samples::add, output, letters);
        } finally {
            samples.flush(); // also what was said before the poll failed
        }
        return isLive;
    }

    /**
     * @param samples takes what nodes say, from several threads
     * @param output takes what is refused
     * @return how many nodes answered
     */
    private int read(Consumer<ServerSample> samples, RecordPublisher output, DeadLetterThrottle once)
            throws InterruptedException {
        if (options.file() != null) {
            String file = options.file().toString();
            try {
                read(file, RereadableText.file(options.file()), samples, once.to(output));
                return 1;
            } catch (IOException e) {
                throw new UnreadableSourceException(
                        file, String.valueOf(e.getMessage()), "save the output of mmpmon -p there", e);
            }
        }
        List<String> nodes = options.nodes().isEmpty() ? List.of(context.host()) : options.nodes();
        Map<String, String> failures = polls.poll(
                nodes,
                (node, gate) -> read(
                        node,
                        RereadableText.command(options.command().replace("{node}", node), options.timeLimit()),
                        samples,
                        once.to(gate)),
                output);
        if (failures.size() == nodes.size()) {
            throw new UnreadableSourceException(
                    options.command(),
                    failures.values().iterator().next(),
                    "run it by hand as root; it must print the answer of mmpmon -p to fs_io_s");
        }
        return nodes.size() - failures.size();
    }

    private void read(
            String origin, RereadableText source, Consumer<ServerSample> samples, Consumer<DeadLetter> refused)
            throws IOException {
        DeadLetterCounter refusals =
                new DeadLetterCounter(refused, Topic.SERVER_POLLS, "collector gpfs", context.clock()::instant);
        Set<String> perFileSystem = new HashSet<>();
        List<WholeNode> wholeNodes = new ArrayList<>();
        try (TextLineReader text = new TextLineReader(origin, source.open(), refusals)) {
            for (String line = text.next(); line != null; line = text.next()) {
                MmpmonLine answer = line.isBlank() ? null : understood(line, text);
                if (answer == null) {
                    continue;
                }
                if (answer.request().equals("fs_io_s")) {
                    perFileSystem.add(answer.node());
                    add(answer, text, line, samples);
                } else if (wholeNodes.size() < MAX_WAITING) {
                    wholeNodes.add(new WholeNode(answer, line, text.place()));
                } else {
                    text.refuse("more than " + MAX_WAITING + " answers to io_s in one text", line);
                }
            }
        }
        for (WholeNode whole : wholeNodes) {
            if (!perFileSystem.contains(whole.answer().node())) {
                add(whole, refusals, samples);
            }
        }
    }

    /** Where a node says what it did per file system, its sum over all of them is no news. */
    private void add(WholeNode whole, DeadLetterCounter refusals, Consumer<ServerSample> samples) {
        Optional<String> name = ofWholeNode.name(null);
        if (name.isPresent()) {
            samples.accept(sample(whole.answer(), name.get()));
        } else {
            refusals.refuse(
                    whole.place(),
                    "io_s is the sum over all file systems of the node; ask for fs_io_s, or give fileSystem",
                    whole.answer().time(),
                    whole.line().getBytes(StandardCharsets.UTF_8));
        }
    }

    private MmpmonLine understood(String line, TextLineReader text) {
        MmpmonLine answer = MmpmonLine.of(line);
        String problem = answer == null ? "no answer of mmpmon -p" : answer.problem();
        if (problem != null) {
            text.refuse(problem, line);
            return null;
        }
        if (answer.request().equals("reset")) {
            context.notes().accept("somebody set the counters of mmpmon on " + answer.node() + " to zero");
        }
        return answer.holdsCounters() ? answer : null;
    }

    private void add(MmpmonLine answer, TextLineReader text, String line, Consumer<ServerSample> samples) {
        String device = answer.fields().get("fs");
        Optional<String> name = names.name(device);
        if (name.isPresent()) {
            samples.accept(sample(answer, name.get()));
        } else {
            text.refuse(names.unknown(device), line);
        }
    }

    private ServerSample sample(MmpmonLine answer, String fileSystem) {
        return ServerSample.newBuilder()
                .setFileSystem(fileSystem)
                .setServer(answer.node())
                .setHost(answer.node())
                .setKind(ServerKind.NSD)
                .setTime(answer.time())
                .setPublishedAt(answer.time())
                .setIntervalMillis(Math.toIntExact(options.interval().toMillis()))
                .setCollector("gpfs")
                .setReadBytes(answer.number("br"))
                .setWriteBytes(answer.number("bw"))
                .setReadOperations(answer.number("rdc"))
                .setWriteOperations(answer.number("wc"))
                .setMetadataOperations(Map.of(
                        "open", answer.number("oc"),
                        "close", answer.number("cc"),
                        "readdir", answer.number("dir"),
                        "inode_updates", answer.number("iu")))
                .build();
    }

    @Override
    public String check() throws InterruptedException {
        AtomicInteger samples = new AtomicInteger();
        NavigableSet<String> fileSystems = new ConcurrentSkipListSet<>();
        int nodes = read(
                sample -> {
                    samples.incrementAndGet();
                    fileSystems.add(sample.getFileSystem());
                },
                RecordPublisher.forgetting(),
                new DeadLetterThrottle(context.clock()));
        return nodes + " of " + Math.max(1, options.nodes().size()) + " nodes answered, " + samples
                + " samples of file systems " + fileSystems;
    }

    @Override
    public void close() {
        polls.close();
    }
}
