package io.barograph.servers.operators;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import io.barograph.schemas.CatalogueFileSystem;
import io.barograph.schemas.FileSystemCatalogue;
import io.barograph.schemas.RateOfQuantity;
import io.barograph.schemas.RatesOfServers;
import io.barograph.schemas.ServerRates;
import io.barograph.schemas.Span;
import io.barograph.schemas.SpectrumOfPeriod;
import io.barograph.schemas.TrafficDirection;
import io.barograph.schemas.WorkloadCharacter;
import io.barograph.servers.counters.QuantityAmounts;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Weather of real servers, through the whole workflow, against values computed from the same recording otherwise. */
class RecordedWeatherWorkflowTest {
    private static final Percentage CLOSE = Percentage.withPercentage(1e-7); // 1e-9 relative
    private static final int SERVERS = 24;
    private static final FileSystemCatalogue CATALOGUE =
            new FileSystemCatalogue(List.of(CatalogueFileSystem.of("snx11025"), CatalogueFileSystem.of("snx11168")));

    private static JsonNode reference;
    private static Map<String, WeatherRun> runs;

    @BeforeAll
    static void replay() throws Exception {
        reference = RecordedSamples.reference("lmt-2018-02-09-dev.json").get("parts");
        runs = Map.of("dev_0800_1120", run("dev_0800_1120"), "hour_first40_1040_1120", run("hour_first40_1040_1120"));
    }

    private static WeatherRun run(String part) throws Exception {
        return WeatherRun.of(
                RecordedSamples.of(RecordedSamples.EDISON, millis(part, "from_epoch_s"), millis(part, "to_epoch_s")),
                CATALOGUE,
                WeatherPolicy.DEFAULT);
    }

    private static long millis(String part, String field) {
        return reference.get(part).get(field).asLong() * 1_000;
    }

    private static RateOfQuantity rate(ServerRates rates, String direction) {
        return rates.getData()
                .getQuantities()
                .get(direction.equals("read") ? QuantityAmounts.READ_BYTES : QuantityAmounts.WRITE_BYTES);
    }

    @ParameterizedTest
    @CsvSource({
        "dev_0800_1120, read",
        "dev_0800_1120, write",
        "hour_first40_1040_1120, read",
        "hour_first40_1040_1120, write"
    })
    void shouldReproduceTheSumsOfFiveSecondsAndMinutes(String part, String direction) {
        JsonNode node = reference.get(part);
        JsonNode recorded = node.get("fs_bytes_per_5s").get(direction);
        SortedMap<Long, ServerRates> intervals = runs.get(part).latest(Span.INTERVAL);
        assertThat(intervals.firstKey())
                .as("the first sample closes no interval")
                .isEqualTo(millis(part, "from_epoch_s") - 5_000);
        assertThat(intervals.get(intervals.firstKey()).getData()).isNull();
        assertThat(intervals).hasSize(recorded.size() + 1);
        long missing = 0;
        long total = 0;
        int filled = 0;
        for (int i = 0; i < recorded.size(); i++) {
            ServerRates rates = intervals.get(millis(part, "from_epoch_s") + i * 5_000L);
            RatesOfServers data = rates.getData();
            total += rate(rates, direction).getTotal();
            missing += data.getExpectedSamples() - data.getSamples();
            assertThat(data.getExpectedServers()).isEqualTo(SERVERS);
            assertThat(data.getMissingFraction()).isEqualTo((SERVERS - data.getSamples()) / (double) SERVERS);
            // gaps are one sample long: they share their bytes with the next interval
            boolean nearGap = data.getSamples() < SERVERS
                    || (i > 0
                            && intervals
                                            .get(rates.getFrom().toEpochMilli() - 5_000)
                                            .getData()
                                            .getSamples()
                                    < SERVERS);
            if (nearGap) {
                filled++;
            } else {
                assertThat(rate(rates, direction).getTotal())
                        .as("interval %d", i)
                        .isEqualTo(recorded.get(i).asLong());
            }
        }
        assertThat(missing).isEqualTo(node.get("missing_intervals_ost").asLong());
        assertThat(filled).isLessThanOrEqualTo(2 * (int) missing);
        assertThat(total)
                .isEqualTo(node.get("totals").get(direction).get("bytes").asLong());
        double largest = intervals.values().stream()
                .filter(rates -> rates.getData() != null)
                .mapToDouble(rates -> rate(rates, direction).getPerSecond())
                .max()
                .orElseThrow();
        assertThat(largest)
                .isCloseTo(
                        node.get("totals")
                                .get(direction)
                                .get("max_bytes_per_s_spread")
                                .asDouble(),
                        CLOSE);

        JsonNode minutes = node.get("minute_bytes").get(direction + "_spread");
        JsonNode starts = node.get("minute_bytes").get("window_starts_epoch_s");
        SortedMap<Long, ServerRates> byMinute = runs.get(part).latest(Span.MINUTE);
        for (int i = 0; i < minutes.size(); i++) {
            ServerRates rates = byMinute.get(starts.get(i).asLong() * 1_000);
            assertThat((double) rate(rates, direction).getTotal())
                    .as("minute %d", i)
                    .isCloseTo(minutes.get(i).asDouble(), CLOSE);
            assertThat(rate(rates, direction).getPerSecond())
                    .isCloseTo(minutes.get(i).asDouble() / 60, CLOSE);
        }
        assertThat(byMinute.tailMap(millis(part, "from_epoch_s"))).hasSize(minutes.size());
    }

