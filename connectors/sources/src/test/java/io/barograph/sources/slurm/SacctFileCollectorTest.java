package io.barograph.sources.slurm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.NamedCsvRecord;
import io.barograph.runtime.SourceCollector;
import io.barograph.runtime.UnreadableSourceException;
import io.barograph.schemas.DeadLetter;
import io.barograph.schemas.JobEvent;
import io.barograph.schemas.JobEventKind;
import io.barograph.sources.testing.PublishedRecords;
import io.barograph.testing.RecordedData;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SacctFileCollectorTest {
    private static final String HEADER = "JobID|JobIDRaw|State|Submit|Start|End|NNodes|NodeList|Restarts|JobName";
    private static final Instant WRITTEN = Instant.parse("2017-03-21T00:00:00Z");

    private final PublishedRecords published = new PublishedRecords();
    private final List<String> notes = new ArrayList<>();

    @TempDir
    private Path folder;

    @Test
    void shouldReadARecordedJobAndLeaveItsStepsOut() throws Exception {
        List<NamedCsvRecord> recorded = recordedJob();
        DateTimeFormatter local = DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss", Locale.ROOT)
                .withZone(ZoneId.of("America/Los_Angeles"));
        List<String> lines = new ArrayList<>(List.of("JobID|Start|End|NNodes|State|NodeList"));
        for (NamedCsvRecord row : recorded) {
            lines.add(String.join(
                    "|",
                    row.getField("job_step"),
                    local.format(Instant.ofEpochMilli(Long.parseLong(row.getField("start_ms")))),
                    local.format(Instant.ofEpochMilli(Long.parseLong(row.getField("end_ms")))),
                    row.getField("nodes"),
                    "COMPLETED",
                    row.getField("nodes").equals("1") ? "nid05301" : "nid0[5301-5428]"));
        }
        Path coordinates = coordinatesOfALine(128);

        SourceCollector collector = open(write(lines), "America/Los_Angeles", coordinates);
        assertThat(collector.check())
                .isEqualTo("1 jobs; " + (recorded.size() - 1) + " lines about steps are left out, 0 lines refused");
        assertThat(collector.poll(published)).isFalse();

        List<JobEvent> events = published.take(JobEvent.class);
        assertThat(events.stream().map(JobEvent::getKind)).containsExactly(JobEventKind.START, JobEventKind.END);
        JobEvent end = events.get(1);
        assertThat(events.get(0).getTime()).isEqualTo(Instant.ofEpochMilli(1490000342000L));
        assertThat(end.getTime()).isEqualTo(Instant.ofEpochMilli(1490001098000L));
        assertThat(end.getPublishedAt()).isEqualTo(end.getTime());
        assertThat(end.getJobId()).isEqualTo("4478544");
        assertThat(end.getRawJobId()).isEqualTo(4478544L);
        assertThat(end.getNodes()).isEqualTo(128);
        assertThat(end.getNodeNames())
                .containsExactly(recorded.get(0).getField("nodelist").split(" ", -1));
        assertThat(end.getState()).isEqualTo("COMPLETED");
        // 128 nodes in a row, one apart: the centre lies between the two middle ones.
        assertThat(end.getMinRadius()).isCloseTo(0.5, within(1e-9));
        assertThat(end.getMeanRadius()).isCloseTo(32, within(1e-9));
        assertThat(end.getMaxRadius()).isCloseTo(63.5, within(1e-9));
        assertThat(published.stored(DeadLetter.class)).isEmpty();
    }

    @Test
    void shouldSayWhatHappenedToEachKindOfJob() throws Exception {
        Path file = write(List.of(
                HEADER,
                "10|10|RUNNING|1490000000|1490000100|Unknown|2|n[1-2]|0|running",
                "11_4|13|TIMEOUT|1490000000|1490000100|1490000200|1|n3|0|task",
                "11_[5-9%2]|11|PENDING|1490000000|Unknown|Unknown|1|None assigned|0|waiting",
                "20+1|21|FAILED|1490000000|1490000100|1490000200|1|n4|0|component",
                "30|30|REQUEUED|1490000000|1490000100|1490000200|1|n5|0|first",
                "30|30|COMPLETED|1490000200|1490000300|1490000400|1|n6|1|second",
                "40|40|CANCELLED by 1001|1490000000|1490000200|1490000200|0|None assigned|0|never ran",
                "41|41|CANCELLED by 1001|1490000000|1490000100|1490000200|1|n7|0|ran",
                "50|50|SUSPENDED|1490000000|1490000100|Unknown|1|n8|0|held up",
                "60|60|PENDING|1490000000|1490099999|Unknown|1|None assigned|0|expected"));

        open(file, "UTC", null).poll(published);

        assertThat(published.take(JobEvent.class).stream().map(SacctFileCollectorTest::words))
                .containsExactly(
                        "10 START 1490000100 RUNNING r0",
                        "11_4 START 1490000100 TIMEOUT r0",
                        "11_4 END 1490000200 TIMEOUT r0",
                        "11_[5-9%2] STATE 1490054400 PENDING r0",
                        "20+1 START 1490000100 FAILED r0",
                        "20+1 END 1490000200 FAILED r0",
                        "30 START 1490000100 REQUEUED r0",
                        "30 END 1490000200 REQUEUED r0",
                        "30 START 1490000300 COMPLETED r1",
                        "30 END 1490000400 COMPLETED r1",
                        "40 STATE 1490054400 CANCELLED r0",
                        "41 START 1490000100 CANCELLED r0",
                        "41 END 1490000200 CANCELLED r0",
                        "50 START 1490000100 SUSPENDED r0",
                        "50 STATE 1490054400 SUSPENDED r0",
                        "60 STATE 1490054400 PENDING r0");
        assertThat(published.stored(DeadLetter.class)).isEmpty();
    }

    private static String words(JobEvent event) {
        return event.getJobId() + " " + event.getKind() + " " + event.getTime().getEpochSecond() + " "
                + event.getState() + " r" + event.getRestarts();
    }

    @Test
    void shouldKeepTheNumbersOfArrayAndHeterogeneousJobs() throws Exception {
        open(
                        write(List.of(
                                HEADER,
                                "11_4|13|TIMEOUT|1|1490000100|1490000200|1|n3|0|a|b",
                                "20+1|21|FAILED|1|1490000100|1490000200|1|n4|0|c")),
                        "UTC",
                        null)
                .poll(published);

        List<JobEvent> events = published.take(JobEvent.class);
        assertThat(events.get(0)).satisfies(task -> {
            assertThat(task.getRawJobId()).isEqualTo(13);
            assertThat(task.getArrayJobId()).isEqualTo(11);
            assertThat(task.getArrayTaskId()).isEqualTo(4);
            assertThat(task.getHetJobId()).isNull();
            assertThat(task.getJobName()).isEqualTo("a|b");
        });
        assertThat(events.get(2)).satisfies(component -> {
            assertThat(component.getRawJobId()).isEqualTo(21);
            assertThat(component.getHetJobId()).isEqualTo(20);
            assertThat(component.getHetJobOffset()).isEqualTo(1);
            assertThat(component.getArrayJobId()).isNull();
        });
    }

    @Test
    void shouldRefuseLinesWithFileAndLineAndGoOn() throws Exception {
        Path file = write(List.of(
                "JobName|JobID|State|Start|End|NodeList",
                "good|1|COMPLETED|1490000100|1490000200|n1",
                "a|b|2|COMPLETED|1490000100|1490000200|n1",
                "short|3|COMPLETED",
                "id|x|COMPLETED|1490000100|1490000200|n1",
                "time|4|COMPLETED|noon|1490000200|n1",
                "nodes|5|COMPLETED|1490000100|1490000200|n[0-999999999]",
                "",
                "good|6|COMPLETED|1490000100|1490000200|n1"));

        open(file, "UTC", null).poll(published);

        assertThat(published.take(JobEvent.class)).hasSize(4);
        assertThat(published.stored(DeadLetter.class).stream().map(DeadLetter::getOrigin))
                .containsExactly(file + ":3", file + ":4", file + ":5", file + ":6", file + ":7");
        assertThat(published.stored(DeadLetter.class).stream().map(DeadLetter::getReason))
                .satisfiesExactly(
                        reason -> assertThat(reason)
                                .contains("7 fields, the header has 6")
                                .contains("JobName"),
                        reason -> assertThat(reason).contains("3 fields, the header has 6"),
                        reason -> assertThat(reason).contains("\"x\" is no job id"),
                        reason -> assertThat(reason).contains("Start = \"noon\" is no time"),
                        reason -> assertThat(reason).contains("more than 200000 nodes"));
        assertThat(published.stored(DeadLetter.class)).allSatisfy(letter -> {
            assertThat(letter.getSource()).isEqualTo("job-events");
            assertThat(letter.getTime()).isEqualTo(WRITTEN);
        });
        assertThat(notes).singleElement().asString().contains("2 jobs").contains("5 lines refused");
    }

    @Test
    void shouldNameTheColumnsThatAreMissing() throws Exception {
        Path file = write(List.of("JobID|JobName|Start", "1|a|1490000100"));

        assertThatThrownBy(() -> open(file, "UTC", null).poll(published))
                .isInstanceOf(UnreadableSourceException.class)
                .hasMessageContaining(file.toString())
                .hasMessageContaining("lacks the columns [State, End]");
        assertThatThrownBy(() -> open(write(List.of()), "UTC", null).check())
                .isInstanceOf(UnreadableSourceException.class)
                .hasMessageContaining("it is empty");
        assertThatThrownBy(() -> open(folder.resolve("absent"), "UTC", null).poll(published))
                .isInstanceOf(UnreadableSourceException.class)
                .hasMessageContaining("absent");
    }

    @Test
    void shouldGiveNoRadiusWhereANodeHasNoCoordinatesAndSaySoOnce() throws Exception {
        Path file = write(List.of(
                "JobID|State|Start|End|NodeList",
                "1|COMPLETED|1490000100|1490000200|nid0[5301-5303]",
                "2|COMPLETED|1490000100|1490000200|nid0[5303-5304]",
                "3|COMPLETED|1490000100|1490000200|nid05301"));

        open(file, "UTC", coordinatesOfALine(2)).poll(published);

        assertThat(published.take(JobEvent.class).stream().map(JobEvent::getMaxRadius))
                .containsExactly(null, null, null, null, 0.0, 0.0);
        assertThat(notes)
                .filteredOn(note -> note.contains("coordinates"))
                .singleElement()
                .asString()
                .contains("nid05303");
    }

    @Test
    void shouldNameTheLineOfACoordinateFileThatIsWrong() throws Exception {
        Path file = write(List.of("JobID|State|Start|End|NodeList", "1|COMPLETED|1490000100|1490000200|n1"));
        for (String wrong : List.of("n1 1 2", "n1 1 2 3 4", "n1 a 2 3", "n1 NaN 2 3", "n0 1 1 1")) {
            Path coordinates = Files.write(folder.resolve("coordinates"), List.of("# node x y z", "n0 0 0 0", wrong));

            assertThatThrownBy(() -> open(file, "UTC", coordinates).poll(published))
                    .isInstanceOf(UnreadableSourceException.class)
                    .hasMessageContaining(coordinates + ":3")
                    .hasMessageContaining("coordinates x y z");
        }
    }

    private Path coordinatesOfALine(int nodes) throws IOException {
        List<String> lines = new ArrayList<>(List.of("# node x y z", ""));
        for (int node = 0; node < nodes; node++) {
            lines.add("nid0" + (5301 + node) + "  " + node + " 7.5\t-1 # rack " + node / 64);
        }
        return Files.write(folder.resolve("coordinates"), lines);
    }

    private SourceCollector open(Path file, String zone, Path coordinates) {
        return new SlurmCollectorType()
                .create(
                        SlurmTesting.file(file, zone, coordinates),
                        SlurmTesting.context(folder, Clock.systemUTC(), notes::add));
    }

    private Path write(List<String> lines) throws IOException {
        Path file = Files.write(folder.resolve("sacct.txt"), lines);
        Files.setLastModifiedTime(file, FileTime.from(WRITTEN));
        return file;
    }

    private static List<NamedCsvRecord> recordedJob() throws IOException {
        List<NamedCsvRecord> rows = new ArrayList<>();
        try (CsvReader<NamedCsvRecord> reader = CsvReader.builder()
                .ofNamedCsvRecord(new InputStreamReader(
                        new GZIPInputStream(Files.newInputStream(RecordedData.path("jobs/slurm-job-4478544.csv.gz"))),
                        StandardCharsets.UTF_8))) {
            reader.forEach(rows::add);
        }
        return rows;
    }
}
