package io.barograph.servers.rates;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import io.barograph.servers.counters.CounterIncrement;
import io.barograph.servers.counters.QuantityAmounts;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Rates of real servers against values computed from the same recording by other means. */
class RecordedRatesTest {
    private static final int SERVERS = 24;
    private static final Percentage CLOSE = Percentage.withPercentage(1e-7); // 1e-9 relative

    private static RecordedServers recorded;
    private static JsonNode reference;

    @BeforeAll
    static void read() {
        recorded = RecordedServers.ofBytes(RecordedServers.EDISON);
        reference = RecordedServers.reference("lmt-2018-02-09-dev.json");
    }

    private static JsonNode part(String name) {
        return reference.get("parts").get(name);
    }

    private static long from(JsonNode part) {
        return part.get("from_epoch_s").asLong() * 1_000;
    }

    private static long to(JsonNode part) {
        return part.get("to_epoch_s").asLong() * 1_000;
    }

    private static String quantity(String direction) {
        return direction.equals("read") ? QuantityAmounts.READ_BYTES : QuantityAmounts.WRITE_BYTES;
    }

    @ParameterizedTest
    @CsvSource({
        "dev_0800_1120, read",
        "dev_0800_1120, write",
        "hour_first40_1040_1120, read",
        "hour_first40_1040_1120, write"
    })
    void shouldReproduceTheSumsOfFiveSecondsAsRecorded(String name, String direction) {
        JsonNode part = part(name);
        long from = from(part);
        long[] sums = new long[part.get("intervals").asInt()];
        for (CounterIncrement increment : recorded.increments(from, to(part))) {
            sums[(int) ((increment.to() - from) / RecordedServers.INTERVAL) - 1] +=
                    increment.moved().get(quantity(direction));
        }
        assertThat(sums).isEqualTo(longs(part.get("fs_bytes_per_5s").get(direction)));
        assertThat(minuteSums(sums)).isEqualTo(longs(part.get("minute_bytes").get(direction + "_recorded")));
    }

    @ParameterizedTest
    @CsvSource({
        "dev_0800_1120, read",
        "dev_0800_1120, write",
        "hour_first40_1040_1120, read",
        "hour_first40_1040_1120, write"
    })
    void shouldReproduceMinutesTotalsAndExtremesWithGapsSpread(String name, String direction) {
        JsonNode part = part(name);
        JsonNode totals = part.get("totals").get(direction);
        SortedMap<Long, SpanLoads> minutes = new TreeMap<>();
        SpanLoads whole = new SpanLoads(RecordedServers.INTERVAL);
        recorded.intervals(from(part), to(part)).forEach((label, loads) -> {
            long minute = CalendarPeriod.MINUTE.startOf(label, RecordedServers.INTERVAL);
            minutes.computeIfAbsent(minute, start -> new SpanLoads(RecordedServers.INTERVAL))
                    .add(loads, SERVERS);
            whole.add(loads, SERVERS);
        });

        JsonNode expected = part.get("minute_bytes").get(direction + "_spread");
        assertThat(minutes).hasSize(expected.size());
        int next = 0;
        for (Map.Entry<Long, SpanLoads> minute : minutes.entrySet()) {
            assertThat(minute.getKey())
                    .isEqualTo(part.get("minute_bytes")
                                    .get("window_starts_epoch_s")
                                    .get(next)
                                    .asLong()
                            * 1_000);
            IntervalRates rates =
                    minute.getValue().rates(minute.getKey(), CalendarPeriod.MINUTE.endOf(minute.getKey()));
            assertThat((double) rates.quantities().get(quantity(direction)).total())
                    .as("minute %d", next)
                    .isCloseTo(expected.get(next++).asDouble(), CLOSE);
        }

        IntervalRates rates = whole.rates(from(part), to(part));
        QuantityRate rate = rates.quantities().get(quantity(direction));
        assertThat(rate.total()).isEqualTo(totals.get("bytes").asLong());
        assertThat(rate.perSecond()).isCloseTo(totals.get("mean_bytes_per_s").asDouble(), CLOSE);
        assertThat(rate.largestPerSecond())
                .isCloseTo(totals.get("max_bytes_per_s_spread").asDouble(), CLOSE);
        assertThat(rates.expectedSamples() - rates.samples())
                .isEqualTo(part.get("missing_intervals_ost").asLong());
        assertThat(rates.missingFraction())
                .isEqualTo(part.get("missing_intervals_ost").asDouble() / rates.expectedSamples());
        assertThat(rate.servers().servers()).isEqualTo(SERVERS);
        double[] byServer = new double[SERVERS];
        next = 0;
        for (JsonNode bytes : totals.get("by_ost_bytes")) {
            byServer[next++] = bytes.asDouble() * 1_000 / (to(part) - from(part));
        }
        assertThat(rate.servers()).isEqualTo(ServerDistribution.of(byServer));
    }

