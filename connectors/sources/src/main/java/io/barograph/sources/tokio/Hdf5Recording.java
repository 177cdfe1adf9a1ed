package io.barograph.sources.tokio;

import io.barograph.runtime.DeadLetterCounter;
import io.barograph.runtime.OrderedMerge;
import io.barograph.runtime.SampleRecording;
import io.barograph.schemas.CatalogueFileSystem;
import io.barograph.schemas.DeadLetter;
import io.barograph.schemas.ServerKind;
import io.barograph.schemas.ServerSample;
import io.barograph.schemas.Topic;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.avro.Schema;

/** Makes samples of the groups of datasets in an HDF5 file; a layout says which groups there are. */
abstract class Hdf5Recording implements SampleRecording {
    private static final Pattern OST = Pattern.compile("(.+)-OST\\p{XDigit}{4}");

    final Path path;
    final Hdf5File file;
    final DeadLetterCounter refusals;
    private CatalogueFileSystem fileSystem;

    @FunctionalInterface
    private interface Values {
        /** @return false if all of them are missing */
        boolean fill(int instant, ServerSample sample);
    }

    private record Server(String name, ServerKind kind, Values values) {}

    Hdf5Recording(Path path, Consumer<DeadLetter> letters) {
        this.path = path;
        this.file = new Hdf5File(path);
        this.refusals = DeadLetterCounter.ofFile(letters, Topic.SERVER_POLLS, "collector tokio", path);
    }

    /**
     * Names the file system by what stands before {@code -OSTxxxx} in all targets; else by the file's name up to the first
     * underscore, dot or its end.
     */
    final void setFileSystem(Collection<String> targets, Duration step) {
        Set<String> prefixes = targets.stream()
                .map(OST::matcher)
                .map(matcher -> matcher.matches() ? matcher.group(1) : "")
                .collect(Collectors.toSet());
        String name = prefixes.size() == 1 && !prefixes.contains("")
                ? prefixes.iterator().next()
                : String.valueOf(path.getFileName()).split("[_.]", 2)[0];
        fileSystem = new CatalogueFileSystem(name, Set.of(), step, 0);
    }

    final void refuse(String part, String reason) {
        refusals.refuse(path + ", " + part, reason, null, null);
    }

    @Override
    public final String name() {
        return path.toString();
    }

    @Override
    public final List<CatalogueFileSystem> fileSystems() {
        return List.of(fileSystem);
    }

    @Override
    public final long refused() {
        return refusals.count();
    }

    @Override
    public final void close() {
        file.close();
    }

    @Override
    public final Iterator<ServerSample> samples() {
        return new SampleCombiner(new OrderedMerge(groupSamples()));
    }

    /** @return the samples of each group, for one pass */
    abstract List<Iterator<ServerSample>> groupSamples();

    /** {@code snx11025-OST0007} is an OST. */
    static ServerKind dataKind(String target) {
        return OST.matcher(target).matches() ? ServerKind.OST : ServerKind.NSD;
    }

    /** Counters of the datasets {@code readbytes} or {@code readrates} and likewise, where {@code lost} does not mark them. */
    final Iterator<ServerSample> traffic(DatasetGroup group, Function<String, ServerKind> kind) {
        DatasetGroup.Pass pass = group.pass();
        return counters(group, group.columns(), kind, server -> {
            AmountCounter read = pass.bytes("read", server);
            AmountCounter written = pass.bytes("write", server);
            TimeMatrix.Column lost = pass.column("lost", server);
            return (instant, sample) -> {
                sample.setReadBytes(read.at(instant));
                sample.setWriteBytes(written.at(instant));
                boolean isLost = lost.at(instant) > 0;
                return !isLost && (sample.getReadBytes() != null || sample.getWriteBytes() != null);
            };
        });
    }

    /** @param countersOf counters of an MDT by operation */
    final Iterator<ServerSample> operations(
            DatasetGroup group, Collection<String> mdts, Function<String, Map<String, AmountCounter>> countersOf) {
        return counters(group, mdts, server -> ServerKind.MDT, server -> {
            Map<String, AmountCounter> counters = countersOf.apply(server);
            return (instant, sample) -> {
                Map<String, Long> totals = new TreeMap<>();
                counters.forEach((operation, counter) -> {
                    Long total = counter.at(instant);
                    if (total != null) {
                        totals.put(operation, total);
                    }
                });
                sample.setMetadataOperations(totals);
                return !totals.isEmpty();
            };
        });
    }

