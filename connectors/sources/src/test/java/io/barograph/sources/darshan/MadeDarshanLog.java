package io.barograph.sources.darshan;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.zip.Deflater;

/**
 * Makes Darshan logs of format 3.41 in memory: header, then job, names and the POSIX and STDIO records, each part
 * compressed by itself. A run of several processes that each write a file of their own and read a shared one.
 */
final class MadeDarshanLog {
    static final int HEADER_BYTES = 1328;
    static final int FIRST_RECORD_VALUE = 16;
    static final int POSIX_COUNTERS = 69;
    static final int POSIX_TIMES = 17;

    private static final int MODULES = 64;
    private static final int MAPS_OFFSET = 32;
    private static final int VERSIONS_OFFSET = MAPS_OFFSET + 16 * (MODULES + 1);
    private static final int POSIX = 1;
    private static final int POSIX_VERSION = 4;
    private static final int STDIO = 9;
    private static final int STDIO_VERSION = 2;
    private static final int STDIO_COUNTERS = 14;
    private static final int STDIO_TIMES = 15;
    private static final int JOB_BYTES = 56 + 1024;
    private static final int[] BIN_LIMITS = {
        100, 1 << 10, 10 << 10, 100 << 10, 1 << 20, 4 << 20, 10 << 20, 100 << 20, 1 << 30, Integer.MAX_VALUE
    };

    long user = 1000;
    long startSeconds = 1_780_000_000L;
    long startNanos = 250_000_000;
    long endSeconds = 1_780_000_060L;
    long endNanos = 750_000_000;
    long processes = 4;
    long jobId = 4711;

    /** Names by identity, in the order of the log. */
    final Map<Long, String> names = new LinkedHashMap<>();

    final List<byte[]> posix = new ArrayList<>();
    final List<byte[]> stdio = new ArrayList<>();

    private MadeDarshanLog() {}

    /** @return a run that an invented program might have done */
    static MadeDarshanLog of(long seed) {
        Random random = new Random(seed);
        MadeDarshanLog log = new MadeDarshanLog();
        log.jobId = 1000L + random.nextInt(1_000_000);
        log.processes = 1L + random.nextInt(8);
        for (int rank = 0; rank < log.processes; rank++) {
            long id = log.name("/scratch/run/" + log.jobId + "/part-" + rank, random);
            log.posix.add(log.posixRecord(id, rank, random, 0, 1 + random.nextInt(40)));
        }
        long shared = log.name("/scratch/input/" + random.nextInt(1000) + ".dat", random);
        log.posix.add(log.posixRecord(shared, log.processes == 1 ? 0L : -1L, random, 2 + random.nextInt(100), 0));
        long output = log.name("/home/u/" + log.jobId + ".out", random);
        log.stdio.add(log.stdioRecord(output, random));
        return log;
    }

    private long name(String path, Random random) {
        long id = random.nextLong();
        names.put(id, path);
        return id;
    }

    private byte[] posixRecord(long id, long rank, Random random, int reads, int writes) {
        Map<Integer, Long> counters = new HashMap<>();
        counters.put(0, Math.max(1, rank < 0 ? processes : 1)); // OPENS
        counters.put(3, (long) reads);
        counters.put(4, (long) writes);
        counters.put(5, 1L + reads + writes);
        counters.put(6, 2L);
        counters.put(13, 0644L);
        long size = 1L + random.nextInt(8 << 20);
        fill(counters, reads, size, 14, 16, 18, 20, 27, 29);
        fill(counters, writes, size, 15, 17, 19, 21, 28, 39);
        counters.put(24, 8L);
        counters.put(26, 4096L);
        if (reads + writes > 0) {
            counters.put(57, size); // ACCESS1_ACCESS
            counters.put(61, (long) reads + writes);
        }
        long bytes = size * (reads + (long) writes);
        counters.put(65, rank < 0 ? 0 : rank);
        counters.put(66, rank < 0 ? bytes / processes : bytes);
        counters.put(67, rank < 0 ? processes - 1 : rank);
        counters.put(68, rank < 0 ? bytes / processes : bytes);
        double[] times = new double[POSIX_TIMES];
        times[0] = 0.5;
        times[4] = 0.6;
        times[3] = 58;
        times[7] = 58.5;
        if (reads > 0) {
            times[1] = 1 + random.nextDouble();
            times[5] = 20 + random.nextDouble();
            times[8] = 0.1 * reads;
            times[11] = 0.1;
        }
        if (writes > 0) {
            times[2] = 21 + random.nextDouble();
            times[6] = 50 + random.nextDouble();
            times[9] = 0.2 * writes;
            times[12] = 0.2;
        }
        times[10] = 0.01;
        return fileRecord(id, rank, counters, POSIX_COUNTERS, times);
    }

    private static void fill(
            Map<Integer, Long> counters,
            int count,
            long size,
            int bytes,
            int lastByte,
            int consecutive,
            int sequential,
            int slowestSize,
            int firstBin) {
        if (count == 0) {
            return;
        }
        counters.put(bytes, size * count);
        counters.put(lastByte, size * count - 1);
        counters.put(consecutive, count - 1L);
        counters.put(sequential, count - 1L);
        counters.put(slowestSize, size);
        int bin = 0;
        while (size > BIN_LIMITS[bin]) {
            bin++;
        }
        counters.put(firstBin + bin, (long) count);
    }

