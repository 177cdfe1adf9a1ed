package io.barograph.servers.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.barograph.servers.counters.CounterChains;
import io.barograph.servers.counters.CounterRule;
import io.barograph.servers.counters.CounterSample;
import io.barograph.servers.counters.InMemoryBlocks;
import io.barograph.servers.counters.QuantityAmounts;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** Histories against the definition itself, summed sample by sample. */
class WindowVolumePropertyTest {
    private static final HistoryPolicy POLICY = new HistoryPolicy(
            Duration.ofHours(6),
            Duration.ofDays(7),
            Duration.ofSeconds(30),
            Duration.ofMinutes(15),
            Duration.ofHours(1));
    private static final long INTERVAL = 5_000;
    /** 30 s before a full hour, so that blocks of two hours are met. */
    private static final long START = 1_518_170_370_000L;

    @Property(tries = 300)
    void shouldEqualTheSumOfDifferencesInAnyOrderOfArrival(
            @ForAll Random random,
            @ForAll @IntRange(min = 1, max = 60) int samples,
            @ForAll @IntRange(min = 1, max = 4) int servers) {
        InMemoryBlocks<SlotBlock> seconds = InMemoryBlocks.ofSlots();
        FileSystemHistory fileSystem =
                new FileSystemHistory(POLICY, seconds, InMemoryBlocks.ofSlots(), new CurveIndex());
        List<List<CounterSample>> recorded = new ArrayList<>();
        List<SampledServer> histories = new ArrayList<>();
        for (int server = 0; server < servers; server++) {
            List<CounterSample> ofServer = recording(random, samples);
            recorded.add(ofServer);
            SampledServer history = new SampledServer(POLICY);
            histories.add(history);
            List<CounterSample> arriving = new ArrayList<>(ofServer);
            arriving.addAll(ofServer.subList(0, ofServer.size() / 3)); // sent twice
            Collections.shuffle(arriving, random);
            for (CounterSample sample : arriving) {
                history.insert(sample, fileSystem::add);
            }
        }
        for (int i = 0; i < 20; i++) {
            long from = START + random.nextInt(samples * 5 + 20) * 1_000L - 10_000;
            long to = from + INTERVAL + random.nextInt(samples * 5) * 1_000L;
            long decidedAt = to + 30_000 + random.nextInt(600_000);
            RunWindow first = new RunWindow(from, to, decidedAt, TrafficChange.IN_TIME);
            for (RunWindow window : List.of(first, first.revisedAt(decidedAt + 900_000))) {
                SampledTraffic all = SampledTraffic.NONE;
                for (int server = 0; server < servers; server++) {
                    SampledTraffic expected = byDefinition(recorded.get(server), window);
                    assertThat(histories.get(server).volume(window, INTERVAL).traffic())
                            .as("server %d, %s", server, window)
                            .isEqualTo(expected);
                    all = all.plus(expected);
                }
                assertThat(fileSystem.volume(window, INTERVAL, servers).traffic())
                        .as("file system, %s", window)
                        .isEqualTo(all);
            }
        }
    }

    /** Samples with losses, resets, late publication and long gaps. */
    private static List<CounterSample> recording(Random random, int samples) {
        List<CounterSample> recording = new ArrayList<>();
        long read = 1_000_000L + random.nextInt(1_000_000);
        long write = 1_000_000L + random.nextInt(1_000_000);
        long reads = 1_000L + random.nextInt(1_000);
        boolean operations = random.nextBoolean();
        long time = START;
        for (int i = 0; i < samples; i++) {
            time += INTERVAL * (random.nextInt(40) == 0 ? 1 + random.nextInt(500) : 1);
            read += random.nextInt(10_000);
            write += random.nextInt(10_000);
            reads += random.nextInt(10);
            // a counter that was reset a moment ago cannot be distinguished from one that is at fault
            boolean isOld = read > 100_000 && write > 100_000 && reads > 100;
            if (isOld && random.nextInt(15) == 0) {
                read = 0;
                write = 0;
                reads = 0;
            }
            if (random.nextInt(6) == 0) {
                continue; // lost
            }
            long delay = random.nextInt(4) == 0 ? 30_001 + random.nextInt(1_200_000) : random.nextInt(30_000);
            recording.add(new CounterSample(
                    time,
                    time + delay,
                    operations
                            ? QuantityAmounts.ofData(read, write, reads, reads)
                            : QuantityAmounts.ofBytes(read, write)));
        }
        return recording;
    }

