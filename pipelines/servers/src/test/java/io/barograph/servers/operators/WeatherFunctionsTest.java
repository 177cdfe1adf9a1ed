package io.barograph.servers.operators;

import static org.assertj.core.api.Assertions.assertThat;

import io.barograph.schemas.CatalogueFileSystem;
import io.barograph.schemas.FileSystemCatalogue;
import io.barograph.schemas.FileSystemKind;
import io.barograph.schemas.ServerKind;
import io.barograph.schemas.ServerRates;
import io.barograph.schemas.ServerSample;
import io.barograph.schemas.Span;
import io.barograph.schemas.SpectrumOfPeriod;
import io.barograph.schemas.TrafficDirection;
import io.barograph.servers.history.HistoryPolicy;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The stateful functions one after the other: order of arrival, corrections, restore, and that nothing is left over. */
class WeatherFunctionsTest {
    private static List<ServerRates> weather(List<ServerSample> samples) throws Exception {
        return WeatherPipeline.weather(samples, WeatherPolicy.DEFAULT);
    }

    @Test
    void shouldNotCountWhatTenTimesTheSpeedOfTheServerCannotMove() throws Exception {
        FileSystemCatalogue slow = new FileSystemCatalogue(List.of(
                new CatalogueFileSystem("scratch", Set.of(), FileSystemKind.LUSTRE, Duration.ofSeconds(5), 0, 100)));
        List<ServerRates> records = new ArrayList<>();
        try (WeatherPipeline pipeline = new WeatherPipeline(slow, WeatherPolicy.DEFAULT, null, records::add)) {
            pipeline.process(List.of(
                    WeatherSite.ost("ost0", 0, 0, 0),
                    WeatherSite.ost("ost0", 5, 5_000, 0),
                    WeatherSite.ost("ost0", 10, 10_001, 5_000)));
            pipeline.watermark(Long.MAX_VALUE);
        }
        assertThat(sum(records, Span.INTERVAL, "readBytes")).isEqualTo(5_000);
        assertThat(sum(records, Span.INTERVAL, "writeBytes")).isEqualTo(5_000);
    }

    /** What a sample takes back, the one before it had added under another name, or as another kind of server. */
    @Test
    void shouldNotGoBelowZeroWhereAServerChangesItsNameOrItsKind() throws Exception {
        List<ServerSample> samples = List.of(
                WeatherSite.ost("scratch-OST0001", 0, 0, 0),
                WeatherSite.ost("scratch-OST0001", 5, 500, 0),
                WeatherSite.ost("other-OST0001", 2, 200, 0),
                WeatherSite.ost("scratch-OST0001", 10, 1_000, 0),
                asKind(ServerKind.MDT, 0, 0),
                asKind(ServerKind.MDT, 5, 500),
                asKind(ServerKind.OST, 2, 200),
                asKind(ServerKind.MDT, 3, 300),
                asKind(ServerKind.MDT, 10, 1_000));
        List<ServerRates> records = weather(samples);

        assertThat(sum(records, Span.INTERVAL, "readBytes")).isEqualTo(1_000);
        assertThat(latest(records, Span.INTERVAL).values().stream()
                        .filter(record -> record.getMetadata() != null)
                        .map(record -> record.getMetadata().getQuantities().get("open"))
                        .filter(java.util.Objects::nonNull)
                        .mapToLong(open -> open.getTotal())
                        .sum())
                .isEqualTo(1_000);
    }

