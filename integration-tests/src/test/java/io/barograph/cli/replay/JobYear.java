package io.barograph.cli.replay;

import com.fasterxml.jackson.databind.JsonNode;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.NamedCsvRecord;
import io.barograph.testing.RecordedData;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.GZIPInputStream;

/** The tables of a year of benchmark runs, as the reference values read them. */
final class JobYear {
    private static final long FIRST = Instant.parse("2017-02-14T08:00:00Z").getEpochSecond(); // midnight, Los Angeles
    private static final long BEHIND_LAST =
            Instant.parse("2018-02-15T08:00:00Z").getEpochSecond();

    private JobYear() {}

    /**
     * One row.
     *
     * @param system name of the table
     * @param cells cells by column
     */
    record Row(String system, Map<String, String> cells) {
        String cell(String column) {
            return cells.getOrDefault(column, "");
        }

        double number(String column) {
            return cell(column).isEmpty() ? Double.NaN : Double.parseDouble(cell(column));
        }

        /** Job, start, executable and file system: what an exported record has, too. */
        String identity() {
            String job = cell("_jobid").replaceAll("\\.0+$", "");
            return String.join(
                    " ",
                    job,
                    Instant.ofEpochSecond((long) number("darshan_start_time")).toString(),
                    cell("darshan_app"),
                    cell("_file_system"));
        }

        boolean isCoriHaswell() {
            return system.equals("cori") && number("darshan_nprocs") <= 1_024;
        }

        /** Of more than 1 GiB, and of the year on the clock of Los Angeles. */
        boolean isCorrelated() {
            double shown = number("_datetime_start");
            return number("darshan_total_gibs_posix") > 1 && shown >= FIRST && shown < BEHIND_LAST;
        }
    }

    /** Identity of an exported record. */
    static String identity(JsonNode exported) {
        return String.join(
                " ",
                exported.get("jobId").asText(),
                exported.get("startTime").asText(),
                exported.get("executable").asText(),
                exported.get("fileSystem").asText());
    }

    /** Rows without an empty cell, in the columns that are not empty throughout. */
    static List<Row> completeRows(String system) throws IOException {
        List<Row> rows = rows(system);
        Map<String, Boolean> used = new TreeMap<>();
        for (Row row : rows) {
            row.cells().forEach((column, cell) -> used.merge(column, !cell.isEmpty(), Boolean::logicalOr));
        }
        return rows.stream()
                .filter(row -> row.cells().entrySet().stream()
                        .allMatch(cell -> !cell.getValue().isEmpty() || !used.get(cell.getKey())))
                .toList();
    }

    static List<Row> rows(String system) throws IOException {
        List<Row> rows = new ArrayList<>();
        try (CsvReader<NamedCsvRecord> reader = CsvReader.builder()
                .ofNamedCsvRecord(new InputStreamReader(
                        new GZIPInputStream(Files.newInputStream(RecordedData.path("job-year/" + system + ".csv.gz"))),
                        StandardCharsets.UTF_8))) {
            for (NamedCsvRecord row : reader) {
                rows.add(new Row(system, row.getFieldsAsMap()));
            }
        }
        return rows;
    }
}
