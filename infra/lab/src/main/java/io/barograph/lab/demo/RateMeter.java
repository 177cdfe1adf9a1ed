package io.barograph.lab.demo;

import io.barograph.schemas.ServerKind;
import io.barograph.schemas.ServerSample;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/** What the data servers of each file system move per second, from their newest samples; for one thread at a time. */
final class RateMeter {
    /**
     * Rates of one file system over its newest interval.
     *
     * @param writeBytesPerSecond bytes written per second
     */
    record Rate(Instant time, double readBytesPerSecond, double writeBytesPerSecond, int servers) {
        private Rate plus(Rate other) {
            return new Rate(
                    time,
                    readBytesPerSecond + other.readBytesPerSecond,
                    writeBytesPerSecond + other.writeBytesPerSecond,
                    servers + other.servers);
        }
    }

    private final Map<String, ServerSample> newest = new HashMap<>();
    private final Map<String, Rate> rates = new TreeMap<>();

    synchronized void add(ServerSample sample) {
        if (sample.getKind() != ServerKind.OST && sample.getKind() != ServerKind.NSD) {
            return;
        }
        String server = sample.getFileSystem() + '/' + sample.getServer();
        ServerSample before = newest.get(server);
        if (before != null && !sample.getTime().isAfter(before.getTime())) {
            return;
        }
        newest.put(server, sample);
        if (before == null) {
            return;
        }
        double seconds = (sample.getTime().toEpochMilli() - before.getTime().toEpochMilli()) / 1_000.0;
        Rate rate = new Rate(
                sample.getTime(),
                (sample.getReadBytes() - before.getReadBytes()) / seconds,
                (sample.getWriteBytes() - before.getWriteBytes()) / seconds,
                1);
        rates.merge(sample.getFileSystem(), rate, (known, more) -> {
            if (more.time().isAfter(known.time())) {
                return more;
            }
            return more.time().equals(known.time()) ? known.plus(more) : known;
        });
    }

    /** @return the newest rates by file system */
    synchronized Map<String, Rate> rates() {
        return new TreeMap<>(rates);
    }
}