    /** The gap that it closes waits for that time; what came between is taken back no earlier than it was added. */
    @Test
    void shouldNotGoBelowZeroWhereSamplesAreAheadOfTheOthers() throws Exception {
        List<ServerRates> records = new ArrayList<>();
        try (WeatherPipeline pipeline =
                new WeatherPipeline(WeatherSite.CATALOGUE, WeatherPolicy.DEFAULT, null, records::add)) {
            for (int second = 0; second <= 600; second += 5) {
                List<ServerSample> together = new ArrayList<>();
                if (second == 60) {
                    together.add(WeatherSite.ost("ost1", 400, burst(400), 0));
                    together.add(WeatherSite.ost("ost1", 200, burst(200), 0));
                }
                together.add(WeatherSite.ost("ost0", second, 10L * second, 0));
                together.add(WeatherSite.ost("ost1", second, burst(second), 0));
                together.add(WeatherSite.ost("ost1", second + 1, burst(second + 1), 0));
                for (ServerSample sample : together) {
                    pipeline.process(sample);
                }
                pipeline.watermark(WeatherSite.at(second - 10).toEpochMilli());
            }
            pipeline.watermark(Long.MAX_VALUE);
        }

        assertThat(records)
                .filteredOn(record -> record.getSpan() == Span.INTERVAL && record.getData() != null)
                .flatExtracting(record -> record.getData().getQuantities().values())
                .allSatisfy(quantity -> assertThat(quantity.getTotal()).isNotNegative());
        assertThat(sum(records, Span.INTERVAL, "readBytes")).isEqualTo(10L * 600 + burst(601));
    }

    /** Nothing, then much: less than the mean of the gap at first. */
    private static long burst(int second) {
        return 10_000L * Math.max(0, second - 190);
    }

    private static ServerSample asKind(ServerKind kind, long second, long opens) {
        ServerSample sample = WeatherSite.ost("mds1", second, 0, 0);
        sample.setKind(kind);
        sample.setReadBytes(null);
        sample.setWriteBytes(null);
        sample.setMetadataOperations(Map.of("open", opens));
        return sample;
    }

    /** Latest revision by start. */
    private static SortedMap<Instant, ServerRates> latest(List<ServerRates> records, Span span) {
        return latest(records, span, TrafficDirection.TOTAL);
    }

    private static SortedMap<Instant, ServerRates> latest(
            List<ServerRates> records, Span span, TrafficDirection direction) {
        SortedMap<Instant, ServerRates> latest = new TreeMap<>();
        for (ServerRates record : records) {
            if (record.getSpan() == span && record.getDirection() == direction) {
                ServerRates before = latest.put(record.getFrom(), record);
                assertThat(record.getRevision()).isEqualTo(before == null ? 1 : before.getRevision() + 1);
            }
        }
        return latest;
    }

    private static long total(ServerRates record, String quantity) {
        return record.getData() == null || !record.getData().getQuantities().containsKey(quantity)
                ? 0
                : record.getData().getQuantities().get(quantity).getTotal();
    }

    private static long sum(List<ServerRates> records, Span span, String quantity) {
        return latest(records, span).values().stream()
                .mapToLong(record -> total(record, quantity))
                .sum();
    }

    private static long bytes(SpectrumOfPeriod spectrum) {
        return Stream.concat(spectrum.getBytes().stream(), spectrum.getFilledBytes().stream())
                .mapToLong(Long::longValue)
                .sum();
    }

    /** The final record of each span, without the number of its revision. */
    private static List<ServerRates> conclusion(List<ServerRates> records) {
        Map<List<Object>, ServerRates> latest = new TreeMap<>(Comparator.comparing(Object::toString));
        for (ServerRates record : records) {
            ServerRates copy = ServerRates.newBuilder(record).setRevision(1).build();
            latest.put(List.of(copy.getSpan(), copy.getDirection(), copy.getFrom()), copy);
        }
        return List.copyOf(latest.values());
    }

    @Property(tries = 25)
    void shouldMoveTheSameBytesInRatesVolumesAndSpectraAsOnTheCurves(
            @ForAll Random random, @ForAll @IntRange(min = 2, max = 40) int samples) throws Exception {
        List<ServerSample> recording = WeatherSite.recording(random, 3, samples);
        long[] moved = WeatherSite.moved(recording);
        List<ServerRates> records = weather(recording);
        for (Span span : List.of(Span.INTERVAL, Span.MINUTE)) {
            assertThat(sum(records, span, "readBytes")).isEqualTo(moved[0]);
            assertThat(sum(records, span, "writeBytes")).isEqualTo(moved[1]);
        }
        for (Span span : List.of(Span.HOUR, Span.DAY, Span.MONTH)) {
            assertThat(latest(records, span).values().stream()
                            .mapToLong(record -> record.getVolume().getReadBytes())
                            .sum())
                    .isEqualTo(moved[0]);
        }
        for (Span span : List.of(Span.DAY, Span.MONTH)) {
            assertThat(latest(records, span, TrafficDirection.WRITE).values().stream()
                            .mapToLong(record -> bytes(record.getCharacter().getSpectrum()))
                            .sum())
                    .isEqualTo(moved[1]);
        }
    }

