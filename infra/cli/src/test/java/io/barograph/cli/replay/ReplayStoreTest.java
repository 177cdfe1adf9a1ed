package io.barograph.cli.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.barograph.stack.CommandFailedException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReplayStoreTest {
    @TempDir
    private Path folder;

    private static ReplayManifest manifest(String name, String madeAt) {
        return new ReplayManifest(
                name,
                madeAt,
                "2026-03-01T15:00:00Z",
                "2026-03-01T17:00:00Z",
                "",
                List.of("coverage"),
                "KEPT",
                "kafka: {}",
                Map.of("a.b", "c"),
                Map.of("server-polls", 5L),
                Map.of("job-weather", 2L, "evidence", 1L),
                List.of(),
                List.of(),
                1.5,
                4_800);
    }

    private static void make(ReplayStore store, ReplayManifest manifest) throws IOException {
        manifest.writeTo(store.begin(manifest.name()));
        store.finish(manifest.name());
    }

    @Test
    void shouldListWhatIsWholeInTheOrderOfMakingAndReadItBack() throws Exception {
        ReplayStore store = new ReplayStore(folder);
        ReplayManifest second = manifest("a", "2026-03-02T10:00:00Z");
        ReplayManifest first = manifest("b", "2026-03-02T09:00:00Z");
        make(store, second);
        make(store, first);
        manifest("unfinished", "2026-03-02T11:00:00Z").writeTo(store.begin("unfinished"));
        assertThat(store.list()).containsExactly(first, second);
        assertThat(first.resultsInAll()).isEqualTo(3);
    }

    @Test
    void shouldLeaveNothingOfWhatIsAbandonedAndReplaceWhatHasTheSameName() throws Exception {
        ReplayStore store = new ReplayStore(folder);
        make(store, manifest("a", "2026-03-02T09:00:00Z"));
        Files.writeString(store.of("a").resolve("old.jsonl"), "");
        make(store, manifest("a", "2026-03-02T10:00:00Z"));
        assertThat(Files.exists(store.of("a").resolve("old.jsonl"))).isFalse();
        Files.writeString(store.begin("b").resolve("half.jsonl"), "");
        store.abandon("b");
        try (var left = Files.list(folder)) {
            assertThat(left).containsExactly(folder.resolve("a"));
        }
    }

    @Test
    void shouldSayWhichNameMayHaveBeenMeant() throws Exception {
        ReplayStore store = new ReplayStore(folder);
        make(store, manifest("tuesday", "2026-03-02T09:00:00Z"));
        assertThatThrownBy(() -> store.remove("tuesdya"))
                .isInstanceOf(CommandFailedException.class)
                .hasMessageContaining("did you mean tuesday?");
        store.remove("tuesday");
        assertThat(store.list()).isEmpty();
    }
}
