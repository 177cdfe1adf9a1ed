package io.barograph.runtime;

import io.barograph.schemas.CatalogueFileSystem;
import io.barograph.schemas.ServerSample;
import java.time.Duration;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;

record MergedSamples(List<SampleRecording> sources) implements SampleRecording {
    MergedSamples {
        sources = List.copyOf(sources);
    }

    @Override
    public String name() {
        return sources.stream().map(SampleRecording::name).collect(Collectors.joining(", "));
    }

    /** One entry per name, with the aliases of all recordings and the shortest of their intervals. */
    @Override
    public List<CatalogueFileSystem> fileSystems() {
        Map<String, CatalogueFileSystem> byName = new LinkedHashMap<>();
        for (SampleRecording source : sources) {
            for (CatalogueFileSystem fileSystem : source.fileSystems()) {
                byName.merge(fileSystem.name(), fileSystem, MergedSamples::union);
            }
        }
        return List.copyOf(byName.values());
    }

    private static CatalogueFileSystem union(CatalogueFileSystem a, CatalogueFileSystem b) {
        Set<String> aliases = new LinkedHashSet<>(a.aliases());
        aliases.addAll(b.aliases());
        Duration interval =
                a.samplingInterval().compareTo(b.samplingInterval()) <= 0 ? a.samplingInterval() : b.samplingInterval();
        return new CatalogueFileSystem(
                a.name(),
                aliases,
                a.kind(),
                interval,
                Math.max(a.expectedServers(), b.expectedServers()),
                Math.max(a.serverBytesPerSecond(), b.serverBytesPerSecond()));
    }

    @Override
    public Iterator<ServerSample> samples() {
        return new OrderedMerge(sources.stream().map(SampleRecording::samples).toList());
    }

    @Override
    public OptionalLong expectedSamples() {
        List<OptionalLong> expected =
                sources.stream().map(SampleRecording::expectedSamples).toList();
        return expected.stream().allMatch(OptionalLong::isPresent)
                ? OptionalLong.of(
                        expected.stream().mapToLong(OptionalLong::getAsLong).sum())
                : OptionalLong.empty();
    }

    @Override
    public long refused() {
        return sources.stream().mapToLong(SampleRecording::refused).sum();
    }

    @Override
    public void close() {
        RuntimeException failure = null;
        for (SampleRecording source : sources) {
            try {
                source.close();
            } catch (RuntimeException e) {
                if (failure == null) {
                    failure = e;
                } else {
                    failure.addSuppressed(e);
                }
            }
        }
        if (failure != null) {
            throw failure;
        }
    }
}
