package io.barograph.influxdb;

import static io.barograph.influxdb.WriteResponse.Outcome.MISCONFIGURED;
import static io.barograph.influxdb.WriteResponse.Outcome.OK;
import static io.barograph.influxdb.WriteResponse.Outcome.REFUSED;
import static io.barograph.influxdb.WriteResponse.Outcome.RETRY;
import static io.barograph.influxdb.WriteResponse.Outcome.TOO_LARGE;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class WriteResponseTest {
    private static WriteResponse.Outcome outcome(int status, String message) {
        return new WriteResponse(status, message, "").outcome();
    }

    @ParameterizedTest
    @ValueSource(ints = {200, 204})
    void shouldClassifySuccessAsOk(int status) {
        assertThat(outcome(status, "")).isEqualTo(OK);
    }

    @ParameterizedTest
    @ValueSource(ints = {408, 425, 429, 500, 502, 503, 504, 507})
    void shouldRepeatWhatMaySucceedLater(int status) {
        assertThat(outcome(status, "")).isEqualTo(RETRY);
    }

    @ParameterizedTest
    @ValueSource(ints = {301, 307, 401, 403, 404, 405, 415})
    void shouldClassifyWhatNoRepetitionMendsAsMisconfigured(int status) {
        assertThat(outcome(status, "")).isEqualTo(MISCONFIGURED);
    }

    @Test
    void shouldClassifyMissingRetentionPolicyAsMisconfiguredThough1xAnswers500() {
        assertThat(outcome(500, "retention policy not found: \"month\"")).isEqualTo(MISCONFIGURED);
    }

    @Test
    void shouldClassify413AsTooLarge() {
        assertThat(outcome(413, "Request Entity Too Large")).isEqualTo(TOO_LARGE);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "400|partial write: field type conflict: input field \"v\" on measurement \"m\" is type string dropped=1",
                "422|failure writing points to database: partial write: field type conflict dropped=1",
                "400|partial write of line protocol occurred: invalid column type for column 'v'"
            })
    void shouldClassifyPartialWritesOfAllVersionsAsRefused(int status, String message) {
        assertThat(outcome(status, message)).isEqualTo(REFUSED);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "400|unable to parse 'm v=': missing field value",
                "400|unable to parse points",
                "400|parsing failed for write_lp endpoint",
                "422|failure writing points to database: bounds exceeded"
            })
    void shouldClassifyOtherRefusalsAsRefused(int status, String message) {
        assertThat(outcome(status, message)).isEqualTo(REFUSED);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\0',
            value = {
                "{\"error\":\"database not found: \\\"x\\\"\"}|database not found: \"x\"",
                "{\"code\":\"invalid\",\"message\":\"bad timestamp\"}|bad timestamp",
                "{\"error\":\"partial write of line protocol occurred\",\"data\":[{\"original_line\":\"m v=1\","
                        + "\"line_number\":2,\"error_message\":\"invalid column type\"}]}|"
                        + "partial write of line protocol occurred: invalid column type",
                "{\"error\":\"parsing failed\",\"data\":{\"original_line\":\"m\",\"line_number\":1,"
                        + "\"error_message\":\"no fields\"}}|parsing failed: no fields",
                "<html>Bad Gateway</html>|<html>Bad Gateway</html>",
                "[]|[]"
            })
    void shouldFindTheMessageInTheBodiesOfAllVersions(String body, String message) {
        assertThat(InfluxDbClient.message(body)).isEqualTo(message);
    }

    @Test
    void shouldShortenLongMessages() {
        assertThat(InfluxDbClient.message("x".repeat(1_000_000))).hasSize(2_003).endsWith("...");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "partial write: field type conflict: input field dropped=1|FIELD_TYPE_CONFLICT",
                "partial write of line protocol occurred: invalid column type for column 'v'|FIELD_TYPE_CONFLICT",
                "partial write: points beyond retention policy dropped=1|BEYOND_RETENTION",
                "unable to parse 'm v=': missing field value|UNPARSEABLE",
                "partial write: max-values-per-tag limit exceeded|OTHER"
            })
    void shouldTellTheCausesOfRejectionApart(String message, RejectionCause cause) {
        assertThat(RejectionCause.of(message)).isEqualTo(cause);
    }
}