    @Test
    void shouldNameTheServersWhoseSampleIsMissing() {
        JsonNode part = part("dev_0800_1120");
        SortedMap<Long, IntervalLoads> intervals = recorded.intervals(from(part), to(part));
        List<String> names = new ArrayList<>(recorded.readings().keySet());
        List<String> missing = new ArrayList<>();
        intervals.forEach((label, loads) -> {
            for (int server = 0; server < SERVERS; server++) {
                if (!loads.reported().get(server)) {
                    missing.add(label / 1_000 + " " + names.get(server));
                    assertThat(loads.moved(server).knows(QuantityAmounts.READ_BYTES))
                            .as("filled from the next sample")
                            .isTrue();
                }
            }
        });
        List<String> expected = new ArrayList<>();
        part.get("missing_list")
                .forEach(pair ->
                        expected.add(pair.get(0).asText() + " " + pair.get(1).asText()));
        assertThat(missing).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2})
    void shouldReproduceWhatWasPublishedOfTheServersDuringARun(int run) {
        JsonNode job = reference.get("real_jobs").get(run);
        JsonNode published = job.get("published");
        long from = job.get("start_epoch_s").asLong() * 1_000;
        long to = job.get("end_epoch_s").asLong() * 1_000 + RecordedServers.INTERVAL;
        SpanLoads span = new SpanLoads(RecordedServers.INTERVAL);
        SortedMap<Long, IntervalLoads> intervals = recorded.intervals(from - 1, to - 1);
        intervals.values().forEach(loads -> span.add(loads, SERVERS));
        IntervalRates rates = span.rates(intervals.firstKey() - RecordedServers.INTERVAL, intervals.lastKey());
        QuantityRate read = rates.quantities().get(QuantityAmounts.READ_BYTES);
        QuantityRate write = rates.quantities().get(QuantityAmounts.WRITE_BYTES);
        assertThat((double) read.total())
                .isCloseTo(published.get("fs_tot_bytes_read").asDouble(), CLOSE);
        assertThat((double) write.total())
                .isCloseTo(published.get("fs_tot_bytes_written").asDouble(), CLOSE);
        // published with twelve digits
        assertThat(read.zeroFraction())
                .isCloseTo(published.get("fs_frac_zero_read").asDouble(), within(1e-11));
        assertThat(write.zeroFraction())
                .isCloseTo(published.get("fs_frac_zero_written").asDouble(), within(1e-11));
        assertThat(rates.missingFraction())
                .isCloseTo(published.get("fs_frac_missing").asDouble(), within(1e-11));
    }

    @Test
    void shouldAddUpHoursDaysAndMonthsToWhatTheCountersMoved() {
        JsonNode part = part("dev_0800_1120");
        for (CalendarPeriod period : List.of(CalendarPeriod.HOUR, CalendarPeriod.DAY, CalendarPeriod.MONTH)) {
            SortedMap<Long, PeriodVolume> volumes = new TreeMap<>();
            recorded.parts(from(part), to(part), p -> volumes.computeIfAbsent(
                            period.startOf(p.label(), RecordedServers.INTERVAL), start -> new PeriodVolume())
                    .add(p));
            PeriodVolume sum = new PeriodVolume();
            volumes.values().forEach(sum::merge);
            assertThat(volumes).hasSize(period == CalendarPeriod.HOUR ? 4 : 1);
            assertThat(sum.readBytes())
                    .isEqualTo(part.get("totals").get("read").get("bytes").asLong());
            assertThat(sum.writeBytes())
                    .isEqualTo(part.get("totals").get("write").get("bytes").asLong());
            assertThat(sum.intervals())
                    .isEqualTo(SERVERS * part.get("intervals").asLong());
            assertThat(sum.missingIntervals())
                    .isEqualTo(part.get("missing_intervals_ost").asLong());
        }
    }

    @Test
    void shouldCountFromZeroAfterARestart() {
        JsonNode expected = RecordedServers.reference("lmt-counter-reset.json");
        RecordedServers servers = RecordedServers.ofBytes("lmt/cori-cscratch-2018-04-18-reset/ost.csv.gz");
        String target = expected.get("target").asText();
        long lastBefore = expected.get("last_sample_before_outage_ms").asLong();
        long firstAfter = expected.get("first_sample_after_outage_ms").asLong();
        PeriodVolume before = new PeriodVolume();
        PeriodVolume after = new PeriodVolume();
        List<CounterIncrement> restarts = new ArrayList<>();
        GapSpreading spreading = new GapSpreading(RecordedServers.INTERVAL);
        for (CounterIncrement increment : servers.increments(target)) {
            if (increment.restarted()) {
                restarts.add(increment);
            }
            spreading.spread(increment, (increment.to() <= lastBefore ? before : after)::add);
        }
        assertThat(restarts).hasSize(1);
        assertThat(restarts.get(0).from()).isEqualTo(lastBefore);
        assertThat(restarts.get(0).to()).isEqualTo(firstAfter);
        assertThat(after.missingIntervals())
                .isEqualTo(expected.get("missing_samples").asLong());
        JsonNode inRecord = expected.get("bytes_before_outage_in_record");
        assertThat(before.readBytes()).isEqualTo(inRecord.get("read").asLong());
        assertThat(before.writeBytes()).isEqualTo(inRecord.get("write").asLong());
        JsonNode resetAware = expected.get("bytes_after_restart_reset_aware");
        assertThat(after.readBytes()).isEqualTo(resetAware.get("read").asLong());
        assertThat(after.writeBytes()).isEqualTo(resetAware.get("write").asLong());

        JsonNode first = expected.get("first_nonzero_after_restart");
        IntervalLoads loads = servers.intervals(0, Long.MAX_VALUE)
                .get(first.get("timestamp_ms").asLong());
        assertThat(loads.moved(0))
                .isEqualTo(QuantityAmounts.ofBytes(
                        first.get("read").asLong(), first.get("write").asLong()));
        IntervalRates restarted =
                servers.intervals(0, Long.MAX_VALUE).get(firstAfter).rates(firstAfter, 5_000, 1);
        assertThat(restarted.restarts()).isEqualTo(1);
        assertThat(restarted.missingFraction()).isZero();
    }

    @Test
    void shouldReproduceMetadataOperationsByKind() {
        JsonNode expected = RecordedServers.reference("lmt-2018-01-28.json").get("mdt_ops_in_5_minutes");
        RecordedServers servers = RecordedServers.ofMetadata("lmt/edison-scratch1-2018-01-28/mdt.csv.gz");
        long from = Instant.parse("2018-01-28T08:00:00Z").toEpochMilli();
        long to = Instant.parse("2018-01-28T08:05:00Z").toEpochMilli();
        SpanLoads span = new SpanLoads(RecordedServers.INTERVAL);
        servers.intervals(from, to).values().forEach(loads -> span.add(loads, 1));
        IntervalRates rates = span.rates(from, to);
        assertThat(rates.missingFraction()).isZero();
        expected.properties().forEach(kind -> {
            QuantityRate rate = rates.quantities().get(kind.getKey());
            assertThat(rate.total()).as(kind.getKey()).isEqualTo(kind.getValue().asLong());
            assertThat(rate.perSecond()).isEqualTo(kind.getValue().asLong() / 300.0);
        });
        assertThat(rates.quantities()).hasSize(expected.size());
    }

    private static long[] longs(JsonNode array) {
        long[] values = new long[array.size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = array.get(i).asLong();
        }
        return values;
    }

    private static long[] minuteSums(long[] fiveSeconds) {
        long[] minutes = new long[fiveSeconds.length / 12];
        for (int i = 0; i < fiveSeconds.length; i++) {
            minutes[i / 12] += fiveSeconds[i];
        }
        return minutes;
    }
}
