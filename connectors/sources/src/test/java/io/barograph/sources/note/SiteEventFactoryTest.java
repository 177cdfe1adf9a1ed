package io.barograph.sources.note;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.barograph.runtime.RefusedRecordException;
import io.barograph.schemas.CatalogueFileSystem;
import io.barograph.schemas.FileSystemCatalogue;
import io.barograph.schemas.SiteEvent;
import io.barograph.schemas.SiteEventKind;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SiteEventFactoryTest {
    private static final Instant NOW = Instant.parse("2018-02-09T12:00:00.123456Z");

    private final SiteEventFactory events =
            new SiteEventFactory(new FileSystemCatalogue(List.of(CatalogueFileSystem.of("snx11025", "/scratch1"))));

    @Test
    void shouldMakeAnEventOfACompleteNote() throws Exception {
        SiteEvent event = events.of(
                "/scratch1", "Purge", "2018-02-09T08:00:00Z", "2018-02-09T11:00:00+01:00", " 12 weeks ", " ada ", NOW);

        assertThat(event)
                .isEqualTo(new SiteEvent(
                        "snx11025/purge/2018-02-09T08:00:00Z",
                        "snx11025",
                        SiteEventKind.PURGE,
                        Instant.parse("2018-02-09T08:00:00Z"),
                        Instant.parse("2018-02-09T10:00:00Z"),
                        "12 weeks",
                        "ada",
                        Instant.parse("2018-02-09T12:00:00.123Z")));
    }

    @Test
    void shouldBeginNowAndEndNobodyKnowsWhenWithoutTimes() throws Exception {
        SiteEvent event = events.of("snx11025", "upgrade", null, null, "2.15", null, NOW);

        assertThat(event.getFrom()).isEqualTo(Instant.parse("2018-02-09T12:00:00.123Z"));
        assertThat(event.getTo()).isNull();
        assertThat(event.getAuthor()).isNull();
    }

    @Test
    void shouldGiveANoteThatAddsTheEndTheSameIdentity() throws Exception {
        SiteEvent open = events.of("snx11025", "rebuild", "2018-02-09T08:00:00Z", null, "OST 3", null, NOW);
        SiteEvent closed = events.of(
                "/scratch1", "rebuild", "2018-02-09T09:00:00+01:00", "2018-02-09T10:00:00Z", "done", "ada", NOW);

        assertThat(closed.getId()).isEqualTo(open.getId());
    }

    @Test
    void shouldTakeAnyNameWhereNoFileSystemIsKnown() throws Exception {
        assertThat(new SiteEventFactory(new FileSystemCatalogue(List.of()))
                        .of("scratch", "change", null, null, "x", null, NOW)
                        .getFileSystem())
                .isEqualTo("scratch");
    }

    @ParameterizedTest
    @CsvSource(
            nullValues = "-",
            value = {
                "-, purge, -, -, x, fileSystem is missing",
                "' ', purge, -, -, x, fileSystem is missing",
                "snx11026, purge, -, -, x, did you mean snx11025?",
                "snx11025, -, -, -, x, kind is missing",
                "snx11025, unknown, -, -, x, 'none of purge, failover, rebuild, maintenance, upgrade, change'",
                "snx11025, purge, -, -, -, text is missing",
                "snx11025, purge, yesterday, -, x, from \"yesterday\" is no time",
                "snx11025, purge, 2018-02-09T08:00:00, -, x, write it with its zone",
                "snx11025, purge, -, 9999-02-09T08:00:00Z, x, to \"9999-02-09T08:00:00Z\" is no time",
                "snx11025, purge, 2018-02-09T08:00:00Z, 2018-02-09T07:59:59Z, x, is before from",
            })
    void shouldTellWhatIsWrong(String fileSystem, String kind, String from, String to, String text, String reason) {
        assertThatThrownBy(() -> events.of(fileSystem, kind, from, to, text, null, NOW))
                .isInstanceOf(RefusedRecordException.class)
                .hasMessageContaining(reason);
    }

    @Test
    void shouldRefuseATextThatIsTooLong() {
        assertThatThrownBy(() -> events.of(
                        "snx11025", "purge", null, null, "x".repeat(SiteEventFactory.MAX_LENGTH + 1), null, NOW))
                .isInstanceOf(RefusedRecordException.class)
                .hasMessageContaining("longer than 4000");
    }
}
