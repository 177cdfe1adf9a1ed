package io.barograph.jobs.publish;

import static org.assertj.core.api.Assertions.assertThat;

import io.barograph.influxdb.InfluxPoint;
import io.barograph.schemas.ServerRates;
import io.barograph.schemas.Span;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RatesPointsTest {
    private static final Instant HOUR = Instant.parse("2018-02-09T08:00:00Z");
    private static final Instant DAY = Instant.parse("2018-02-09T00:00:00Z");

    private static List<InfluxPoint> points(ServerRates rates, RetentionLevel... levels) {
        return new RatesPoints(EnumSet.copyOf(List.of(levels))).convert(rates);
    }

    private static List<InfluxPoint> all(ServerRates rates) {
        return points(rates, RetentionLevel.values());
    }

    private static List<InfluxPoint> of(String measurement, List<InfluxPoint> points) {
        return points.stream()
                .filter(point -> point.measurement().equals(measurement))
                .toList();
    }

    private static ServerRates interval() {
        return ServerRatesFixtures.complete(Span.INTERVAL, HOUR, Duration.ofSeconds(5))
                .build();
    }

    private static ServerRates minute(Instant from) {
        return ServerRatesFixtures.complete(Span.MINUTE, from, Duration.ofMinutes(1))
                .build();
    }

    @Test
    void shouldWriteRatesOfTheFileSystemAndOfEachServer() {
        List<InfluxPoint> points = all(interval());
        InfluxPoint fileSystem = of("file_system_rates", points).get(0);
        assertThat(fileSystem.tags()).isEqualTo(Map.of("fs", "scratch", "span", "interval"));
        assertThat(fileSystem.timestampNanos()).isEqualTo((HOUR.toEpochMilli() + 5_000) * 1_000_000);
        assertThat(fileSystem.fields())
                .containsEntry("read_bytes_per_s", 100.0)
                .containsEntry("write_bytes", 1_000L)
                .containsEntry("missing_fraction", 0.5)
                .containsEntry("silent_server_names", "ost1")
                .containsEntry("metadata_open_per_s", 3.0)
                .containsEntry("metadata_ops_per_s", 7.0)
                .containsEntry("oss_cpu_max_percent", 15.0)
                .containsEntry("mds_cpu_max_percent", -1.0)
                .containsEntry("failed_over_osts", 1L);
        List<InfluxPoint> servers = of("server_rates", points);
        assertThat(servers).hasSize(2);
        assertThat(servers.get(0).tags())
                .isEqualTo(Map.of("fs", "scratch", "span", "interval", "server", "ost0", "role", "data"));
        assertThat(servers.get(0).fields())
                .containsEntry("write_bytes_per_s", 150.0)
                .containsEntry("read_ops_per_s", -1.0)
                .containsEntry("used_bytes_fraction", 0.4);
        assertThat(servers.get(1).fields()).containsEntry("cpu_percent", 15.0);
    }

    @Test
    void shouldWriteAnOperationOfAnyName() {
        ServerRates rates = interval();
        rates.getMetadata()
                .setQuantities(
                        Map.of("a\\b\n", rates.getMetadata().getQuantities().get("open")));

        assertThat(of("file_system_rates", all(rates)).get(0).fields()).containsEntry("metadata_a_b__per_s", 3.0);
    }

    @Test
    void shouldSayHowManyServersHaveNoPointsAndNameNotMoreSilentOnesThanAFieldTakes() {
        ServerRates rates = interval();
        rates.setUnlistedServers(29_000);
        rates.getData()
                .setSilentServers(IntStream.range(0, 33_000)
                        .mapToObj(i -> i + "\ud835\udc00".repeat(61))
                        .toList());

        Map<String, Object> fields = of("file_system_rates", all(rates)).get(0).fields();
        assertThat(fields).containsEntry("unlisted_servers", 29_000L).containsEntry("silent_servers", 33_000L);
        assertThat((String) fields.get("silent_server_names")).endsWith(" and 32900 more");
        assertThat(((String) fields.get("silent_server_names")).getBytes(StandardCharsets.UTF_8))
                .hasSizeLessThan(64 * 1024);
    }

    @Test
    void shouldOverwriteEveryFieldThatACorrectionNoLongerKnows() {
        InfluxPoint first = of(
                        "file_system_rates",
                        all(ServerRatesFixtures.complete(Span.INTERVAL, HOUR, Duration.ofSeconds(5))
                                .setMetadata(null)
                                .build()))
                .get(0);
        InfluxPoint second = all(ServerRatesFixtures.empty(Span.INTERVAL, HOUR, Duration.ofSeconds(5))
                        .build())
                .get(0);
        assertThat(second.timestampNanos()).isEqualTo(first.timestampNanos());
        assertThat(second.tags()).isEqualTo(first.tags());
        assertThat(second.fields().keySet()).isEqualTo(first.fields().keySet());
        second.fields()
                .forEach((name, value) ->
                        assertThat(value).as(name).hasSameClassAs(first.fields().get(name)));
        assertThat(second.fields()).containsEntry("read_bytes_per_s", -1.0).containsEntry("revision", 2L);
    }

    @Test
    void shouldShapeSpectraCorrelationsAndSpectrogramsAsRows() {
        List<InfluxPoint> points = all(ServerRatesFixtures.day(DAY).build());
        List<InfluxPoint> spectrum = of("power_spectrum", points);
        assertThat(spectrum).hasSize(101);
        assertThat(spectrum.get(100).tags())
                .isEqualTo(
                        Map.of("fs", "scratch", "span", "day", "direction", "write", "bin_from_bytes", "2500000000"));
        assertThat(spectrum.get(1).tags()).containsEntry("bin_from_bytes", "25000000");
        assertThat(spectrum.get(0).fields())
                .isEqualTo(Map.of("observations", 3L, "bytes", 30L, "filled_observations", 1L, "filled_bytes", 10L));
        List<InfluxPoint> correlation = of("auto_correlation", points);
        assertThat(correlation).hasSize(2);
        assertThat(correlation.get(1).timestampNanos()).isEqualTo((DAY.toEpochMilli() + 5_000) * 1_000_000);
        List<InfluxPoint> spectrogram = of("spectrogram", points);
        assertThat(spectrogram)
                .extracting(point -> point.tags().get("period_s"))
                .containsExactly("3600.00", "1800.00");
        assertThat(of("volumes", points).get(0).fields()).containsEntry("write_bytes_per_s", 2.0);
        assertThat(of("workload_character", points).get(0).fields())
                .containsEntry("quiet_chance_2_min", 0.5)
                .containsEntry("quiet_chance_10_min", -1.0)
                .containsEntry("centroid_bin", 50L)
                .containsEntry("lag_below_fifth_s", -1.0);
    }

    @Test
    void shouldGiveEachPointToOneRetentionLevel() {
        List<ServerRates> records = List.of(
                interval(),
                minute(HOUR),
                minute(HOUR.minusSeconds(60)),
                ServerRatesFixtures.day(DAY).build());
        for (ServerRates rates : records) {
            List<InfluxPoint> apart = new ArrayList<>();
            for (RetentionLevel level : RetentionLevel.values()) {
                apart.addAll(points(rates, level));
            }
            assertThat(apart).containsExactlyInAnyOrderElementsOf(all(rates));
        }
        assertThat(points(interval(), RetentionLevel.MINUTES, RetentionLevel.HOURS))
                .isEmpty();
        assertThat(of("fullness", points(minute(HOUR), RetentionLevel.HOURS))).isEmpty();
        assertThat(of("fullness", points(minute(HOUR.minusSeconds(60)), RetentionLevel.HOURS)))
                .singleElement()
                .satisfies(point -> assertThat(point.fields())
                        .containsEntry("bytes_days_until_full", 12.5)
                        .containsEntry("inodes_fullest", -1.0));
    }

    @Test
    void shouldKeepIntervalsAndMinutesThatEndTogetherApart() {
        Set<List<Object>> identities = new HashSet<>();
        List<InfluxPoint> points = new ArrayList<>(all(minute(HOUR)));
        points.addAll(all(ServerRatesFixtures.complete(Span.INTERVAL, HOUR.plusSeconds(55), Duration.ofSeconds(5))
                .build()));
        points.forEach(point -> identities.add(List.of(point.measurement(), point.tags(), point.timestampNanos())));
        assertThat(identities).hasSize(points.size());
    }

    @Test
    void shouldTagReplays() {
        assertThat(ResultPoints.tagged(new RatesPoints(EnumSet.allOf(RetentionLevel.class)), "february")
                        .convert(interval()))
                .allSatisfy(point -> assertThat(point.tags()).containsEntry("replay", "february"));
    }
}
