package io.barograph.servers.operators;

import io.barograph.schemas.AvroCodec;
import io.barograph.schemas.CatalogueFileSystem;
import io.barograph.schemas.FileSystemCatalogue;
import io.barograph.schemas.ServerKind;
import io.barograph.schemas.ServerSample;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** A small site: file system {@code scratch}, sampled every 5 s. Time 0 is 30 s before midnight: two days are met. */
final class WeatherSite {
    static final long INTERVAL = 5_000;
    static final Instant START = Instant.parse("2018-02-09T23:59:30Z");
    static final FileSystemCatalogue CATALOGUE = new FileSystemCatalogue(List.of(CatalogueFileSystem.of("scratch")));
    static final Duration OUT_OF_ORDERNESS = Duration.ofSeconds(10);

    static {
        AvroCodec.of(ServerSample.class); // Avro builds no record of a class that the codec has not made it trust
    }

    private WeatherSite() {}

    static Instant at(long second) {
        return START.plusSeconds(second);
    }

    static long millis(long second) {
        return at(second).toEpochMilli();
    }

    static ServerSample.Builder server(String name, ServerKind kind, Instant time) {
        return ServerSample.newBuilder()
                .setFileSystem("scratch")
                .setServer(name)
                .setKind(kind)
                .setTime(time)
                .setPublishedAt(time)
                .setIntervalMillis((int) INTERVAL);
    }

    static ServerSample ost(String name, long second, long readBytes, long writeBytes) {
        return server(name, ServerKind.OST, at(second))
                .setReadBytes(readBytes)
                .setWriteBytes(writeBytes)
                .build();
    }

    /** Samples of some OSTs in the order of time, with gaps of one or more samples and restarts. */
    static List<ServerSample> recording(Random random, int servers, int samples) {
        List<ServerSample> recording = new ArrayList<>();
        long[] read = new long[servers];
        long[] write = new long[servers];
        Arrays.fill(read, 1_000_000);
        Arrays.fill(write, 1_000_000);
        for (int i = 0; i < samples; i++) {
            for (int server = 0; server < servers; server++) {
                boolean edge = i == 0 || i == samples - 1;
                if (edge || random.nextInt(5) > 0) {
                    recording.add(ost("ost" + server, 5L * i, read[server], write[server]));
                }
                read[server] += random.nextInt(3) == 0 ? 0 : random.nextInt(8_000);
                write[server] += random.nextInt(10_000);
                // a counter that was reset a moment ago cannot be distinguished from one that is at fault
                if (read[server] >= 1_000_000 && random.nextInt(20) == 0) {
                    read[server] = 0;
                    write[server] = random.nextInt(10);
                }
            }
        }
        return recording;
    }

    /** Bytes read and written by the curves: differences with restarts unwrapped. */
    static long[] moved(List<ServerSample> inOrder) {
        Map<String, ServerSample> previous = new HashMap<>();
        long[] moved = new long[2];
        for (ServerSample sample : inOrder) {
            ServerSample before = previous.put(sample.getServer(), sample);
            if (before != null) {
                moved[0] += since(before.getReadBytes(), sample.getReadBytes());
                moved[1] += since(before.getWriteBytes(), sample.getWriteBytes());
            }
        }
        return moved;
    }

    private static long since(long before, long now) {
        return now < before ? now : now - before;
    }

    /** An order in which no sample is more than 10 s of event time behind one before it; some come twice. */
    static List<ServerSample> permuted(List<ServerSample> samples, Random random) {
        Map<ServerSample, Long> arrivals = new LinkedHashMap<>();
        for (ServerSample sample : samples) {
            arrivals.put(sample, sample.getTime().toEpochMilli() + random.nextInt((int) OUT_OF_ORDERNESS.toMillis()));
        }
        List<ServerSample> permuted = new ArrayList<>(samples);
        Collections.shuffle(permuted, random);
        permuted.sort((a, b) -> Long.compare(arrivals.get(a), arrivals.get(b)));
        for (int i = 0; i < samples.size(); i += 7) {
            permuted.add(permuted.indexOf(samples.get(i)), samples.get(i));
        }
        return permuted;
    }
}
