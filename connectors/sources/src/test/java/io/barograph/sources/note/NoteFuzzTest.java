package io.barograph.sources.note;

import static org.assertj.core.api.Assertions.assertThat;

import io.barograph.runtime.RefusedRecordException;
import io.barograph.schemas.FileSystemCatalogue;
import io.barograph.schemas.SiteEvent;
import io.barograph.sources.testing.TextMutations;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.List;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class NoteFuzzTest {
    private final NoteHandler handler = new NoteHandler(
            new SiteEventFactory(new FileSystemCatalogue(List.of())),
            null,
            null,
            Clock.systemUTC(),
            host -> true,
            () -> {});

    @Provide
    Arbitrary<String> notes() {
        return TextMutations.of(List.of(
                """
                        {"fileSystem": "scratch", "kind": "upgrade", "from": "2026-01-31T08:00:00+01:00",
                         "to": "2026-02-01T08:00:00Z", "text": "Lustre 2.15.4", "author": null}
                        """,
                "{\"fileSystem\":\"scratch\",\"kind\":\"purge\",\"text\":\"files older than 12 weeks\"}"));
    }

    @Property
    void shouldTakeOrRefuseADamagedNote(@ForAll("notes") String note) {
        try {
            SiteEvent event = handler.event(note.getBytes(StandardCharsets.UTF_8));
            assertThat(event.getFileSystem()).isNotBlank();
            assertThat(event.getTo() == null || !event.getTo().isBefore(event.getFrom()))
                    .isTrue();
        } catch (RefusedRecordException expected) {
            assertThat(expected.getMessage()).isNotBlank();
        }
    }
}