    @Property(tries = 25)
    void shouldConcludeTheSameInAnyOrderOfArrivalWithinTheLateness(@ForAll Random random) throws Exception {
        List<ServerSample> recording = WeatherSite.recording(random, 3, 40);
        assertThat(conclusion(weather(WeatherSite.permuted(recording, random))))
                .isEqualTo(conclusion(weather(recording)));
    }

    @Property(tries = 15)
    void shouldMergeTheSpectraOfTwoDaysToThatOfTheMonth(@ForAll Random random) throws Exception {
        List<ServerRates> records = weather(WeatherSite.recording(random, 3, 40));
        for (TrafficDirection direction : List.of(TrafficDirection.READ, TrafficDirection.WRITE)) {
            List<SpectrumOfPeriod> days = latest(records, Span.DAY, direction).values().stream()
                    .map(day -> day.getCharacter().getSpectrum())
                    .toList();
            assertThat(days).hasSize(2);
            SpectrumOfPeriod month = latest(records, Span.MONTH, direction)
                    .values()
                    .iterator()
                    .next()
                    .getCharacter()
                    .getSpectrum();
            for (int bin = 0; bin <= 100; bin++) {
                int at = bin;
                assertThat(month.getObservations().get(bin))
                        .isEqualTo(days.stream()
                                .mapToLong(day -> day.getObservations().get(at))
                                .sum());
                assertThat(month.getFilledBytes().get(bin))
                        .isEqualTo(days.stream()
                                .mapToLong(day -> day.getFilledBytes().get(at))
                                .sum());
            }
        }
    }

    /** Every sixth sample of a server comes a minute late, as the live analysis notes it; in the order of arrival. */
    private static List<ServerSample> withLateOnes() {
        List<ServerSample> arriving = new ArrayList<>();
        for (int second = 0; second <= 400; second += 5) {
            arriving.add(WeatherSite.ost("ost0", second, 10L * second, 0));
            if (second % 30 != 15) {
                arriving.add(WeatherSite.ost("ost1", second, 20L * second, 0));
            }
            if (second >= 60 && (second - 60) % 30 == 15) {
                ServerSample late = WeatherSite.ost("ost1", second - 60, 20L * (second - 60), 0);
                late.setArrivedAt(late.getTime().plusSeconds(60).minus(WeatherSite.OUT_OF_ORDERNESS));
                arriving.add(late);
            }
        }
        return arriving;
    }

    /** In the order of time, event time half a minute at once; restored once. */
    private static List<ServerRates> replayed(List<ServerSample> samples) throws Exception {
        List<ServerSample> inOrder = new ArrayList<>(samples);
        inOrder.sort(Comparator.comparing(ServerSample::getTime));
        List<ServerRates> records = new ArrayList<>();
        WeatherPipeline.Snapshot snapshot = null;
        for (List<ServerSample> part : List.of(inOrder.subList(0, 50), inOrder.subList(50, inOrder.size()))) {
            try (WeatherPipeline pipeline =
                    new WeatherPipeline(WeatherSite.CATALOGUE, WeatherPolicy.DEFAULT, snapshot, records::add)) {
                for (ServerSample sample : part) {
                    long time = sample.getTime().toEpochMilli();
                    pipeline.process(sample);
                    if (time % 30_000 == 0) {
                        pipeline.watermark(time - WeatherSite.OUT_OF_ORDERNESS.toMillis() - 1);
                    }
                }
                snapshot = pipeline.snapshot();
                if (part.get(part.size() - 1).equals(inOrder.get(inOrder.size() - 1))) {
                    pipeline.watermark(Long.MAX_VALUE);
                    pipeline.requireEmpty();
                }
            }
        }
        return records;
    }

