package io.barograph.collectors.darshan;

import static org.assertj.core.api.Assertions.assertThat;

import io.barograph.collectors.darshan.DarshanTesting.Results;
import io.barograph.schemas.FileSystem;
import io.barograph.schemas.FileSystemUse;
import io.barograph.schemas.JobSummary;
import io.barograph.schemas.ModuleUse;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.avro.Schema;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Logs of the test's own making, damaged in every way, also with right checksums. {@code -Dbarograph.tests=all} tries
 * 10 000; the table in docs/collectors/darshan.md is what that prints.
 */
class MutatedDarshanLogsTest {
    private static final long SEED = 20261123;
    private static final int LOGS = "all".equals(System.getProperty("barograph.tests")) ? 10_000 : 110;
    private static final int JOB = 0;
    private static final int NAMES = 1;
    private static final int POSIX = 2;
    private static final long[] EXTREMES = {
        Long.MIN_VALUE,
        Long.MAX_VALUE,
        -1,
        -2,
        0,
        1L << 62,
        1L << 52,
        900_000_000_000_000_000L,
        Double.doubleToLongBits(Double.NaN),
        Double.doubleToLongBits(Double.POSITIVE_INFINITY),
        Double.doubleToLongBits(-1e300)
    };

    @TempDir
    Path folder;

    /** What is done to a log. */
    private enum Damage {
        FLIPPED_BYTES,
        NOISE,
        CUT_OFF,
        REGION_MAP,
        /** From here on with right checksums. */
        JOB_TIMES,
        JOB_IDENTITY,
        TEXT,
        LENGTH_OF_A_PART,
        EXTREME_VALUE,
        FLIPPED_BIT_OF_A_VALUE,
        CHANGED_DIGIT_OF_A_VALUE
    }

    private enum Outcome {
        REFUSED,
        PARTIAL,
        EQUAL,
        DIFFERENT
    }

    @Test
    void shouldRefuseMarkOrReadRightlyWhatARuleCanDetect() throws Exception {
        Random random = new Random(SEED);
        Map<Damage, Map<Outcome, Integer>> counts = new EnumMap<>(Damage.class);
        Map<String, Integer> differences = new TreeMap<>();
        try (DarshanLogs logs = new DarshanLogs(
                DarshanTesting.library(),
                DarshanTesting.catalogue(FileSystem.of("scratch", "/scratch"), FileSystem.of("home", "/home")),
                Duration.ZERO)) {
            Path file = folder.resolve("a.darshan");
            for (int i = 0; i < LOGS; i++) {
                MadeDarshanLog made = MadeDarshanLog.of(SEED + i);
                Files.write(file, made.bytes());
                JobSummary truth = summary(logs, file);
                assertThat(truth.getPartial()).as(truth.getPartialReason()).isFalse();

                Damage damage = Damage.values()[i % Damage.values().length];
                Files.write(file, damaged(made, damage, random));
                Results results = new Results();
                results.read(logs, file);

                assertThat(results.summaries.size() + results.refused.size())
                        .as("log %d, %s", i, damage)
                        .isOne();
                Outcome outcome = Outcome.REFUSED;
                if (results.refused.isEmpty()) {
                    JobSummary summary = results.summaries.get(0);
                    outcome = summary.getPartial()
                            ? Outcome.PARTIAL
                            : summary.equals(truth) ? Outcome.EQUAL : Outcome.DIFFERENT;
                    requirePossible(summary);
                    if (outcome == Outcome.DIFFERENT) {
                        Set<String> fields = differences(summary, truth);
                        differences.merge(damage + " " + fields, 1, Integer::sum);
                        requireUndetectable(damage, summary, truth, fields, i);
                    }
                }
                counts.computeIfAbsent(damage, first -> new EnumMap<>(Outcome.class))
                        .merge(outcome, 1, Integer::sum);
            }
        }
        System.out.println(LOGS + " damaged logs: " + counts + "\nsilently different: " + differences);
        // Otherwise the test would no longer try what it is for.
        assertThat(counts.get(Damage.FLIPPED_BYTES)).containsKey(Outcome.REFUSED);
        assertThat(counts.get(Damage.EXTREME_VALUE)).containsKey(Outcome.PARTIAL);
        assertThat(counts.get(Damage.CHANGED_DIGIT_OF_A_VALUE)).containsKey(Outcome.PARTIAL);
    }

    private static JobSummary summary(DarshanLogs logs, Path log) throws InterruptedException {
        Results results = new Results();
        results.read(logs, log);
        assertThat(results.refused).isEmpty();
        JobSummary summary = results.summaries.get(0);
        assertThat(summary.getModules()).hasSize(2);
        return summary;
    }

    /** Holds for every summary, partial or not. */
    private static void requirePossible(JobSummary summary) {
        assertThat(summary.getStartTime())
                .isAfter(Instant.parse("2008-01-01T00:00:00Z").minusNanos(1));
        assertThat(summary.getEndTime())
                .isBetween(summary.getStartTime(), Instant.now().plus(Duration.ofHours(2)));
        double most = summary.getProcesses() * (summary.getRunTimeSeconds() + 1) * 1e12;
        for (ModuleUse use : summary.getModules()) {
            assertThat((double) use.getReadBytes()).isBetween(0.0, most);
            assertThat((double) use.getWriteBytes()).isBetween(0.0, most);
        }
        for (FileSystemUse use : summary.getFileSystems()) {
            assertThat((double) use.getReadBytes()).isBetween(0.0, most);
            assertThat((double) use.getWriteBytes()).isBetween(0.0, most);
        }
    }

