package io.barograph.pictures;

import io.barograph.schemas.FileSystemUse;
import io.barograph.schemas.OstBytes;
import io.barograph.schemas.RateOfServer;
import io.barograph.schemas.ServerRates;
import io.barograph.schemas.ServerRole;
import io.barograph.schemas.Span;
import io.barograph.schemas.TrafficDirection;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** The load of each OST while one run was on it, from its Darshan log and from the servers' counters. */
final class OstLoad {
    private static final Duration LONG = Duration.ofMinutes(20);

    private final ReportRun run;
    private final Map<String, Double> own = new TreeMap<>();
    private final Map<Instant, Servers> servers = new HashMap<>();
    private double unplaced;

    private record Servers(int revision, Map<String, Double> bytes) {}

    OstLoad(ReportRun run) {
        this.run = run;
    }

    /** Takes the summary of the run for what it says of OSTs. */
    OstLoad(ReportRun run, FileSystemUse use) {
        this(run);
        for (OstBytes each : use.getOstBytes()) {
            own.merge(
                    String.format(Locale.ROOT, "OST%04X", each.getOst()),
                    (double) each.getReadBytes() + each.getWriteBytes(),
                    Double::sum);
        }
        unplaced = (use.getUnplacedReadBytes() == null ? 0.0 : use.getUnplacedReadBytes())
                + (use.getUnplacedWriteBytes() == null ? 0.0 : use.getUnplacedWriteBytes());
    }

    ReportRun run() {
        return run;
    }

    Map<String, Double> own() {
        return own;
    }

    /** Bytes that the log places on no OST. */
    double unplaced() {
        return unplaced;
    }

    /** Whole intervals that touch the run; minutes of a long one. */
    void add(ServerRates rates) {
        Span span = Duration.between(run.start(), run.end()).compareTo(LONG) > 0 ? Span.MINUTE : Span.INTERVAL;
        if (rates.getSpan() != span
                || rates.getDirection() != TrafficDirection.TOTAL
                || !rates.getFileSystem().equals(run.fileSystem())
                || !rates.getFrom().isBefore(run.end())
                || !rates.getTo().isAfter(run.start())) {
            return;
        }
        double seconds = Duration.between(rates.getFrom(), rates.getTo()).toMillis() / 1e3;
        Map<String, Double> bytes = new TreeMap<>();
        for (RateOfServer server : rates.getServers()) {
            if (server.getRole() == ServerRole.DATA
                    && (server.getReadBytesPerSecond() != null || server.getWriteBytesPerSecond() != null)) {
                double read = server.getReadBytesPerSecond() == null ? 0 : server.getReadBytesPerSecond();
                double write = server.getWriteBytesPerSecond() == null ? 0 : server.getWriteBytesPerSecond();
                bytes.put(withinFileSystem(server.getServer()), (read + write) * seconds);
            }
        }
        servers.merge(
                rates.getFrom(),
                new Servers(rates.getRevision(), bytes),
                (a, b) -> a.revision() > b.revision() ? a : b);
    }

    /** LMT says {@code snx11025-OST0007}, Darshan says OST 7 of the file system. */
    private static String withinFileSystem(String server) {
        return server.matches(".*-OST[0-9a-fA-F]{4}")
                ? server.substring(server.length() - 7).toUpperCase(Locale.ROOT)
                : server;
    }

    /** Bytes that everybody moved, by OST; empty if no counters are held. */
    Map<String, Double> all() {
        Map<String, Double> all = new TreeMap<>();
        servers.values().forEach(each -> each.bytes().forEach((ost, bytes) -> all.merge(ost, bytes, Double::sum)));
        return all;
    }
}