    @Test
    void shouldGiveOutTheSameRevisionsOfLateSamplesHoweverFarEventTimeGoesAtOnce() throws Exception {
        List<ServerSample> arriving = withLateOnes();
        List<ServerRates> live = weather(arriving);

        assertThat(live).anyMatch(record -> record.getRevision() > 1);
        assertThat(replayed(arriving)).containsExactlyInAnyOrderElementsOf(live);
    }

    @Test
    void shouldGiveOutTheSameRevisionsOfGapsHoweverFarEventTimeGoesAtOnce() throws Exception {
        List<ServerSample> samples = steady(400);
        samples.removeIf(sample -> isOf(sample, "ost0", 30, 30)
                || isOf(sample, "ost1", 60, 65)
                || isOf(sample, "ost0", 100, 115)
                || isOf(sample, "ost1", 200, 300));
        List<ServerRates> live = weather(samples);

        assertThat(live).anyMatch(record -> record.getRevision() > 1);
        assertThat(replayed(samples)).containsExactlyInAnyOrderElementsOf(live);
    }

    @Test
    void shouldLeaveOutASampleThatCameLaterThanHistoryIsKept() throws Exception {
        List<ServerSample> samples = new ArrayList<>(steady(60));
        samples.removeIf(sample -> isOf(sample, "ost1", 30, 30));
        List<ServerRates> without = weather(samples);
        samples.add(late(
                WeatherSite.ost("ost1", 30, 601, 1),
                HistoryPolicy.DEFAULT.fine().plusMillis(1)));
        assertThat(weather(samples)).isEqualTo(without);
    }

    @Test
    void shouldAddASampleThatCameAfterItsIntervalWasForgottenToTheVolumesAlone() throws Exception {
        List<ServerSample> samples = steady(3_600);
        samples.removeIf(sample -> isOf(sample, "ost1", 100, 100));
        List<ServerRates> without = weather(samples);
        samples.add(late(
                WeatherSite.ost("ost1", 100, 20L * 100 - 70, 0),
                WeatherPolicy.DEFAULT.kept().plusMinutes(5)));
        List<ServerRates> records = weather(samples);

        assertThat(spans(records, Span.INTERVAL, Span.MINUTE)).isEqualTo(spans(without, Span.INTERVAL, Span.MINUTE));
        assertThat(sum(records, Span.MINUTE, "readBytes")).isEqualTo(3_600 / 5 * 150);
        assertThat(missingServerIntervals(without)).isEqualTo(1);
        assertThat(missingServerIntervals(records)).isZero();
        assertThat(latest(records, Span.DAY).values().stream()
                        .mapToLong(day -> day.getVolume().getReadBytes())
                        .sum())
                .isEqualTo(3_600 / 5 * 150);
    }

    private static ServerSample late(ServerSample sample, Duration delay) {
        sample.setArrivedAt(sample.getTime().plus(delay));
        return sample;
    }

    private static List<ServerRates> spans(List<ServerRates> records, Span... spans) {
        return records.stream()
                .filter(record -> List.of(spans).contains(record.getSpan()))
                .toList();
    }

    private static long missingServerIntervals(List<ServerRates> records) {
        return latest(records, Span.DAY).values().stream()
                .mapToLong(day -> day.getVolume().getMissingServerIntervals())
                .sum();
    }

    /** Two OSTs that move 50 and 100 bytes an interval. */
    private static List<ServerSample> steady(int seconds) {
        List<ServerSample> samples = new ArrayList<>();
        for (int second = 0; second <= seconds; second += 5) {
            samples.add(WeatherSite.ost("ost0", second, 10L * second, 0));
            samples.add(WeatherSite.ost("ost1", second, 20L * second, 0));
        }
        return samples;
    }

    private static boolean isOf(ServerSample sample, String server, int from, int to) {
        return sample.getServer().equals(server)
                && !sample.getTime().isBefore(WeatherSite.at(from))
                && !sample.getTime().isAfter(WeatherSite.at(to));
    }

