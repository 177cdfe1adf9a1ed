package io.barograph.chat;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.EOFException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpTimeoutException;
import java.nio.channels.UnresolvedAddressException;
import java.security.cert.CertificateExpiredException;
import java.time.Duration;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;
import org.junit.jupiter.api.Test;

class FailureClassifierTest {
    private static final String SECRET = "https://hooks.example.org/sEcReT";

    private static DeliveryAttemptOutcome classify(Throwable failure) {
        DeliveryAttemptOutcome outcome = FailureClassifier.classify(
                new ExecutionException(new CompletionException(failure)), Duration.ofSeconds(10));
        assertThat(outcome.toString()).doesNotContain("sEcReT", "hooks.example.org");
        return outcome;
    }

    @Test
    void shouldRepeatWhatMayPass() {
        ConnectException unknownHost = new ConnectException(SECRET);
        unknownHost.initCause(new UnresolvedAddressException());

        assertThat(classify(unknownHost)).isInstanceOf(DeliveryAttemptOutcome.RetryAfter.class);
        assertThat(classify(new HttpTimeoutException(SECRET))).isInstanceOf(DeliveryAttemptOutcome.RetryAfter.class);
        assertThat(classify(new HttpConnectTimeoutException(SECRET)))
                .isInstanceOf(DeliveryAttemptOutcome.RetryAfter.class);
        assertThat(classify(new EOFException(SECRET))).isInstanceOf(DeliveryAttemptOutcome.RetryAfter.class);
        assertThat(classify(new IOException(SECRET))).isInstanceOf(DeliveryAttemptOutcome.RetryAfter.class);
        assertThat(classify(new SSLException(SECRET))).isInstanceOf(DeliveryAttemptOutcome.RetryAfter.class);
    }

    @Test
    void shouldNotRepeatWhatSomebodyMustMend() {
        SSLHandshakeException expired = new SSLHandshakeException(SECRET);
        expired.initCause(new CertificateExpiredException(SECRET));

        assertThat(classify(expired)).isInstanceOf(DeliveryAttemptOutcome.Refused.class);
        assertThat(classify(new IllegalArgumentException(SECRET))).isInstanceOf(DeliveryAttemptOutcome.Refused.class);
    }
}
