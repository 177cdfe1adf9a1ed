package io.barograph.cli.export;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.barograph.schemas.Anomaly;
import io.barograph.schemas.AnomalyKind;
import io.barograph.schemas.AvroCodec;
import io.barograph.schemas.DeadLetter;
import io.barograph.schemas.JobWeather;
import io.barograph.schemas.JudgedMetric;
import io.barograph.schemas.Quality;
import io.barograph.schemas.SiteEvent;
import io.barograph.schemas.SiteEventKind;
import io.barograph.schemas.Verdict;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.avro.specific.SpecificRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JsonRecordsTest {
    private static final Instant TIME = Instant.parse("2018-02-09T08:00:05.123Z");

    static {
        AvroCodec.of(JobWeather.class);
    }

    @TempDir
    private Path folder;

    private static JobWeather weather() {
        return JobWeather.newBuilder()
                .setJobId("4711")
                .setExecutable("a \"b\" \u2028 <c>")
                .setStartTime(TIME.plusNanos(456_000))
                .setEndTime(TIME.plusSeconds(60))
                .setDecidedAt(TIME.plusSeconds(95))
                .setFileSystem("scratch")
                .setProcesses(512)
                .setJobReadBytes(9_007_199_254_740_993L)
                .setJobWriteBytes(0)
                .setQuality(Quality.EDGES)
                .setCfBw(0.1)
                .setMetrics(Map.of("cfBw", 0.1, "x", Double.NaN))
                .build();
    }

    private <T extends SpecificRecord> List<T> written(Class<T> type, List<T> records) throws Exception {
        Path file = folder.resolve("records.jsonl");
        try (JsonLines lines = JsonLines.to(file)) {
            for (T record : records) {
                lines.write(record);
            }
        }
        List<T> read = new ArrayList<>();
        new JsonRecords<>(type).readAll(file, read::add);
        return read;
    }

    @Test
    void shouldReadWhatWasWritten() throws Exception {
        Anomaly anomaly = Anomaly.newBuilder()
                .setKind(AnomalyKind.RUN)
                .setFileSystem("scratch")
                .setDecidedAt(TIME)
                .setVerdict(Verdict.NORMAL)
                .setHistoryTimes(List.of(TIME, TIME.plusSeconds(1)))
                .setPanel(List.of(JudgedMetric.newBuilder()
                        .setMetric("cfBw")
                        .setValue(0.25)
                        .setHistory(Arrays.asList(0.1f, null))
                        .build()))
                .build();
        DeadLetter letter = DeadLetter.newBuilder()
                .setTime(TIME)
                .setSource("job-weather")
                .setReason("broken")
                .setOrigin("here")
                .setComponent("test")
                .setPayload(ByteBuffer.wrap("raw".getBytes(StandardCharsets.UTF_8)))
                .build();

        assertThat(written(JobWeather.class, List.of(weather()))).containsExactly(weather());
        assertThat(written(Anomaly.class, List.of(anomaly, anomaly))).containsExactly(anomaly, anomaly);
        assertThat(written(DeadLetter.class, List.of(letter))).containsExactly(letter);
    }

    @Test
    void shouldReadFilesOfOtherVersions() throws Exception {
        Path file = folder.resolve("site-events.jsonl");
        Files.writeString(
                file,
                "{\"fileSystem\":\"scratch\",\"kind\":\"OF_A_LATER_VERSION\",\"from\":\"2018-02-09T08:00:05Z\","
                        + "\"id\":\"i\",\"text\":\"t\",\"author\":\"a\",\"recordedAt\":\"2018-02-09T08:00:05Z\",\"new\":[1]}\n\n");

        List<SiteEvent> events = new ArrayList<>();
        new JsonRecords<>(SiteEvent.class).readAll(file, events::add);

        assertThat(events).singleElement().satisfies(event -> {
            assertThat(event.getKind()).isEqualTo(SiteEventKind.UNKNOWN);
            assertThat(event.getTo()).isNull();
        });
    }

    @Test
    void shouldNameFileLineAndFieldOfWhatIsNoSuchRecord() throws Exception {
        Path file = folder.resolve("job-weather.jsonl");
        String good = JsonLines.line(weather());
        for (Map.Entry<String, String> broken : Map.of(
                        good.substring(0, good.length() / 2),
                        "",
                        "[]",
                        "an object is expected, not ARRAY",
                        "{\"jobId\":7}",
                        "field jobId: a string is expected, not 7",
                        "{}",
                        "field jobId is missing",
                        good.replace("\"processes\":512", "\"processes\":\"512\""),
                        "field processes: an integer is expected, not \"512\"")
                .entrySet()) {
            Files.writeString(file, good + "\n" + broken.getKey() + "\n");

            assertThatThrownBy(() -> new JsonRecords<>(JobWeather.class).readAll(file, weather -> {}))
                    .isInstanceOf(MalformedJsonLineException.class)
                    .hasMessageStartingWith(file + ", line 2: no JobWeather: ")
                    .hasMessageContaining(broken.getValue());
        }
    }
}