    @Test
    void shouldMarkAnIntervalWithServersMissingAndScaleNothing() throws Exception {
        List<ServerSample> samples = steady(300);
        samples.removeIf(sample -> isOf(sample, "ost1", 100, 300));
        SortedMap<Instant, ServerRates> intervals = latest(weather(samples), Span.INTERVAL);
        ServerRates before = intervals.get(WeatherSite.at(90));
        assertThat(before.getData().getMissingFraction()).isZero();
        assertThat(total(before, "readBytes")).isEqualTo(150);
        ServerRates after = intervals.get(WeatherSite.at(95));
        assertThat(after.getData().getMissingFraction()).isEqualTo(0.5);
        assertThat(after.getData().getExpectedServers()).isEqualTo(2);
        assertThat(total(after, "readBytes")).isEqualTo(50);
    }

    @Test
    void shouldNameASilentServerWithinThreeIntervalsButInferNothingFromTheEnd() throws Exception {
        List<ServerSample> samples = steady(300);
        samples.removeIf(sample -> isOf(sample, "ost1", 100, 200));
        SortedMap<Instant, ServerRates> intervals = latest(weather(samples), Span.INTERVAL);
        assertThat(intervals.get(WeatherSite.at(100)).getData().getSilentServers())
                .as("two samples missing")
                .isEmpty();
        assertThat(intervals.get(WeatherSite.at(105)).getData().getSilentServers())
                .as("three")
                .containsExactly("ost1");
        assertThat(intervals.get(WeatherSite.at(195)).getData().getSilentServers())
                .containsExactly("ost1");
        assertThat(intervals.get(WeatherSite.at(200)).getData().getSilentServers())
                .isEmpty();
        assertThat(intervals.lastKey()).isEqualTo(WeatherSite.at(295));
        assertThat(intervals.get(intervals.lastKey()).getData().getSilentServers())
                .isEmpty();
    }

    /** A capacity collector publishes beside the one that counts bytes, in a rhythm of its own. */
    @Test
    void shouldTakeSpaceFromSamplesThatTellNothingElseAndLeaveTheTrafficAsItIs() throws Exception {
        List<ServerSample> samples = steady(300);
        List<ServerSample> both = new ArrayList<>();
        for (ServerSample sample : samples) {
            both.add(sample);
            if (isOf(sample, "ost1", 50, 300)) {
                both.add(WeatherSite.server(
                                "ost1", ServerKind.OST, sample.getTime().plusSeconds(2))
                        .setUsedKibibytes(800L)
                        .setTotalKibibytes(1_000L)
                        .build());
            }
        }
        both.removeIf(sample -> sample.getReadBytes() != null && isOf(sample, "ost1", 200, 250));
        samples.removeIf(sample -> isOf(sample, "ost1", 200, 250));
        SortedMap<Instant, ServerRates> withSpace = latest(weather(both), Span.INTERVAL);
        SortedMap<Instant, ServerRates> without = latest(weather(samples), Span.INTERVAL);

        assertThat(withSpace.keySet()).containsAll(without.keySet());
        without.forEach((time, expected) -> {
            ServerRates rates = withSpace.get(time);
            assertThat(rates.getData() == null).isEqualTo(expected.getData() == null);
            if (expected.getData() == null) {
                return;
            }
            assertThat(total(rates, "readBytes")).isEqualTo(total(expected, "readBytes"));
            assertThat(rates.getData().getMissingFraction())
                    .isEqualTo(expected.getData().getMissingFraction());
            assertThat(rates.getData().getSilentServers())
                    .as("space alone is no sign of life")
                    .isEqualTo(expected.getData().getSilentServers());
        });
        assertThat(withSpace
                        .get(WeatherSite.at(100))
                        .getOstCapacity()
                        .getBytes()
                        .getFullest())
                .isEqualTo(0.8);
    }

    @Test
    void shouldSpreadAGapOverTheIntervalsGivenOutAlready() throws Exception {
        List<ServerSample> samples = steady(300);
        samples.removeIf(sample -> isOf(sample, "ost1", 100, 200));
        List<ServerRates> records = weather(samples);
        SortedMap<Instant, ServerRates> intervals = latest(records, Span.INTERVAL);
        assertThat(intervals.get(WeatherSite.at(150)).getRevision()).isEqualTo(2);
        assertThat(intervals.subMap(WeatherSite.at(0), WeatherSite.at(300)).values())
                .allMatch(record -> total(record, "readBytes") == 150);
        assertThat(intervals.get(WeatherSite.at(150)).getData().getMissingFraction())
                .isEqualTo(0.5);
        assertThat(sum(records, Span.MINUTE, "readBytes")).isEqualTo(60 * 150);
    }

