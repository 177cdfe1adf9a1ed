package io.barograph.sources.tokio;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.barograph.runtime.UnreadableSourceException;
import io.barograph.schemas.CatalogueFileSystem;
import io.barograph.schemas.DeadLetter;
import io.barograph.schemas.FileSystemCatalogue;
import io.barograph.schemas.FileSystemUse;
import io.barograph.schemas.JobSummary;
import io.barograph.schemas.ModuleUse;
import io.barograph.testing.RecordedData;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TokioSummariesTest {
    private static final String HEADER = "row,_file_system,_jobid,_datetime_start,_datetime_end,darshan_start_time,"
            + "darshan_end_time,darshan_walltime,darshan_app,darshan_nprocs,darshan_tot_bytes_read_posix,"
            + "darshan_tot_bytes_written_posix,darshan_tot_reads_posix,darshan_tot_writes_posix,"
            + "darshan_tot_opens_posix,darshan_tot_stats_posix,darshan_tot_f_read_time_posix,"
            + "darshan_tot_f_write_time_posix,darshan_tot_f_meta_time_posix,darshan_agg_perf_by_slowest_posix,"
            + "darshan_num_opens_posix\n";
    private static final String ROW =
            "0,scratch1,%s,1,2,%s,%s,81,/bin/ior,%s,%s,0.0,75776.0,0.0,4098.0,2.0,138414.349309,0.0,58.6,21154.277309,1\n";
    private static final String GOOD =
            ROW.formatted("4088886", "1487107057", "1487107137", "2048", "1.64929106739e+12");

    private final FileSystemCatalogue catalogue = new FileSystemCatalogue(List.of(
            CatalogueFileSystem.of("snx11025", "scratch1"),
            CatalogueFileSystem.of("snx11035", "scratch2"),
            CatalogueFileSystem.of("cscratch1")));
    private final List<DeadLetter> letters = new ArrayList<>();

    @TempDir
    private Path folder;

    @Test
    void shouldReadTheFirstRunOfEdison() {
        Path path = RecordedData.path("job-year/edison.csv.gz");
        try (TokioSummaries table = new TokioSummaries(path, catalogue, letters::add)) {
            table.next();
            JobSummary run = table.next();

            assertThat(run.getJobId()).isEqualTo("3904444");
            assertThat(run.getStartTime()).isEqualTo(Instant.parse("2017-02-14T21:17:37Z"));
            assertThat(run.getEndTime()).isEqualTo(Instant.parse("2017-02-14T21:18:57Z"));
            assertThat(run.getCollectedAt()).isEqualTo(run.getEndTime());
            assertThat(run.getRunTimeSeconds()).isEqualTo(81);
            assertThat(run.getProcesses()).isEqualTo(2048);
            assertThat(run.getExecutable())
                    .isEqualTo("/global/u2/g/glock/src/git/tokio-paper-edison/bin.edison/dbscan_read");
            assertThat(run.getCollector()).isEqualTo("tokio-summary");
            assertThat(run.getSource()).isEqualTo(path + ":3");
            ModuleUse posix = run.getModules().get(0);
            assertThat(posix.getModule()).isEqualTo("POSIX");
            assertThat(posix.getReadBytes()).isEqualTo(1_649_291_067_390L);
            assertThat(posix.getWriteBytes()).isZero();
            assertThat(posix.getReads()).isEqualTo(75_776);
            assertThat(posix.getOpens()).isEqualTo(4098);
            assertThat(posix.getReadSeconds()).isEqualTo(138414.349309);
            assertThat(posix.getMetadataSeconds()).isEqualTo(58.603337);
            assertThat(posix.getPerformanceBytesPerSecond()).isEqualTo(21154.277309 * 1024 * 1024);
            assertThat(posix.getSlowestRankSeconds()).isCloseTo(74.353, within(0.001));
            FileSystemUse use = run.getFileSystems().get(0);
            assertThat(use.getFileSystem()).isEqualTo("snx11025");
            assertThat(use.getResolved()).isTrue();
            assertThat(use.getMountPoint()).isEqualTo("scratch1");
            assertThat(use.getReadBytes()).isEqualTo(posix.getReadBytes());
            assertThat(use.getOsts()).isNull();
            assertThat(use.getOstsComplete()).isFalse();
        }
    }

    @Test
    void shouldReadAllRunsOfTheYear() {
        List<JobSummary> edison = readAll("job-year/edison.csv.gz", 6999);
        assertThat(edison)
                .filteredOn(run -> run.getFileSystems().isEmpty())
                .hasSize(6)
                .allSatisfy(run -> assertThat(run.getModules()).isEmpty());
        List<JobSummary> cori = readAll("job-year/cori.csv.gz", 11_232);
        assertThat(cori)
                .filteredOn(run -> run.getFileSystems().isEmpty())
                .hasSize(6025)
                .allSatisfy(run -> assertThat(run.getModules()).hasSize(1));
        List<JobSummary> mira = readAll("job-year/mira.csv.gz", 2533);

        for (List<JobSummary> runs : List.of(edison, cori, mira)) {
            assertThat(runs).allSatisfy(run -> assertThat(run.getRunTimeSeconds())
                    .isEqualTo(1.0
                            + Duration.between(run.getStartTime(), run.getEndTime())
                                    .toSeconds()));
            assertThat(runs.stream()
                            .map(run -> run.getJobId() + "/" + run.getStartTime() + "/" + run.getExecutable())
                            .distinct())
                    .hasSameSizeAs(runs);
        }
        assertThat(letters).isEmpty();
    }

    @Test
    void shouldHoldTheRunsThatTheReferenceKnows() throws Exception {
        JsonNode jobs = new ObjectMapper()
                .readTree(RecordedData.path("reference/lmt-2018-02-09-dev.json").toFile())
                .get("real_jobs");
        List<JobSummary> edison = readAll("job-year/edison.csv.gz", 6999);

        assertThat(jobs).hasSize(3).allSatisfy(job -> assertThat(edison)
                .filteredOn(run -> run.getJobId().equals(job.get("jobid").asText())
                        && run.getStartTime().getEpochSecond()
                                == job.get("start_epoch_s").longValue())
                .singleElement()
                .satisfies(run -> {
                    assertThat(run.getEndTime().getEpochSecond())
                            .isEqualTo(job.get("end_epoch_s").longValue());
                    FileSystemUse use = run.getFileSystems().get(0);
                    assertThat(use.getFileSystem()).isEqualTo("snx11025");
                    assertThat(use.getReadBytes())
                            .isEqualTo(job.get("bytes_read_posix").longValue());
                    assertThat(use.getWriteBytes())
                            .isEqualTo(job.get("bytes_written_posix").longValue());
                }));
    }

    @Test
    void shouldReportNamesThatTheCatalogueDoesNotHave() {
        try (TokioSummaries table =
                new TokioSummaries(RecordedData.path("job-year/edison.csv.gz"), catalogue, letters::add)) {
            int unresolved = 0;
            while (table.hasNext()) {
                for (FileSystemUse use : table.next().getFileSystems()) {
                    if (!use.getResolved()) {
                        assertThat(use.getFileSystem()).isEqualTo("scratch3");
                        unresolved++;
                    }
                }
            }
            assertThat(unresolved).isEqualTo(2351);
            assertThat(table.unresolved())
                    .containsExactly(new UnresolvedFileSystem("scratch3", 2351, Optional.of("scratch1 (snx11025)")));
        }
    }

    @Test
    void shouldNormaliseJobIdsThatPassedThroughFloatingPoint() throws Exception {
        Path path = table(HEADER
                + ROW.formatted("4088886.0", "1487107057", "1487107137", "2048", "1")
                + ROW.formatted("4088886[7].sdb", "1487107057", "1487107137", "2048", "1"));

        assertThat(read(path)).extracting(JobSummary::getJobId).containsExactly("4088886", "4088886[7].sdb");
    }

    @Test
    void shouldSendMalformedRowsToTheDeadLetters() throws Exception {
        Path path = table(HEADER
                + GOOD
                + ROW.formatted("1", "1487107137", "1487107057", "2048", "1")
                + ROW.formatted("", "1487107057", "1487107137", "2048", "1")
                + ROW.formatted("1", "noon", "1487107137", "2048", "1")
                + ROW.formatted("1", "1487107057", "1487107137", "0", "1")
                + ROW.formatted("1", "1487107057", "1487107137", "2048", "1.5")
                + ROW.formatted("1", "1487107057", "1487107137", "2048", "-7")
                + ROW.formatted("1", "1487107057", "1487107137", "2048", "")
                + "8,scratch1,12\n"
                + GOOD.replace("\n", ",more\n")
                + "10,scratch1,77,1,2,1487107057,1487107137,81,/bin/ior,2048,,,,,,,,,,,\n"
                + GOOD);

        assertThat(read(path)).hasSize(2);
        assertThat(letters)
                .extracting(letter -> letter.getOrigin() + " " + letter.getReason())
                .containsExactly(
                        path + ":3 darshan_end_time 2017-02-14T21:17:37Z is before darshan_start_time"
                                + " 2017-02-14T21:18:57Z",
                        path + ":4 _jobid is empty",
                        path + ":5 darshan_start_time = \"noon\" is no number, zero or more",
                        path + ":6 darshan_nprocs = 0 is no number of processes",
                        path + ":7 darshan_tot_bytes_read_posix = 1.5 is no whole number",
                        path + ":8 darshan_tot_bytes_read_posix = \"-7\" is no number, zero or more",
                        path + ":9 darshan_tot_bytes_read_posix is empty",
                        path + ":10 it has 3 fields, the header has 21",
                        path + ":11 it has 22 fields, the header has 21",
                        path + ":12 _file_system is scratch1, but the POSIX columns are empty");
        DeadLetter first = letters.get(0);
        assertThat(first.getSource()).isEqualTo("job-summaries");
        assertThat(first.getTime()).isEqualTo(Instant.parse("2017-02-14T21:17:37Z"));
        assertThat(StandardCharsets.UTF_8.decode(first.getPayload()).toString())
                .startsWith("0,scratch1,1,1,2,1487107137,1487107057,");
        assertThat(letters.get(7).getTime())
                .as("a row without times has the time of the file")
                .isEqualTo(Files.getLastModifiedTime(path).toInstant().truncatedTo(ChronoUnit.MILLIS));
    }

    @Test
    void shouldSayThatATableIsTruncated() throws Exception {
        byte[] whole = Files.readAllBytes(RecordedData.path("job-year/mira.csv.gz"));
        Path cut = Files.write(folder.resolve("cut.csv.gz"), Arrays.copyOf(whole, whole.length / 2));

        assertThatThrownBy(() -> read(cut))
                .isInstanceOf(UnreadableSourceException.class)
                .hasMessageContaining(cut + ": truncated or damaged")
                .hasMessageContaining("get a complete copy");
    }

    @Test
    void shouldSayThatAFileIsNoTableOfSummaries() throws Exception {
        Path other = table("time,server\n1,2\n");
        assertThatThrownBy(() -> read(other))
                .isInstanceOf(UnreadableSourceException.class)
                .hasMessageContaining("it lacks the columns [_jobid, _file_system, darshan_start_time");
        Path empty = table("");
        assertThatThrownBy(() -> read(empty))
                .isInstanceOf(UnreadableSourceException.class)
                .hasMessageContaining("the table has no rows");
        assertThatThrownBy(() -> read(folder.resolve("none.csv")))
                .isInstanceOf(UnreadableSourceException.class)
                .hasMessageContaining("cannot be opened");
    }

    private List<JobSummary> readAll(String recording, int rows) {
        List<JobSummary> runs = read(RecordedData.path(recording));
        assertThat(runs).hasSize(rows);
        return runs;
    }

    private List<JobSummary> read(Path path) {
        List<JobSummary> runs = new ArrayList<>();
        try (TokioSummaries table = new TokioSummaries(path, catalogue, letters::add)) {
            table.forEachRemaining(runs::add);
            assertThat(table.refused()).isEqualTo(letters.size());
        }
        return runs;
    }

    private Path table(String content) throws Exception {
        return Files.writeString(folder.resolve("table-" + content.hashCode() + ".csv"), content);
    }
}