    /** Space and inodes of the datasets {@code bytes}, {@code bytestotal}, {@code inodes} and {@code inodestotal}. */
    final Iterator<ServerSample> fullness(DatasetGroup group) {
        DatasetGroup.Pass pass = group.pass();
        return gauges(group, Hdf5Recording::dataKind, server -> {
            TimeMatrix.Column used = pass.column("bytes", server);
            TimeMatrix.Column total = pass.column("bytestotal", server);
            TimeMatrix.Column usedInodes = pass.column("inodes", server);
            TimeMatrix.Column totalInodes = pass.column("inodestotal", server);
            return (row, sample) -> {
                double kibibytes = used.at(row);
                double inodes = usedInodes.at(row);
                sample.setUsedKibibytes(whole(kibibytes));
                sample.setFreeKibibytes(whole(total.without(kibibytes, row)));
                sample.setUsedInodes(whole(inodes));
                sample.setFreeInodes(whole(totalInodes.without(inodes, row)));
                return sample.getUsedKibibytes() != null || sample.getUsedInodes() != null;
            };
        });
    }

    /** Percent of the datasets {@code cpuload} and {@code memused}. */
    final Iterator<ServerSample> load(DatasetGroup group, Function<String, ServerKind> kind) {
        DatasetGroup.Pass pass = group.pass();
        return gauges(group, kind, server -> {
            TimeMatrix.Column cpu = pass.column("cpuload", server);
            TimeMatrix.Column memory = pass.column("memused", server);
            return (row, sample) -> {
                sample.setCpuPercent(present(cpu.at(row)));
                sample.setMemoryPercent(present(memory.at(row)));
                return sample.getCpuPercent() != null || sample.getMemoryPercent() != null;
            };
        });
    }

    private static Long whole(double value) {
        return Double.isNaN(value) ? null : Long.valueOf(Math.round(value));
    }

    private static Double present(double value) {
        return Double.isNaN(value) ? null : Double.valueOf(value);
    }

    private Iterator<ServerSample> counters(
            DatasetGroup group,
            Collection<String> servers,
            Function<String, ServerKind> kind,
            Function<String, Values> valuesOf) {
        TimeAxis axis = group.axis();
        return samples(axis, axis.intervals() + 1, axis::boundary, servers, kind, valuesOf);
    }

    private Iterator<ServerSample> gauges(
            DatasetGroup group, Function<String, ServerKind> kind, Function<String, Values> valuesOf) {
        TimeAxis axis = group.axis();
        return samples(axis, axis.rows(), axis::time, group.columns(), kind, valuesOf);
    }

    private Iterator<ServerSample> samples(
            TimeAxis axis,
            int instants,
            IntFunction<Instant> times,
            Collection<String> names,
            Function<String, ServerKind> kind,
            Function<String, Values> valuesOf) {
        List<Server> servers = names.stream()
                .map(name -> new Server(name, kind.apply(name), valuesOf.apply(name)))
                .toList();
        return IntStream.range(0, instants)
                .boxed()
                .flatMap(instant -> servers.stream()
                        .map(server -> sample(server, axis, instant, times.apply(instant)))
                        .filter(Objects::nonNull))
                .iterator();
    }

    /** TOKIO does not say which host serves a target. */
    private ServerSample sample(Server server, TimeAxis axis, int instant, Instant time) {
        ServerSample sample = new ServerSample();
        sample.setFileSystem(fileSystem.name());
        sample.setServer(server.name());
        sample.setKind(server.kind());
        sample.setTime(time);
        sample.setPublishedAt(time);
        sample.setIntervalMillis(Math.toIntExact(axis.step().toMillis()));
        sample.setCollector("tokio");
        return server.values().fill(instant, sample) ? sample : null;
    }

    /** Makes one sample of those that different groups of a file have for one server and instant. */
    private static final class SampleCombiner implements Iterator<ServerSample> {
        private final Iterator<ServerSample> samples;
        private ServerSample ahead;

        SampleCombiner(Iterator<ServerSample> samples) {
            this.samples = samples;
            advance();
        }

        private void advance() {
            ahead = samples.hasNext() ? samples.next() : null;
        }

        @Override
        public boolean hasNext() {
            return ahead != null;
        }

        @Override
        public ServerSample next() {
            ServerSample sample = ahead;
            if (sample == null) {
                throw new NoSuchElementException();
            }
            advance();
            while (ahead != null && ORDER.compare(sample, ahead) == 0) {
                fillGaps(sample, ahead);
                advance();
            }
            return sample;
        }

        private static void fillGaps(ServerSample sample, ServerSample other) {
            for (Schema.Field field : sample.getSchema().getFields()) {
                if (sample.get(field.pos()) == null) {
                    sample.put(field.pos(), other.get(field.pos()));
                }
            }
        }
    }
}