    /** What is different must be what nothing else in the log tells. */
    private static void requireUndetectable(
            Damage damage, JobSummary summary, JobSummary truth, Set<String> fields, int log) {
        String what = "log " + log + ", " + damage + ", " + fields;
        assertThat(damage).as(what).isGreaterThanOrEqualTo(Damage.JOB_TIMES);
        for (int i = 0; i < truth.getModules().size(); i++) {
            ModuleUse use = summary.getModules().get(i);
            ModuleUse right = truth.getModules().get(i);
            assertThat(use.getModule()).as(what).isEqualTo(right.getModule());
            if (use.getModule().equals("POSIX")) {
                assertThat(use.getReads()).as(what).isEqualTo(right.getReads());
                assertThat(use.getWrites()).as(what).isEqualTo(right.getWrites());
                // The bins of the histogram leave a factor of ten.
                assertThat((double) use.getReadBytes())
                        .as(what)
                        .isBetween(right.getReadBytes() / 102.4, right.getReadBytes() * 102.4);
                assertThat((double) use.getWriteBytes())
                        .as(what)
                        .isBetween(right.getWriteBytes() / 102.4, right.getWriteBytes() * 102.4);
            }
        }
    }

    private static Set<String> differences(JobSummary summary, JobSummary truth) {
        Set<String> fields = new TreeSet<>();
        for (Schema.Field field : truth.getSchema().getFields()) {
            String name = field.name();
            if (name.equals("modules")
                    && summary.getModules().size() == truth.getModules().size()) {
                for (int i = 0; i < truth.getModules().size(); i++) {
                    for (Schema.Field part : ModuleUse.getClassSchema().getFields()) {
                        ModuleUse right = truth.getModules().get(i);
                        Object was = right.get(part.pos());
                        Object is = summary.getModules().get(i).get(part.pos());
                        if (was == null ? is != null : !was.equals(is)) {
                            fields.add(right.getModule() + "." + part.name());
                        }
                    }
                }
            } else {
                Object was = truth.get(field.pos());
                Object is = summary.get(field.pos());
                if (was == null ? is != null : !was.equals(is)) {
                    fields.add(name);
                }
            }
        }
        return fields;
    }

    private static byte[] damaged(MadeDarshanLog made, Damage damage, Random random) {
        byte[] bytes = made.bytes();
        List<byte[]> parts = new ArrayList<>(made.parts());
        ByteBuffer header = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        ByteBuffer job = ByteBuffer.wrap(parts.get(JOB)).order(ByteOrder.LITTLE_ENDIAN);
        int part = POSIX + random.nextInt(2);
        ByteBuffer values = ByteBuffer.wrap(parts.get(part)).order(ByteOrder.LITTLE_ENDIAN);
        int at = 8 * random.nextInt(values.capacity() / 8);
        switch (damage) {
            case FLIPPED_BYTES -> {
                int flips = 1 + random.nextInt(4);
                for (int i = 0; i < flips; i++) {
                    bytes[random.nextInt(bytes.length)] ^= (byte) (1 + random.nextInt(255));
                }
                return bytes;
            }
            case NOISE -> {
                byte[] noise = new byte[1 + random.nextInt(64)];
                random.nextBytes(noise);
                System.arraycopy(noise, 0, bytes, random.nextInt(bytes.length - noise.length), noise.length);
                return bytes;
            }
            case CUT_OFF -> {
                return Arrays.copyOf(bytes, random.nextInt(bytes.length));
            }
            case REGION_MAP -> {
                int word = 32 + 8 * random.nextInt(2 * 65);
                header.putLong(word, random.nextBoolean() ? random.nextInt(2 * bytes.length) : random.nextLong());
                return bytes;
            }
            case JOB_TIMES -> {
                long day = LocalDate.of(1 + random.nextInt(9999), 1, 1)
                        .atStartOfDay()
                        .toEpochSecond(ZoneOffset.UTC);
                int which = random.nextInt(3);
                if (which != 1) {
                    job.putLong(8, day);
                }
                if (which != 0) {
                    job.putLong(24, day + random.nextInt(1000));
                }
            }
            case JOB_IDENTITY -> {
                int word = List.of(0, 40, 48).get(random.nextInt(3));
                job.putLong(word, random.nextBoolean() ? random.nextInt(100_000) : random.nextLong());
            }
            case TEXT -> {
                byte[] text = parts.get(random.nextBoolean() ? JOB : NAMES);
                int from = text == parts.get(JOB) ? 56 : 0;
                text[from + random.nextInt(text.length - from)] = (byte) random.nextInt(256);
            }
            case LENGTH_OF_A_PART -> {
                int cut = random.nextInt(4);
                byte[] whole = parts.get(cut);
                parts.set(cut, Arrays.copyOf(whole, random.nextInt(2 * whole.length)));
            }
            case EXTREME_VALUE -> values.putLong(at, EXTREMES[random.nextInt(EXTREMES.length)]);
            case FLIPPED_BIT_OF_A_VALUE -> values.putLong(at, values.getLong(at) ^ (1L << random.nextInt(64)));
            case CHANGED_DIGIT_OF_A_VALUE -> {
                long value = values.getLong(at);
                long digit = (long) Math.pow(10, random.nextInt(19));
                values.putLong(at, random.nextBoolean() ? value + digit : value - digit);
            }
        }
        return MadeDarshanLog.bytes(parts);
    }
}
