package io.barograph.influxdb;

import static org.assertj.core.api.Assertions.assertThat;

import io.barograph.testing.InfluxdServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.Size;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.BeforeContainer;
import org.apache.flink.util.FileUtils;

/** What is written is what a real InfluxDB 1.x gives back, whatever characters are in it. */
class LineProtocolRoundTripTest {
    private static Path folder;
    private static InfluxdServer influxd;
    private static InfluxDbConfig config;
    private static int tries;

    @BeforeContainer
    static void startInfluxd() throws Exception {
        folder = Files.createTempDirectory("influxd");
        influxd = InfluxdServer.start(folder, false);
        config = InfluxDbConfig.builder(influxd.url(), "weather").build();
        new InfluxDbAdmin(config).ensureDatabaseWithInfiniteRetention();
    }

    @AfterContainer
    static void stopInfluxd() throws IOException {
        if (influxd != null) {
            influxd.close();
        }
        FileUtils.deleteDirectory(folder.toFile());
    }

    @Provide
    Arbitrary<String> hostile() {
        return Arbitraries.strings()
                .withChars(" ,=\"\\'#\n\r\tab{}$%;é€")
                .withChars("\uD83D\uDE00".toCharArray()[0])
                .ofMinLength(1)
                .ofMaxLength(12)
                .map(text -> text.replace("\uD83D", "\uD83D\uDE00"));
    }

    @Property(tries = 40)
    void shouldReadBackTagsAndFieldStrings(
            @ForAll @Size(min = 1, max = 20) List<@net.jqwik.api.From("hostile") String> texts) throws Exception {
        String measurement = "hostile m=," + ++tries;
        List<InfluxPoint> points = new ArrayList<>();
        List<InfluxLine> lines = new ArrayList<>();
        for (String text : texts) {
            InfluxPoint point = InfluxPoint.measurement(measurement)
                    .tag("tag key,=", text)
                    .field("field key,=", text)
                    .field("number", 0.1 * points.size())
                    .at(points.size() + 1L);
            points.add(point);
            lines.add(LineProtocol.write(point));
        }
        InfluxDbClient client = new InfluxDbClient(config);
        WriteResponse response = client.write(client.encode(lines)).get();

        assertThat(response.status()).as(response.message()).isEqualTo(204);
        List<InfluxRow> rows = new InfluxDbAdmin(config).query("SELECT * FROM " + InfluxDbAdmin.quoted(measurement));
        assertThat(rows).hasSameSizeAs(points);
        for (int i = 0; i < rows.size(); i++) {
            assertThat(rows.get(i).values())
                    .containsEntry("time", points.get(i).timestampNanos())
                    .containsEntry("tag key,=", points.get(i).tags().get("tag key,="))
                    .containsEntry("field key,=", texts.get(i));
            assertThat(((Number) rows.get(i).values().get("number")).doubleValue())
                    .isEqualTo(0.1 * i);
        }
    }
}
