package io.barograph.influxdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.barograph.influxdb.ScriptedServer.Answer;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

class BoundedBodyTest {
    private static final String LONG = "x".repeat(BoundedBody.MOST_ANSWER_BYTES + 1);

    @Test
    void shouldRefuseAnAnswerToAQueryThatIsTooLong() throws Exception {
        try (ScriptedServer server = new ScriptedServer(unused -> Answer.of(200, LONG))) {
            InfluxDbAdmin admin = new InfluxDbAdmin(
                    InfluxDbConfig.builder(server.url(), "weather").build());

            assertThatThrownBy(() -> admin.query("SHOW DATABASES"))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("longer than 64 MiB");
        }
    }

    @Test
    void shouldTakeTheBeginOfALongAnswerToAWrite() throws Exception {
        try (ScriptedServer server = new ScriptedServer(unused -> Answer.of(502, LONG))) {
            InfluxDbClient client = new InfluxDbClient(
                    InfluxDbConfig.builder(server.url(), "weather").build());

            WriteResponse response = client.write(client.encode(List.of())).get();

            assertThat(response.status()).isEqualTo(502);
            assertThat(response.message()).startsWith("xxx").hasSizeLessThan(BoundedBody.MOST_MESSAGE_BYTES);
        }
    }
}