    @ParameterizedTest
    @CsvSource({
        "dev_0800_1120, READ",
        "dev_0800_1120, WRITE",
        "hour_first40_1040_1120, READ",
        "hour_first40_1040_1120, WRITE"
    })
    void shouldReproduceSpectraAndCentroids(String part, TrafficDirection direction) {
        JsonNode node = reference
                .get(part)
                .get("power_spectrum_without_gap_spanning_observations")
                .get(direction.name().toLowerCase(java.util.Locale.ROOT));
        JsonNode expected = node.get("franklin_0_2.5GB");
        for (Span span : List.of(Span.DAY, Span.MONTH)) {
            SpectrumOfPeriod spectrum =
                    only(part, span, direction).getCharacter().getSpectrum();
            assertThat(spectrum.getObservations()).hasSize(101);
            assertThat(sum(spectrum.getObservations()))
                    .isEqualTo(node.get("observations").asLong());
            for (int bin = 0; bin < 100; bin++) {
                // the reference puts what is too large into its last bin
                long more = bin == 99 ? spectrum.getObservations().get(100) : 0;
                assertThat(spectrum.getObservations().get(bin) + more)
                        .isEqualTo(expected.get("count").get(bin).asLong());
                more = bin == 99 ? spectrum.getBytes().get(100) : 0;
                assertThat(spectrum.getBytes().get(bin) + more)
                        .isEqualTo(expected.get("power_bytes_exact").get(bin).asLong());
            }
            assertThat(spectrum.getObservations().get(100))
                    .isEqualTo(expected.get("overflow_observations_in_last_bin").asLong());
            assertThat(Math.min(99, spectrum.getCentroidBin()))
                    .isEqualTo(expected.get("centroid_bin_exact").asInt());
            long gaps = reference.get(part).get("missing_intervals_ost").asLong();
            assertThat(sum(spectrum.getFilledObservations())).isEqualTo(2 * gaps);
            assertThat(sum(spectrum.getBytes()) + sum(spectrum.getFilledBytes()))
                    .isEqualTo(reference
                            .get(part)
                            .get("totals")
                            .get(direction.name().toLowerCase(java.util.Locale.ROOT))
                            .get("bytes_spread")
                            .asLong());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"dev_0800_1120", "hour_first40_1040_1120"})
    void shouldReproduceTheAutoCorrelation(String part) {
        for (TrafficDirection direction :
                List.of(TrafficDirection.READ, TrafficDirection.WRITE, TrafficDirection.TOTAL)) {
            JsonNode expected = reference
                    .get(part)
                    .get("autocorrelation_spread")
                    .get(direction.name().toLowerCase(java.util.Locale.ROOT));
            WorkloadCharacter character = only(part, Span.DAY, direction).getCharacter();
            assertThat(character.getCorrelationValues())
                    .isEqualTo(reference.get(part).get("intervals").asInt());
            assertThat(character.getCorrelationMissingFraction()).isZero();
            int below = -1;
            for (int lag = 0; lag < expected.size(); lag++) {
                assertThat(character.getLagSeconds().get(lag)).isEqualTo(5 * lag);
                assertThat(character.getCorrelation().get(lag))
                        .isCloseTo(expected.get(lag).asDouble(), within(1e-12));
                below = below < 0 && expected.get(lag).asDouble() < 0.5 ? lag : below;
            }
            assertThat(character.getLagBelowHalfSeconds()).isEqualTo(5.0 * below);
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = Span.class,
            names = {"HOUR", "DAY", "MONTH"})
    void shouldAddUpVolumes(Span span) {
        JsonNode totals = reference.get("dev_0800_1120").get("totals");
        SortedMap<Long, ServerRates> periods = runs.get("dev_0800_1120").latest(span);
        assertThat(periods).hasSize(span == Span.HOUR ? 4 : 1);
        assertThat(periods.values().stream()
                        .mapToLong(period -> period.getVolume().getReadBytes())
                        .sum())
                .isEqualTo(totals.get("read").get("bytes").asLong());
        assertThat(periods.values().stream()
                        .mapToLong(period -> period.getVolume().getWriteBytes())
                        .sum())
                .isEqualTo(totals.get("write").get("bytes").asLong());
        assertThat(periods.values().stream()
                        .mapToLong(period -> period.getVolume().getServerIntervals())
                        .sum())
                .isEqualTo(SERVERS * 2_400L);
        assertThat(periods.values().stream()
                        .mapToLong(period -> period.getVolume().getMissingServerIntervals())
                        .sum())
                .isEqualTo(20);
    }

    @Test
    void shouldFillGapsBeforeAnIntervalIsGivenOut() {
        assertThat(runs.get("dev_0800_1120").sorted()).allMatch(rates -> rates.getRevision() == 1);
    }

    @Test
    void shouldGiveCpuFullnessAndHostsOfEveryMinute() {
        SortedMap<Long, ServerRates> minutes =
                runs.get("dev_0800_1120").latest(Span.MINUTE).tailMap(millis("dev_0800_1120", "from_epoch_s"));
        assertThat(minutes.values()).allSatisfy(minute -> {
            assertThat(minute.getOssCpu().getHosts()).isEqualTo(SERVERS);
            assertThat(minute.getOssCpu().getMeanPercent())
                    .isBetween(0.0, minute.getOssCpu().getMaxPercent());
            assertThat(minute.getHosts().getHosts()).isEqualTo(SERVERS);
            assertThat(minute.getHosts().getFailedOverOsts()).isZero();
            assertThat(minute.getOstCapacity().getBytes().getTargets()).isEqualTo(SERVERS);
            assertThat(minute.getServers()).hasSize(2 * SERVERS);
        });
        // OST0000: 56121941612 of 90767651352 KiB at 08:00:00
        assertThat(runs.get("dev_0800_1120").latest(Span.INTERVAL).values().stream()
                        .findFirst()
                        .orElseThrow()
                        .getOstCapacity()
                        .getBytes()
                        .getFullest())
                .isBetween(0.6, 0.65);
    }

    @Test
    void shouldCountFromZeroAfterARestart() throws Exception {
        JsonNode expected = RecordedSamples.reference("lmt-counter-reset.json");
        WeatherRun run = WeatherRun.of(
                RecordedSamples.of(RecordedSamples.RESET, 0, Long.MAX_VALUE).stream()
                        .filter(sample ->
                                sample.getServer().equals(expected.get("target").asText()))
                        .toList(),
                CATALOGUE,
                WeatherPolicy.DEFAULT);
        long lastBefore = expected.get("last_sample_before_outage_ms").asLong();
        long firstAfter = expected.get("first_sample_after_outage_ms").asLong();
        SortedMap<Long, ServerRates> intervals = run.latest(Span.INTERVAL);
        for (String direction : List.of("read", "write")) {
            assertThat(total(intervals.headMap(lastBefore), direction))
                    .isEqualTo(expected.get("bytes_before_outage_in_record")
                            .get(direction)
                            .asLong());
            assertThat(total(intervals.tailMap(lastBefore), direction))
                    .isEqualTo(expected.get("bytes_after_restart_reset_aware")
                            .get(direction)
                            .asLong());
        }
        ServerRates restart = intervals.get(firstAfter - 5_000);
        assertThat(restart.getData().getRestarts()).isEqualTo(1);
        assertThat(intervals.values().stream()
                        .filter(rates -> rates.getData() != null)
                        .mapToLong(rates -> rates.getData().getExpectedSamples()
                                - rates.getData().getSamples())
                        .sum())
                .isEqualTo(expected.get("missing_samples").asLong());
        JsonNode first = expected.get("first_nonzero_after_restart");
        ServerRates nonzero = intervals.get(first.get("timestamp_ms").asLong() - 5_000);
        assertThat(rate(nonzero, "read").getTotal()).isEqualTo(first.get("read").asLong());
        assertThat(rate(nonzero, "write").getTotal())
                .isEqualTo(first.get("write").asLong());
    }

    private static long total(SortedMap<Long, ServerRates> intervals, String direction) {
        return intervals.values().stream()
                .filter(rates -> rates.getData() != null && rate(rates, direction) != null)
                .mapToLong(rates -> rate(rates, direction).getTotal())
                .sum();
    }

    @Test
    void shouldGiveMetadataOperationsByKind() throws Exception {
        JsonNode expected = RecordedSamples.reference("lmt-2018-01-28.json").get("mdt_ops_in_5_minutes");
        WeatherRun run = WeatherRun.of(
                RecordedSamples.of(RecordedSamples.EDISON_JANUARY, 0, Long.MAX_VALUE),
                CATALOGUE,
                WeatherPolicy.DEFAULT);
        SortedMap<Long, ServerRates> minutes = run.latest(Span.MINUTE);
        expected.properties().forEach(kind -> {
            long total = minutes.values().stream()
                    .filter(minute -> minute.getMetadata() != null)
                    .mapToLong(minute -> minute.getMetadata()
                            .getQuantities()
                            .get(kind.getKey())
                            .getTotal())
                    .sum();
            assertThat(total).as(kind.getKey()).isEqualTo(kind.getValue().asLong());
        });
    }

    private static ServerRates only(String part, Span span, TrafficDirection direction) {
        SortedMap<Long, ServerRates> periods = runs.get(part).latest(span, direction);
        assertThat(periods).hasSize(1);
        return periods.get(periods.firstKey());
    }

    private static long sum(List<Long> values) {
        return values.stream().mapToLong(Long::longValue).sum();
    }
}