    @Test
    void shouldCorrectIntervalsMinutesAndDaysByALateSample() throws Exception {
        List<ServerSample> samples = steady(900);
        ServerSample late = WeatherSite.ost("ost1", 100, 20L * 100 - 70, 0);
        List<ServerSample> arriving = new ArrayList<>(samples);
        arriving.removeIf(sample -> isOf(sample, "ost1", 100, 100));
        arriving.add(arriving.size() - 100, late); // some 250 s late, and after midnight
        List<ServerRates> records = weather(arriving);
        List<ServerRates> corrected = records.stream()
                .filter(record -> record.getRevision() == 2 && record.getSpan() == Span.INTERVAL)
                .toList();
        assertThat(corrected)
                .extracting(ServerRates::getFrom)
                .containsExactly(WeatherSite.at(95), WeatherSite.at(100), WeatherSite.at(105));
        assertThat(total(corrected.get(0), "readBytes")).isEqualTo(150 - 70);
        assertThat(total(corrected.get(1), "readBytes")).isEqualTo(150 + 70);
        assertThat(corrected.get(0).getData().getMissingFraction()).isZero();

        List<ServerSample> inOrder = new ArrayList<>(samples);
        inOrder.replaceAll(sample -> isOf(sample, "ost1", 100, 100) ? late : sample);
        assertThat(conclusion(records)).isEqualTo(conclusion(weather(inOrder)));
    }

    @Test
    void shouldKeepTheBytesOfALongOutageInTheVolumesThoughItsIntervalsAreForgotten() throws Exception {
        List<ServerSample> samples = steady(7_200);
        samples.removeIf(sample -> isOf(sample, "ost1", 1_000, 6_000));
        List<ServerRates> records = weather(samples);
        long moved = 7_200 / 5 * 150;
        assertThat(latest(records, Span.DAY).values().stream()
                        .mapToLong(day -> day.getVolume().getReadBytes())
                        .sum())
                .isEqualTo(moved);
        assertThat(sum(records, Span.INTERVAL, "readBytes")).isBetween(moved - 1_005 * 100, moved - 100);
    }

    @Test
    void shouldMarkACounterThatNoServerCanHaveAndLeaveTheOtherIntervalsAsTheyAre() throws Exception {
        List<ServerSample> samples = steady(600);
        SortedMap<Instant, ServerRates> without = latest(weather(samples), Span.INTERVAL);
        samples.replaceAll(sample ->
                isOf(sample, "ost1", 300, 300) ? WeatherSite.ost("ost1", 300, 900_000_000_000_000_000L, 0) : sample);
        SortedMap<Instant, ServerRates> with = latest(weather(samples), Span.INTERVAL);
        for (Map.Entry<Instant, ServerRates> interval : without.entrySet()) {
            ServerRates rates = with.get(interval.getKey());
            long second = rates.getTo().getEpochSecond() - WeatherSite.at(0).getEpochSecond();
            if (second == 300 || second == 305) {
                assertThat(rates.getData().getMissingFraction()).isEqualTo(0.5);
                assertThat(rates.getData().getQuantities().get("readBytes").getTotal())
                        .isEqualTo(50);
            } else {
                assertThat(rates).isEqualTo(interval.getValue());
            }
        }
    }

    @Test
    @Timeout(60)
    void shouldNotOpenTheIntervalsUpToASampleAYearAhead() throws Exception {
        List<ServerSample> samples = steady(600);
        List<ServerRates> without = weather(samples);
        samples.add(WeatherSite.ost("ost1", 365 * 86_400, 20L * 605, 0));
        List<ServerRates> with = weather(samples);
        assertThat(with).hasSizeLessThan(without.size() + 6 * 720 + 6 * 60 + 30);
        assertThat(latest(with, Span.INTERVAL)).containsAllEntriesOf(latest(without, Span.INTERVAL));
    }

