package io.barograph.sources.tokio;

import io.barograph.runtime.DeadLetterCounter;
import io.barograph.schemas.ServerKind;
import io.barograph.schemas.ServerSample;
import io.barograph.sources.tokio.GroupSamples.Server;
import io.barograph.sources.tokio.GroupSamples.Values;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.IntFunction;

/** Turns each group of a TOKIO file into samples, for one pass. */
final class TokioPass {
    private final String fileSystem;
    private final Map<String, TokioGroup> groups;
    private final Path path;
    private final DeadLetterCounter refusals;

    TokioPass(String fileSystem, Map<String, TokioGroup> groups, Path path, DeadLetterCounter refusals) {
        this.fileSystem = fileSystem;
        this.groups = groups;
        this.path = path;
        this.refusals = refusals;
    }

    List<Iterator<ServerSample>> groups() {
        List<Iterator<ServerSample>> samples = new ArrayList<>();
        groups.forEach((name, group) -> samples.add(
                switch (name) {
                    case TokioGroup.DATA_TARGETS -> dataTargets(group);
                    case TokioGroup.FULLNESS -> fullness(group);
                    case TokioGroup.DATA_SERVERS -> load(group, server -> ServerKind.OSS);
                    case TokioGroup.MD_TARGETS -> mdTargets(group);
                    case TokioGroup.MD_SERVERS -> load(group, this::mdKind);
                    default -> throw new IllegalStateException("group " + name);
                }));
        return samples;
    }

    private Iterator<ServerSample> dataTargets(TokioGroup group) {
        Optional<TimeMatrix> readBytes = group.matrix("readbytes");
        Optional<TimeMatrix> writeBytes = group.matrix("writebytes");
        Optional<TimeMatrix> reads = readBytes.or(() -> group.matrix("readrates"));
        Optional<TimeMatrix> writes = writeBytes.or(() -> group.matrix("writerates"));
        double readFactor = readBytes.isPresent() ? 1 : group.axis().step().toSeconds();
        double writeFactor = writeBytes.isPresent() ? 1 : group.axis().step().toSeconds();
        return closing(group, TokioPass::dataKind, server -> {
            AmountCounter read = counter(group, reads, server, readFactor);
            AmountCounter written = counter(group, writes, server, writeFactor);
            return (instant, sample) -> {
                sample.setReadBytes(read.at(instant));
                sample.setWriteBytes(written.at(instant));
                return sample.getReadBytes() != null || sample.getWriteBytes() != null;
            };
        });
    }

    private Iterator<ServerSample> mdTargets(TokioGroup group) {
        Map<String, TimeMatrix> matrices = new TreeMap<>();
        group.datasets()
                .forEach(
                        name -> matrices.put(operation(name), group.matrix(name).orElseThrow()));
        return closing(group, server -> ServerKind.MDT, server -> {
            Map<String, AmountCounter> counters = new TreeMap<>();
            matrices.forEach(
                    (operation, matrix) -> counters.put(operation, counter(group, Optional.of(matrix), server, 1)));
            return (instant, sample) -> {
                Map<String, Long> operations = new TreeMap<>();
                counters.forEach((operation, counter) -> {
                    Long total = counter.at(instant);
                    if (total != null) {
                        operations.put(operation, total);
                    }
                });
                sample.setMetadataOperations(operations);
                return !operations.isEmpty();
            };
        });
    }

    /** TOKIO's plural to LMT's name: opens, open; statfss, statfs. */
    private static String operation(String dataset) {
        return dataset.endsWith("s") ? dataset.substring(0, dataset.length() - 1) : dataset;
    }

    private Iterator<ServerSample> fullness(TokioGroup group) {
        Optional<TimeMatrix> used = group.matrix("bytes");
        Optional<TimeMatrix> total = group.matrix("bytestotal");
        Optional<TimeMatrix> usedInodes = group.matrix("inodes");
        Optional<TimeMatrix> totalInodes = group.matrix("inodestotal");
        return taken(group, TokioPass::dataKind, server -> {
            TimeMatrixColumn usedColumn = column(group, used, server);
            TimeMatrixColumn totalColumn = column(group, total, server);
            TimeMatrixColumn usedInodesColumn = column(group, usedInodes, server);
            TimeMatrixColumn totalInodesColumn = column(group, totalInodes, server);
            return (row, sample) -> {
                double kibibytes = usedColumn.at(row);
                double inodes = usedInodesColumn.at(row);
                sample.setUsedKibibytes(TimeMatrixColumn.whole(kibibytes));
                sample.setFreeKibibytes(TimeMatrixColumn.whole(totalColumn.without(kibibytes, row)));
                sample.setUsedInodes(TimeMatrixColumn.whole(inodes));
                sample.setFreeInodes(TimeMatrixColumn.whole(totalInodesColumn.without(inodes, row)));
                return sample.getUsedKibibytes() != null || sample.getUsedInodes() != null;
            };
        });
    }

    private Iterator<ServerSample> load(TokioGroup group, Function<String, ServerKind> kind) {
        Optional<TimeMatrix> cpu = group.matrix("cpuload");
        Optional<TimeMatrix> memory = group.matrix("memused");
        return taken(group, kind, server -> {
            TimeMatrixColumn cpuColumn = column(group, cpu, server);
            TimeMatrixColumn memoryColumn = column(group, memory, server);
            return (row, sample) -> {
                sample.setCpuPercent(TimeMatrixColumn.present(cpuColumn.at(row)));
                sample.setMemoryPercent(TimeMatrixColumn.present(memoryColumn.at(row)));
                return sample.getCpuPercent() != null || sample.getMemoryPercent() != null;
            };
        });
    }

    private static ServerKind dataKind(String target) {
        return LustreNames.isOst(target) ? ServerKind.OST : ServerKind.NSD;
    }

    private ServerKind mdKind(String host) {
        TokioGroup targets = groups.get(TokioGroup.MD_TARGETS);
        Set<String> names = targets == null ? Set.of() : targets.servers();
        return names.contains(host) ? ServerKind.MDT : ServerKind.MDS;
    }

    /** Samples at the start of the first row and at the end of each row. */
    private Iterator<ServerSample> closing(
            TokioGroup group, Function<String, ServerKind> kind, Function<String, Values> valuesOf) {
        return samples(group, group.axis().rows() + 1, group.axis()::closing, kind, valuesOf);
    }

    private Iterator<ServerSample> taken(
            TokioGroup group, Function<String, ServerKind> kind, Function<String, Values> valuesOf) {
        return samples(group, group.axis().rows(), group.axis()::time, kind, valuesOf);
    }

    private Iterator<ServerSample> samples(
            TokioGroup group,
            int instants,
            IntFunction<Instant> times,
            Function<String, ServerKind> kind,
            Function<String, Values> valuesOf) {
        List<Server> servers = new ArrayList<>();
        for (String name : group.servers()) {
            SampleTemplate template = new SampleTemplate(
                    fileSystem, name, kind.apply(name), group.axis().step());
            servers.add(new Server(template, valuesOf.apply(name)));
        }
        return new GroupSamples(instants, times, servers);
    }

    private AmountCounter counter(TokioGroup group, Optional<TimeMatrix> matrix, String server, double factor) {
        TimeMatrixColumn amounts = column(group, matrix, server);
        return new AmountCounter(group.axis().rows(), row -> factor * amounts.at(row));
    }

    private TimeMatrixColumn column(TokioGroup group, Optional<TimeMatrix> matrix, String server) {
        return TimeMatrixColumn.of(matrix, server, new CheckedValues(path, refusals, group.axis()));
    }
}
