package io.barograph.servers.operators;

import static org.assertj.core.api.Assertions.assertThat;

import io.barograph.schemas.AvroCodec;
import io.barograph.schemas.RateOfServer;
import io.barograph.schemas.ServerKind;
import io.barograph.schemas.ServerRates;
import io.barograph.schemas.ServerRole;
import io.barograph.schemas.ServerSample;
import io.barograph.schemas.Span;
import io.barograph.schemas.Topic;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class BusiestServersTest {
    private static final int MANY = 33_000;

    static {
        AvroCodec.of(ServerRates.class); // Avro builds no record of a class that the codec has not made it trust
    }

    private static RateOfServer server(String name, ServerRole role) {
        return RateOfServer.newBuilder()
                .setServer(name)
                .setRole(role)
                .setMissingFraction(0)
                .build();
    }

    private static RateOfServer data(int number, Double writeBytesPerSecond) {
        RateOfServer server = server("ost" + number, ServerRole.DATA);
        server.setWriteBytesPerSecond(writeBytesPerSecond);
        return server;
    }

    @Test
    void shouldListAllServersOfAFileSystemThatHasNotTooMany() {
        List<RateOfServer> all = new ArrayList<>();
        for (int i = 0; i < 4_096; i++) {
            all.add(data(i, null));
        }
        assertThat(BusiestServers.of(all)).isSameAs(all);
    }

    @Test
    void shouldListTheBusiestOfEachRoleInTheirOrder() {
        List<RateOfServer> all = new ArrayList<>();
        for (int i = 0; i < MANY; i++) {
            all.add(data(i, i % 10 == 4 ? null : Double.valueOf(i % 10 == 3 ? 1_000.0 + i : 1.0)));
        }
        RateOfServer idle = server("mdt0", ServerRole.METADATA);
        RateOfServer busy = server("mdt1", ServerRole.METADATA);
        busy.setMetadataOperationsPerSecond(Map.of("open", 7.0));
        all.add(idle);
        all.add(busy);

        List<RateOfServer> listed = BusiestServers.of(all);
        assertThat(listed).hasSizeBetween(4_000, 4_096).contains(busy).doesNotContain(idle);
        assertThat(all).containsSubsequence(listed);
        assertThat(listed)
                .filteredOn(server -> server.getRole() == ServerRole.DATA && server.getWriteBytesPerSecond() > 1)
                .hasSize(MANY / 10);
    }

    /** Its record had 18 MB, which no topic takes. */
    @Test
    void shouldGiveRatesOfAFileSystemOfManyServersWithLongNames() throws Exception {
        List<ServerSample> samples = new ArrayList<>();
        for (int second = 0; second <= 10; second += 5) {
            for (int i = 0; i < MANY; i++) {
                samples.add(WeatherSite.server(name(i), ServerKind.OST, WeatherSite.at(second))
                        .setReadBytes((long) second * i)
                        .setWriteBytes(0L)
                        .build());
            }
        }

        List<ServerRates> intervals = WeatherPipeline.weather(samples, WeatherPolicy.DEFAULT).stream()
                .filter(rates -> rates.getSpan() == Span.INTERVAL
                        && rates.getData() != null
                        && rates.getData().getQuantities().containsKey("readBytes"))
                .toList();
        assertThat(intervals).isNotEmpty().allSatisfy(rates -> {
            assertThat(rates.getServers()).hasSizeLessThanOrEqualTo(4_096);
            assertThat(rates.getServers().size() + rates.getUnlistedServers()).isEqualTo(MANY);
            assertThat(rates.getServers()).extracting(RateOfServer::getServer).contains(name(MANY - 1));
            assertThat(rates.getData().getQuantities().get("readBytes").getTotal())
                    .isEqualTo(5L * MANY * (MANY - 1) / 2);
            assertThat(AvroCodec.of(ServerRates.class).encode(rates)).hasSizeLessThan(Topic.MAX_RECORD_BYTES / 8);
        });
    }

    private static String name(int number) {
        String digits = Integer.toString(number);
        return "x".repeat(128 - digits.length()) + digits;
    }
}
