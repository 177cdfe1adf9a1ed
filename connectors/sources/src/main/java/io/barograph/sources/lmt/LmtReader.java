package io.barograph.sources.lmt;

import io.barograph.runtime.DeadLetterCounter;
import io.barograph.runtime.RefusedRecordException;
import io.barograph.runtime.SampleRecording;
import io.barograph.schemas.ServerKind;
import io.barograph.schemas.ServerSample;
import io.barograph.sources.lmt.LmtCatalogue.LmtServerName;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Reads a range of TS_IDs, all tables side by side, one TS_ID at a time. A sample is published at its own time until the
 * caller says otherwise.
 */
final class LmtReader implements AutoCloseable {
    private final String source;
    private final LmtCatalogue catalogue;
    private final LmtTimes times;
    private final DeadLetterCounter refusals;
    private final int intervalMillis;
    private final List<TableCursor> open = new ArrayList<>();
    private final TableCursor timestamps;
    private final TableCursor osts;
    private final TableCursor osses;
    private final TableCursor mdts;
    private final TableCursor operations;

    /** Everything the database has for one TS_ID. */
    record LmtInstant(long tsId, List<LmtSample> samples) {}

    /**
     * @param key names the server across TS_IDs, for instance {@code OST/18}
     * @param parts how many rows it is made of: 1 for an OST or OSS; for an MDT its gauges and each operation
     */
    record LmtSample(String key, ServerSample sample, int parts) {}

    /** @param range TS_IDs to read; null: the whole database */
    LmtReader(
            Connection connection,
            String source,
            LmtCatalogue catalogue,
            LmtTimes times,
            TableCursor.Range range,
            DeadLetterCounter refusals,
            Duration interval)
            throws SQLException {
        this.source = source;
        this.catalogue = catalogue;
        this.times = times;
        this.refusals = refusals;
        this.intervalMillis = Math.toIntExact(interval.toMillis());
        try {
            timestamps = cursor(connection, "TIMESTAMP_INFO", "TIMESTAMP", range);
            osts = cursor(
                    connection,
                    "OST_DATA",
                    "OST_ID, READ_BYTES, WRITE_BYTES, KBYTES_FREE, KBYTES_USED, INODES_FREE, INODES_USED",
                    range);
            osses = cursor(connection, "OSS_DATA", "OSS_ID, PCT_CPU, PCT_MEMORY", range);
            mdts = cursor(
                    connection,
                    "MDS_DATA",
                    "MDS_ID, PCT_CPU, KBYTES_FREE, KBYTES_USED, INODES_FREE, INODES_USED",
                    range);
            operations = cursor(connection, "MDS_OPS_DATA", "MDS_ID, OPERATION_ID, SAMPLES", range);
        } catch (SQLException e) {
            close();
            throw e;
        }
    }

    private TableCursor cursor(Connection connection, String table, String columns, TableCursor.Range range)
            throws SQLException {
        TableCursor cursor = new TableCursor(connection, source, table, columns, range, refusals);
        open.add(cursor);
        return cursor;
    }

    /** @return the next TS_ID that has a time; empty at the end */
    Optional<LmtInstant> next() throws SQLException {
        while (true) {
            Optional<Long> nextTsId = open.stream()
                    .filter(cursor -> !cursor.isExhausted())
                    .map(TableCursor::tsId)
                    .min(Comparator.naturalOrder());
            if (nextTsId.isEmpty()) {
                return Optional.empty();
            }
            long tsId = nextTsId.get();
            Optional<Instant> time = time(tsId);
            if (time.isPresent()) {
                return Optional.of(new LmtInstant(tsId, samples(tsId, time.get())));
            }
            refuseDataWithoutTime(tsId);
        }
    }

    private Optional<Instant> time(long tsId) throws SQLException {
        Instant[] time = new Instant[1];
        timestamps.readAll(tsId, null, row -> time[0] = times.resolve(tsId, row.getString("TIMESTAMP")));
        return Optional.ofNullable(time[0]);
    }

    private void refuseDataWithoutTime(long tsId) throws SQLException {
        for (TableCursor cursor : List.of(osts, osses, mdts, operations)) {
            cursor.readAll(tsId, null, row -> {
                throw new RefusedRecordException("TIMESTAMP_INFO has no usable time for TS_ID " + tsId);
            });
        }
    }

    private List<LmtSample> samples(long tsId, Instant time) throws SQLException {
        List<LmtSample> samples = new ArrayList<>();
        osts.readAll(tsId, time, row -> samples.add(ost(row, time)));
        osses.readAll(tsId, time, row -> samples.add(oss(row, time)));
        samples.addAll(mdts(tsId, time));
        samples.sort(Comparator.comparing(LmtSample::sample, SampleRecording.ORDER));
        return samples;
    }