    @Test
    void shouldGiveOutTheSameAfterARestore() throws Exception {
        List<ServerSample> samples = WeatherSite.recording(new Random(1), 4, 60);
        samples.add(WeatherSite.server("oss0", ServerKind.OSS, WeatherSite.at(295))
                .setCpuPercent(50.0)
                .build());
        samples.sort(Comparator.comparing(ServerSample::getTime));
        List<ServerRates> undisturbed = weather(samples);
        for (int stop : new int[] {1, 50, 120}) {
            List<ServerRates> records = new ArrayList<>();
            WeatherPipeline.Snapshot snapshot;
            try (WeatherPipeline pipeline =
                    new WeatherPipeline(WeatherSite.CATALOGUE, WeatherPolicy.DEFAULT, null, records::add)) {
                pipeline.process(samples.subList(0, stop));
                snapshot = pipeline.snapshot();
            }
            try (WeatherPipeline restored =
                    new WeatherPipeline(WeatherSite.CATALOGUE, WeatherPolicy.DEFAULT, snapshot, records::add)) {
                restored.process(samples.subList(stop, samples.size()));
                restored.watermark(Long.MAX_VALUE);
                restored.requireEmpty();
            }
            assertThat(records).isEqualTo(undisturbed);
        }
    }

    @Test
    void shouldGiveCpuFullnessTrendAndHosts() throws Exception {
        List<ServerSample> samples = new ArrayList<>();
        for (int minute = 0; minute <= 26 * 60; minute++) {
            Instant time = WeatherSite.at(30 + 60L * minute);
            double days = minute / 1_440.0;
            for (int ost = 0; ost < 4; ost++) {
                String host = minute > 25 * 60 && ost == 3 ? "oss0" : "oss" + ost;
                samples.add(WeatherSite.server("ost" + ost, ServerKind.OST, time)
                        .setHost(host)
                        .setReadBytes(0L)
                        .setWriteBytes(0L)
                        .setUsedKibibytes((long) (1_000_000 * (0.5 + 0.1 * ost * (1 + days) / 2)))
                        .setTotalKibibytes(1_000_000L)
                        .build());
                samples.add(WeatherSite.server("oss" + ost, ServerKind.OSS, time)
                        .setCpuPercent(10.0 * ost)
                        .build());
            }
        }
        List<ServerRates> records = weather(samples);
        SortedMap<Instant, ServerRates> intervals = latest(records, Span.INTERVAL);
        ServerRates early = intervals.get(WeatherSite.at(30 + 60 * 60 - 5));
        assertThat(early.getOssCpu().getMeanPercent()).isEqualTo(15);
        assertThat(early.getOssCpu().getBusiestHost()).isEqualTo("oss3");
        assertThat(early.getHosts().getFailedOverOsts()).isZero();
        assertThat(early.getOstCapacity().getBytes().getDaysUntilFull()).isNull();
        assertThat(early.getOstCapacity().getBytes().getFullestTarget()).isEqualTo("ost3");
        ServerRates later = intervals.get(WeatherSite.at(30 + 26 * 3_600 - 5));
        assertThat(later.getHosts().getFailedOverOsts()).isEqualTo(1);
        assertThat(later.getHosts().getOverloadedHosts()).containsExactly("oss0");
        // ost3 grows by 0.15 a day and holds 0.65 + 0.15 * 26 / 24 of it after 26 h
        assertThat(later.getOstCapacity().getBytes().getFirstFullTarget()).isEqualTo("ost3");
        assertThat(later.getOstCapacity().getBytes().getDaysUntilFull()).isBetween(0.5, 0.7);
        double fullest = 0.65 + 0.15 * 26 / 24;
        double mean = 0.5 + 0.15 * (1 + 26.0 / 24) / 2;
        assertThat(later.getOstCapacity().getBytes().getFullest()).isBetween(fullest - 1e-3, fullest + 1e-3);
        assertThat(later.getOstCapacity().getBytes().getMean()).isBetween(mean - 1e-3, mean + 1e-3);
    }
}
