package io.barograph.sources.tokio;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.barograph.runtime.CollectorContext;
import io.barograph.runtime.PublishException;
import io.barograph.runtime.SourceCollector;
import io.barograph.runtime.UnreadableSourceException;
import io.barograph.schemas.CatalogueFileSystem;
import io.barograph.schemas.FileSystemCatalogue;
import io.barograph.schemas.JobWeather;
import io.barograph.sources.testing.PublishedRecords;
import io.barograph.testing.RecordedData;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TokioWeatherCollectorTest {
    @TempDir
    private Path folder;

    private final PublishedRecords published = new PublishedRecords();
    private final List<String> notes = new ArrayList<>();

    private SourceCollector collector(Path table) {
        FileSystemCatalogue catalogue = new FileSystemCatalogue(List.of(CatalogueFileSystem.of("mira-fs1")));
        return new TokioWeatherCollectorType()
                .create(
                        new TokioWeatherOptions(List.of(table)),
                        new CollectorContext(
                                "tokio-weather", "host", catalogue, folder, Clock.systemUTC(), notes::add));
    }

    @Test
    void shouldPublishATableOnceInTheOrderOfDecisions() throws Exception {
        Path table = RecordedData.path("job-year/mira.csv.gz");
        try (SourceCollector collector = collector(table)) {
            assertThat(collector.check()).isEqualTo("2,533 runs, 0 rows refused");
            published.failFromNowOn(true);
            assertThatThrownBy(() -> collector.poll(published)).isInstanceOf(PublishException.class);
            published.failFromNowOn(false);
            assertThat(collector.poll(published)).isFalse();
        }
        List<JobWeather> runs = published.take(JobWeather.class);
        assertThat(runs)
                .hasSize(2_533)
                .isSortedAccordingTo(Comparator.comparing(JobWeather::getDecidedAt))
                .extracting(JobWeather::getCollector)
                .containsOnly("tokio-weather");
        assertThat(published.takeLetters()).isEmpty();
        try (SourceCollector restarted = collector(table)) {
            assertThat(restarted.poll(published)).isFalse();
        }
        assertThat(published.take(JobWeather.class)).isEmpty();
        assertThat(notes).contains(table + ": 2,533 runs", table + ": published before");
    }

    @Test
    void shouldNameATableThatIsNotThere() throws Exception {
        try (SourceCollector collector = collector(folder.resolve("none.csv.gz"))) {
            assertThatThrownBy(() -> collector.poll(published))
                    .isInstanceOf(UnreadableSourceException.class)
                    .hasMessageContaining("none.csv.gz");
        }
    }
}