    private byte[] stdioRecord(long id, Random random) {
        long writes = 1L + random.nextInt(50);
        Map<Integer, Long> counters = new HashMap<>();
        counters.put(0, 1L);
        counters.put(3, writes);
        counters.put(5, 1L);
        counters.put(6, writes * 80);
        counters.put(9, writes * 80 - 1);
        counters.put(11, writes * 80);
        counters.put(13, writes * 80);
        double[] times = new double[STDIO_TIMES];
        times[0] = 0.001;
        times[1] = 0.002 * writes;
        times[3] = 0.2;
        times[4] = 59;
        times[5] = 0.3;
        times[7] = 0.25;
        times[8] = 59.5;
        times[9] = 58;
        return fileRecord(id, 0, counters, STDIO_COUNTERS, times);
    }

    private static byte[] fileRecord(long id, long rank, Map<Integer, Long> counters, int count, double[] times) {
        byte[] bytes = new byte[FIRST_RECORD_VALUE + 8 * (count + times.length)];
        ByteBuffer made = wrap(bytes);
        made.putLong(id).putLong(rank);
        for (int i = 0; i < count; i++) {
            made.putLong(counters.getOrDefault(i, 0L));
        }
        for (double time : times) {
            made.putDouble(time);
        }
        return bytes;
    }

    private static ByteBuffer wrap(byte[] bytes) {
        return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    /** @return the parts before they are compressed: job, names, POSIX, STDIO */
    List<byte[]> parts() {
        return List.of(jobPart(), namePart(), joined(posix), joined(stdio));
    }

    private byte[] jobPart() {
        byte[] mounts =
                "/usr/bin/made --size 1\nlustre\t/scratch\nnfs\t/home\next4\t/".getBytes(StandardCharsets.UTF_8);
        byte[] bytes = new byte[JOB_BYTES + mounts.length];
        ByteBuffer made = wrap(bytes);
        made.putLong(user)
                .putLong(startSeconds)
                .putLong(startNanos)
                .putLong(endSeconds)
                .putLong(endNanos)
                .putLong(processes)
                .putLong(jobId);
        made.put("lib_ver=3.4.6\nh=romio_no_indep_rw=true;cb_nodes=4\n".getBytes(StandardCharsets.UTF_8));
        made.position(JOB_BYTES);
        made.put(mounts);
        return bytes;
    }

    private byte[] namePart() {
        ByteArrayOutputStream made = new ByteArrayOutputStream();
        names.forEach((id, name) -> {
            byte[] identity = new byte[Long.BYTES];
            wrap(identity).putLong(id);
            made.writeBytes(identity);
            made.writeBytes((name + "\0").getBytes(StandardCharsets.UTF_8));
        });
        return made.toByteArray();
    }

    private static byte[] joined(List<byte[]> records) {
        ByteArrayOutputStream made = new ByteArrayOutputStream();
        records.forEach(made::writeBytes);
        return made.toByteArray();
    }

    /** @return the log */
    byte[] bytes() {
        return bytes(parts());
    }

    /**
     * @param parts as {@link #parts} gives them, perhaps changed
     * @return a log whose checksums are right whatever they hold
     */
    static byte[] bytes(List<byte[]> parts) {
        List<byte[]> compressed = parts.stream().map(MadeDarshanLog::compress).toList();
        byte[] beginning = new byte[HEADER_BYTES];
        ByteBuffer header = wrap(beginning);
        header.put("3.41".getBytes(StandardCharsets.UTF_8));
        header.putLong(8, 6_567_223L);
        int[] maps = {-1, 0, 1 + POSIX, 1 + STDIO};
        long at = HEADER_BYTES;
        for (int i = 0; i < maps.length; i++) {
            if (maps[i] >= 0) {
                header.putLong(MAPS_OFFSET + 16 * maps[i], at);
                header.putLong(MAPS_OFFSET + 16 * maps[i] + 8, compressed.get(i).length);
            }
            at += compressed.get(i).length;
        }
        header.putInt(VERSIONS_OFFSET + 4 * POSIX, POSIX_VERSION);
        header.putInt(VERSIONS_OFFSET + 4 * STDIO, STDIO_VERSION);
        ByteArrayOutputStream log = new ByteArrayOutputStream();
        log.writeBytes(beginning);
        compressed.forEach(log::writeBytes);
        return log.toByteArray();
    }

    private static byte[] compress(byte[] part) {
        Deflater deflater = new Deflater();
        try {
            deflater.setInput(part);
            deflater.finish();
            ByteArrayOutputStream compressed = new ByteArrayOutputStream();
            byte[] chunk = new byte[8192];
            while (!deflater.finished()) {
                compressed.write(chunk, 0, deflater.deflate(chunk));
            }
            return compressed.toByteArray();
        } finally {
            deflater.end();
        }
    }
}
