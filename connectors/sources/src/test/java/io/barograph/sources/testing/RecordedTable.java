package io.barograph.sources.testing;

import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.NamedCsvRecord;
import io.barograph.testing.RecordedData;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.List;
import java.util.zip.GZIPInputStream;

/** Reads the gzipped tables beside the recordings. */
public final class RecordedTable {
    private RecordedTable() {}

    /**
     * @param relative path below the folder of recordings
     * @return all rows
     */
    public static List<NamedCsvRecord> rows(String relative) throws IOException {
        try (CsvReader<NamedCsvRecord> reader = CsvReader.builder()
                .ofNamedCsvRecord(new InputStreamReader(
                        new GZIPInputStream(Files.newInputStream(RecordedData.path(relative))),
                        StandardCharsets.UTF_8))) {
            return reader.stream().toList();
        }
    }
}