    private static SampledTraffic byDefinition(List<CounterSample> recorded, RunWindow window) {
        TreeMap<Long, CounterSample> visible = new TreeMap<>();
        for (CounterSample sample : recorded) {
            boolean inTime = sample.publishedAt() - sample.time() <= 30_000;
            boolean published =
                    window.publishedBy() != TrafficChange.IN_TIME && sample.publishedAt() <= window.publishedBy();
            if (inTime || published) {
                visible.put(sample.time(), sample);
            }
        }
        long[] sum = new long[SampledTraffic.COMPONENTS];
        CounterSample previous = null;
        for (CounterSample sample : visible.values()) {
            if (previous != null
                    && sample.time() - previous.time() <= CounterRule.MAX_GAP_MILLIS
                    && sample.time() >= window.from()
                    && sample.time() < window.to()) {
                QuantityAmounts was = previous.counters();
                QuantityAmounts is = sample.counters();
                long read = step(was, is, QuantityAmounts.READ_BYTES);
                long write = step(was, is, QuantityAmounts.WRITE_BYTES);
                sum[SampledTraffic.READ_BYTES] += read;
                sum[SampledTraffic.WRITE_BYTES] += write;
                sum[SampledTraffic.SAMPLES]++;
                sum[SampledTraffic.ZERO_READS] += read == 0 ? 1 : 0;
                sum[SampledTraffic.ZERO_WRITES] += write == 0 ? 1 : 0;
                if (is.knows(QuantityAmounts.READ_OPERATIONS) && was.knows(QuantityAmounts.READ_OPERATIONS)) {
                    sum[SampledTraffic.READ_OPERATIONS] += step(was, is, QuantityAmounts.READ_OPERATIONS);
                    sum[SampledTraffic.WRITE_OPERATIONS] += step(was, is, QuantityAmounts.WRITE_OPERATIONS);
                    sum[SampledTraffic.OPERATION_SAMPLES]++;
                }
                if (is.get(QuantityAmounts.READ_BYTES) < was.get(QuantityAmounts.READ_BYTES)
                        || is.get(QuantityAmounts.WRITE_BYTES) < was.get(QuantityAmounts.WRITE_BYTES)) {
                    sum[SampledTraffic.RESTARTS]++;
                }
            }
            previous = sample;
        }
        return SampledTraffic.of(sum);
    }

    private static long step(QuantityAmounts was, QuantityAmounts is, String quantity) {
        long before = was.get(quantity);
        long after = is.get(quantity);
        return after < before ? after : after - before;
    }

    /** The truth is what the server moved in all intervals that no glitch bounds; the others are counted. */
    @Property(tries = 300)
    void shouldEqualTheTruthOutsideOfGlitchesInAnyOrderOfArrival(
            @ForAll Random random, @ForAll @IntRange(min = 20, max = 80) int samples) {
        List<CounterSample> recorded = new ArrayList<>();
        long counter = random.nextBoolean() ? 1_000_000L + random.nextInt(9_000_000) : 1_000_000_000_000_000L;
        long truth = 0;
        int known = 0;
        boolean glitchBefore = true; // nothing is known of the interval before the first sample
        boolean reset = false;
        int lastGlitch = -100;
        for (int i = 0; i < samples; i++) {
            long step = random.nextInt(10_000);
            reset = i - lastGlitch > CounterRule.LOOK_BACK && counter > 1_000_000 && random.nextInt(20) == 0;
            counter = reset ? 0 : counter + step;
            boolean glitch = i > 0 && i - lastGlitch > 1 && random.nextInt(12) == 0 && counter > 100_000;
            long raw = glitch ? glitch(random, counter) : counter;
            if (!glitch && !glitchBefore) {
                truth += reset ? 0 : step;
                known++;
            }
            lastGlitch = glitch ? i : lastGlitch;
            glitchBefore = glitch;
            long time = START + i * INTERVAL;
            recorded.add(CounterChains.sample(time, time + 1_000, raw, 7));
        }
        List<CounterSample> arriving = new ArrayList<>(recorded);
        Collections.shuffle(arriving, random);
        SampledTraffic inOrder = total(recorded, samples);
        assertThat(total(arriving, samples)).isEqualTo(inOrder);
        // where a counter falls to is the one interval of a glitch that looks like a restart
        assertThat(inOrder.readBytes()).isEqualTo(truth);
        assertThat(inOrder.samples() + inOrder.faults()).isEqualTo(samples - 1);
        assertThat(inOrder.samples()).isGreaterThanOrEqualTo(known);
    }

    private static long glitch(Random random, long counter) {
        return switch (random.nextInt(4)) {
            case 0 -> 0;
            case 1 -> -5;
            case 2 -> 900_000_000_000_000_000L;
            default -> counter + 100_000_000_000_000_000L + random.nextInt(1_000);
        };
    }

    private static SampledTraffic total(List<CounterSample> arriving, int samples) {
        SampledServer history = new SampledServer(POLICY);
        FileSystemHistory fileSystem =
                new FileSystemHistory(POLICY, InMemoryBlocks.ofSlots(), InMemoryBlocks.ofSlots(), new CurveIndex());
        arriving.forEach(sample -> history.insert(sample, fileSystem::add));
        long to = START + samples * INTERVAL;
        RunWindow window = new RunWindow(START, to, to + 30_000, TrafficChange.IN_TIME);
        SampledTraffic total = history.volume(window, INTERVAL).traffic();
        assertThat(fileSystem.volume(window, INTERVAL, 1).traffic()).isEqualTo(total);
        return total;
    }

    @Property(tries = 200)
    void shouldCountTheSamplingInstantsOfAWindow(
            @ForAll @IntRange(min = 0, max = 4_999) int phase,
            @ForAll @IntRange(min = 0, max = 100_000) int from,
            @ForAll @IntRange(min = 0, max = 60_000) int length) {
        long counted = 0;
        for (long t = phase; t < from + length; t += 5_000) {
            if (t >= from) {
                counted++;
            }
        }
        assertThat(new RunWindow(from, (long) from + length, 0, 0).expectedSamples(5_000, phase))
                .isEqualTo(counted);
    }
}