    private LmtSample ost(ResultSet row, Instant time) throws SQLException, RefusedRecordException {
        long id = LmtColumnReader.key(row, "OST_ID");
        ServerSample sample = sample(named(catalogue.osts(), id, "OST_INFO", "OST_ID"), ServerKind.OST, time);
        sample.setReadBytes(LmtColumnReader.count(row, "READ_BYTES"));
        sample.setWriteBytes(LmtColumnReader.count(row, "WRITE_BYTES"));
        space(row, sample);
        return new LmtSample("OST/" + id, sample, 1);
    }

    private LmtSample oss(ResultSet row, Instant time) throws SQLException, RefusedRecordException {
        long id = LmtColumnReader.key(row, "OSS_ID");
        ServerSample sample = sample(named(catalogue.osses(), id, "OSS_INFO", "OSS_ID"), ServerKind.OSS, time);
        sample.setCpuPercent(LmtColumnReader.real(row, "PCT_CPU"));
        sample.setMemoryPercent(LmtColumnReader.real(row, "PCT_MEMORY"));
        return new LmtSample("OSS/" + id, sample, 1);
    }

    /** The gauges of an MDT and each of its operations are rows of their own. */
    private List<LmtSample> mdts(long tsId, Instant time) throws SQLException {
        Map<Long, ServerSample> samples = new HashMap<>();
        Map<Long, Integer> parts = new HashMap<>();
        mdts.readAll(tsId, time, row -> {
            ServerSample sample = mdt(row, time, samples);
            Double cpuPercent = LmtColumnReader.real(row, "PCT_CPU");
            space(row, sample);
            sample.setCpuPercent(cpuPercent);
            parts.merge(LmtColumnReader.key(row, "MDS_ID"), 1, Integer::sum);
        });
        operations.readAll(tsId, time, row -> {
            String name = catalogue.operations().get(LmtColumnReader.key(row, "OPERATION_ID"));
            if (name == null) {
                throw new RefusedRecordException("OPERATION_INFO has no such OPERATION_ID");
            }
            Long count = LmtColumnReader.count(row, "SAMPLES");
            ServerSample sample = mdt(row, time, samples);
            if (count != null) {
                if (sample.getMetadataOperations() == null) {
                    sample.setMetadataOperations(new TreeMap<>());
                }
                sample.getMetadataOperations().put(name, count);
            }
            parts.merge(LmtColumnReader.key(row, "MDS_ID"), 1, Integer::sum);
        });
        List<LmtSample> result = new ArrayList<>();
        parts.forEach((id, count) -> result.add(new LmtSample("MDT/" + id, samples.get(id), count)));
        return result;
    }

    private ServerSample mdt(ResultSet row, Instant time, Map<Long, ServerSample> samples)
            throws SQLException, RefusedRecordException {
        long id = LmtColumnReader.key(row, "MDS_ID");
        LmtServerName name = named(catalogue.mdts(), id, "MDS_INFO", "MDS_ID");
        return samples.computeIfAbsent(id, unused -> sample(name, ServerKind.MDT, time));
    }

    private static void space(ResultSet row, ServerSample sample) throws SQLException, RefusedRecordException {
        Long used = LmtColumnReader.count(row, "KBYTES_USED");
        Long free = LmtColumnReader.count(row, "KBYTES_FREE");
        Long usedInodes = LmtColumnReader.count(row, "INODES_USED");
        Long freeInodes = LmtColumnReader.count(row, "INODES_FREE");
        sample.setUsedKibibytes(used);
        sample.setFreeKibibytes(free);
        sample.setUsedInodes(usedInodes);
        sample.setFreeInodes(freeInodes);
    }

    private static LmtServerName named(Map<Long, LmtServerName> names, long id, String table, String column)
            throws RefusedRecordException {
        LmtServerName name = names.get(id);
        if (name == null) {
            throw new RefusedRecordException(table + " has no " + column + " " + id + " with a name and a file system");
        }
        return name;
    }

    private ServerSample sample(LmtServerName name, ServerKind kind, Instant time) {
        ServerSample sample = new ServerSample();
        sample.setFileSystem(name.fileSystem());
        sample.setServer(name.name());
        sample.setHost(name.host());
        sample.setKind(kind);
        sample.setTime(time);
        sample.setPublishedAt(time);
        sample.setIntervalMillis(intervalMillis);
        sample.setCollector("lmt");
        return sample;
    }

    @Override
    public void close() throws SQLException {
        for (TableCursor cursor : open) {
            cursor.close();
        }
    }
}
