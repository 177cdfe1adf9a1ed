package io.barograph.sources.darshan;

import static org.assertj.core.api.Assertions.assertThat;

import io.barograph.schemas.CatalogueFileSystem;
import io.barograph.schemas.FileSystemUse;
import io.barograph.schemas.JobSummary;
import io.barograph.schemas.ModuleUse;
import io.barograph.sources.darshan.DarshanTesting.Results;
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
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.avro.Schema;
import org.apache.avro.specific.SpecificRecord;
import org.assertj.core.api.SoftAssertions;
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

    private static final String RANKS = "maxRankBytes|maxRankBytesAtMost|maxRankRequests|maxRankRequestsAtMost";

    /** No rule detects a count or a time that fits all others; bytes within the bins of their histogram neither. */
    private static final String VALUES = "(POSIX|STDIO|fileSystems)\\.(opens|stats|seeks|syncs|readBytes|writeBytes"
            + "|\\w*Seconds|performanceBytesPerSecond|ostBytes|unplaced\\w+|io\\w+|covering\\w+|stripeWidths|reread\\w+"
            + "|readBack\\w+|shared\\w+|oneRank\\w+|" + RANKS + ")|STDIO\\.(reads|writes)|" + RANKS;

    /** Fields that may differ without a word, by the damage; of those not named none may. */
    private static final Map<Damage, Pattern> UNDETECTABLE = undetectable();

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

    private static Map<Damage, Pattern> undetectable() {
        Map<Damage, Pattern> fields = new EnumMap<>(Damage.class);
        Arrays.stream(Damage.values()).forEach(damage -> fields.put(damage, Pattern.compile("none")));
        fields.put(Damage.JOB_TIMES, Pattern.compile("startTime|endTime|runTimeSeconds|collectedAt"));
        fields.put(
                Damage.JOB_IDENTITY, Pattern.compile("jobId|user|processes|fileSystems\\.(\\w*[rR]ank\\w*)|" + RANKS));
        fields.put(Damage.TEXT, Pattern.compile("executable|libraryVersion|fileSystems(\\.\\w+)?"));
        fields.put(Damage.LENGTH_OF_A_PART, Pattern.compile("executable"));
        for (Damage damage :
                List.of(Damage.EXTREME_VALUE, Damage.FLIPPED_BIT_OF_A_VALUE, Damage.CHANGED_DIGIT_OF_A_VALUE)) {
            fields.put(damage, Pattern.compile(VALUES));
        }
        return fields;
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
        Map<Damage, Map<String, Integer>> differences = new EnumMap<>(Damage.class);
        SoftAssertions softly = new SoftAssertions();
        try (DarshanLogConverter logs = new DarshanLogConverter(
                DarshanTesting.library(),
                DarshanTesting.catalogue(
                        CatalogueFileSystem.of("scratch", "/scratch"), CatalogueFileSystem.of("home", "/home")),
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
                    requirePossible(softly, summary, "log " + i + ", " + damage);
                    if (outcome == Outcome.DIFFERENT) {
                        Set<String> fields = differences(summary, truth);
                        Map<String, Integer> ofDamage = differences.computeIfAbsent(damage, first -> new TreeMap<>());
                        fields.forEach(field -> ofDamage.merge(field, 1, Integer::sum));
                        requireUndetectable(softly, damage, summary, truth, fields, i);
                    }
                }
                counts.computeIfAbsent(damage, first -> new EnumMap<>(Outcome.class))
                        .merge(outcome, 1, Integer::sum);
            }
        }
        System.out.println(table(counts, differences));
        softly.assertAll();
        // Otherwise the test would no longer try what it is for.
        assertThat(counts.get(Damage.FLIPPED_BYTES)).containsKey(Outcome.REFUSED);
        assertThat(counts.get(Damage.EXTREME_VALUE)).containsKey(Outcome.PARTIAL);
        assertThat(counts.get(Damage.CHANGED_DIGIT_OF_A_VALUE)).containsKey(Outcome.PARTIAL);
    }

    private static JobSummary summary(DarshanLogConverter logs, Path log) throws InterruptedException {
        Results results = new Results();
        results.read(logs, log);
        assertThat(results.refused).isEmpty();
        JobSummary summary = results.summaries.get(0);
        assertThat(summary.getModules()).hasSize(2);
        return summary;
    }

    /** Holds for every summary, partial or not. */
    private static void requirePossible(SoftAssertions softly, JobSummary summary, String what) {
        softly.assertThat(summary.getStartTime())
                .as(what)
                .isAfter(Instant.parse("2008-01-01T00:00:00Z").minusNanos(1));
        softly.assertThat(summary.getEndTime())
                .as(what)
                .isBetween(summary.getStartTime(), Instant.now().plus(Duration.ofHours(2)));
        double most = summary.getProcesses() * (summary.getRunTimeSeconds() + 1) * 1e12;
        for (ModuleUse use : summary.getModules()) {
            softly.assertThat((double) use.getReadBytes()).as(what).isBetween(0.0, most);
            softly.assertThat((double) use.getWriteBytes()).as(what).isBetween(0.0, most);
        }
        for (FileSystemUse use : summary.getFileSystems()) {
            softly.assertThat((double) use.getReadBytes()).as(what).isBetween(0.0, most);
            softly.assertThat((double) use.getWriteBytes()).as(what).isBetween(0.0, most);
        }
    }

    /** What is different must be what nothing else in the log shows. */
    private static void requireUndetectable(
            SoftAssertions softly, Damage damage, JobSummary summary, JobSummary truth, Set<String> fields, int log) {
        String what = "log " + log + ", " + damage + ", " + fields;
        softly.assertThat(fields)
                .as(what)
                .allMatch(field -> UNDETECTABLE.get(damage).matcher(field).matches());
        for (int i = 0; i < truth.getModules().size(); i++) {
            ModuleUse use = summary.getModules().get(i);
            ModuleUse right = truth.getModules().get(i);
            softly.assertThat(use.getModule()).as(what).isEqualTo(right.getModule());
            if (use.getModule().equals("POSIX")) {
                softly.assertThat(use.getReads()).as(what).isEqualTo(right.getReads());
                softly.assertThat(use.getWrites()).as(what).isEqualTo(right.getWrites());
                // The bins of the histogram leave a factor of ten.
                softly.assertThat((double) use.getReadBytes())
                        .as(what)
                        .isBetween(right.getReadBytes() / 102.4, right.getReadBytes() * 102.4);
                softly.assertThat((double) use.getWriteBytes())
                        .as(what)
                        .isBetween(right.getWriteBytes() / 102.4, right.getWriteBytes() * 102.4);
            }
        }
    }

    /** As it stands in docs/collectors/darshan.md. */
    private static String table(
            Map<Damage, Map<Outcome, Integer>> counts, Map<Damage, Map<String, Integer>> differences) {
        StringBuilder table = new StringBuilder(LOGS + " damaged logs\n\n| damage | refused | partial | unchanged |"
                + " undetected | in |\n|---|---|---|---|---|---|\n");
        Map<Outcome, Integer> sums = new EnumMap<>(Outcome.class);
        counts.forEach((damage, outcomes) -> {
            outcomes.forEach((outcome, count) -> sums.merge(outcome, count, Integer::sum));
            String in = differences.getOrDefault(damage, Map.of()).entrySet().stream()
                    .sorted(Map.Entry.<String, Integer>comparingByValue().reversed())
                    .map(entry -> "`" + entry.getKey() + "` " + entry.getValue())
                    .collect(Collectors.joining(", "));
            table.append(row(damage.name().toLowerCase(Locale.ROOT).replace('_', ' '), outcomes, in));
        });
        return table.append(row("all", sums, "")).toString();
    }

    private static String row(String name, Map<Outcome, Integer> outcomes, String in) {
        return Arrays.stream(Outcome.values())
                .map(outcome -> " | " + outcomes.getOrDefault(outcome, 0))
                .collect(Collectors.joining("", "| " + name, " | " + in + " |\n"));
    }

    private static Set<String> differences(JobSummary summary, JobSummary truth) {
        Set<String> fields = fields("", summary, truth);
        if (fields.remove("modules")) {
            for (int i = 0; i < truth.getModules().size(); i++) {
                ModuleUse right = truth.getModules().get(i);
                fields.addAll(
                        fields(right.getModule() + ".", summary.getModules().get(i), right));
            }
        }
        List<String> names = names(truth);
        if (names.equals(names(summary)) && fields.remove("fileSystems")) {
            for (int i = 0; i < names.size(); i++) {
                fields.addAll(fields(
                        "fileSystems.",
                        summary.getFileSystems().get(i),
                        truth.getFileSystems().get(i)));
            }
        }
        return fields;
    }

    private static List<String> names(JobSummary summary) {
        return summary.getFileSystems().stream()
                .map(FileSystemUse::getFileSystem)
                .toList();
    }

    private static Set<String> fields(String prefix, SpecificRecord is, SpecificRecord was) {
        Set<String> fields = new TreeSet<>();
        for (Schema.Field field : was.getSchema().getFields()) {
            if (!Objects.equals(was.get(field.pos()), is.get(field.pos()))) {
                fields.add(prefix + field.name());
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
