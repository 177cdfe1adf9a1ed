package io.barograph.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.barograph.schemas.CatalogueFileSystem;
import io.barograph.schemas.ServerKind;
import io.barograph.schemas.ServerSample;
import java.time.Duration;
import java.time.Instant;
import java.util.Iterator;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.Test;

class MergedSamplesTest {
    private static final Instant T0 = Instant.parse("2018-02-09T08:00:00Z");

    @Test
    void shouldMergeByTimeThenFileSystemThenServer() {
        ListOfSamples a = new ListOfSamples("a", sample("fs1", "OST0001", 0), sample("fs1", "OST0001", 10));
        ListOfSamples b = new ListOfSamples(
                "b", sample("fs0", "OST0009", 0), sample("fs1", "OST0000", 0), sample("fs1", "OST0000", 5));
        ListOfSamples empty = new ListOfSamples("c");

        List<ServerSample> merged = SampleList.of(
                        SampleRecording.merge(List.of(a, b, empty)).samples())
                .all();

        assertThat(merged)
                .extracting(sample -> sample.getFileSystem() + "/" + sample.getServer() + "@"
                        + Duration.between(T0, sample.getTime()).toSeconds())
                .containsExactly("fs0/OST0009@0", "fs1/OST0000@0", "fs1/OST0001@0", "fs1/OST0000@5", "fs1/OST0001@10");
    }

    @Test
    void shouldUniteFileSystemsCountsAndRefusals() {
        ListOfSamples a = new ListOfSamples("a", sample("fs", "x", 0));
        a.fileSystem = new CatalogueFileSystem("fs", Set.of("/scratch"), Duration.ofSeconds(60), 0);
        a.refused = 2;
        ListOfSamples b = new ListOfSamples("b", sample("fs", "y", 0), sample("fs", "y", 5));
        b.fileSystem = new CatalogueFileSystem("fs", Set.of("scratch-a"), Duration.ofSeconds(5), 0);
        b.refused = 1;

        SampleRecording merged = SampleRecording.merge(List.of(a, b));

        assertThat(merged.fileSystems())
                .containsExactly(
                        new CatalogueFileSystem("fs", Set.of("/scratch", "scratch-a"), Duration.ofSeconds(5), 0));
        assertThat(merged.expectedSamples()).hasValue(3);
        assertThat(merged.refused()).isEqualTo(3);
        assertThat(merged.name()).isEqualTo("a, b");
        merged.close();
        assertThat(a.closed).isTrue();
        assertThat(b.closed).isTrue();
    }

    @Test
    void shouldNotKnowTheTotalIfOneSourceDoesNot() {
        ListOfSamples a = new ListOfSamples("a", sample("fs", "x", 0));
        ListOfSamples b = new ListOfSamples("b");
        b.expected = OptionalLong.empty();

        assertThat(SampleRecording.merge(List.of(a, b)).expectedSamples()).isEmpty();
    }

    private static ServerSample sample(String fileSystem, String server, int second) {
        Instant time = T0.plusSeconds(second);
        return ServerSample.newBuilder()
                .setFileSystem(fileSystem)
                .setServer(server)
                .setKind(ServerKind.OST)
                .setTime(time)
                .setPublishedAt(time)
                .setIntervalMillis(5000)
                .build();
    }

    private static final class ListOfSamples implements SampleRecording {
        private final String name;
        private final List<ServerSample> samples;
        private CatalogueFileSystem fileSystem = CatalogueFileSystem.of("fs");
        private OptionalLong expected;
        private long refused;
        private boolean closed;

        ListOfSamples(String name, ServerSample... samples) {
            this.name = name;
            this.samples = List.of(samples);
            this.expected = OptionalLong.of(samples.length);
        }

        @Override
        public String name() {
            return name;
        }

        @Override
        public List<CatalogueFileSystem> fileSystems() {
            return List.of(fileSystem);
        }

        @Override
        public Iterator<ServerSample> samples() {
            return samples.iterator();
        }

        @Override
        public OptionalLong expectedSamples() {
            return expected;
        }

        @Override
        public long refused() {
            return refused;
        }

        @Override
        public void close() {
            closed = true;
        }
    }
}
