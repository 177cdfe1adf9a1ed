package io.barograph.chat;

import java.io.IOException;
import java.net.ConnectException;
import java.net.http.HttpTimeoutException;
import java.security.cert.CertPathBuilderException;
import java.security.cert.CertPathValidatorException;
import java.security.cert.CertificateException;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.stream.Stream;
import javax.net.ssl.SSLException;

/** What it means that there is no answer. The texts of exceptions may quote addresses, so none of them is passed on. */
final class FailureClassifier {
    private FailureClassifier() {}

    static DeliveryAttemptOutcome classify(Throwable failure, Duration timeout) {
        Throwable cause = withoutWrapper(failure);
        if (cause instanceof HttpTimeoutException) {
            return timeout(timeout);
        }
        if (cause instanceof ConnectException) {
            return again("no connection: the host is unknown, or does not listen, or a firewall is between");
        }
        if (cause instanceof SSLException) {
            return isAboutCertificate(cause)
                    ? new DeliveryAttemptOutcome.Refused(
                            "the service's certificate is not trusted: import the site's certificate"
                                    + " authority into Java's trust store, or renew the certificate")
                    : again("no secure connection: TLS failed");
        }
        if (cause instanceof IOException) {
            return again("the connection broke off before the answer was complete");
        }
        return new DeliveryAttemptOutcome.Refused(
                "the request failed in the HTTP client (" + cause.getClass().getName() + ")");
    }

    static DeliveryAttemptOutcome timeout(Duration timeout) {
        return again("no complete answer within " + timeout.toMillis() + " ms");
    }

    private static DeliveryAttemptOutcome again(String reason) {
        return new DeliveryAttemptOutcome.RetryAfter(Optional.empty(), reason);
    }

    private static Throwable withoutWrapper(Throwable failure) {
        return causes(failure)
                .filter(cause -> cause.getCause() == null
                        || !(cause instanceof ExecutionException || cause instanceof CompletionException))
                .findFirst()
                .orElseThrow();
    }

    private static boolean isAboutCertificate(Throwable failure) {
        return causes(failure)
                .anyMatch(cause -> cause instanceof CertificateException
                        || cause instanceof CertPathBuilderException
                        || cause instanceof CertPathValidatorException);
    }

    private static Stream<Throwable> causes(Throwable failure) {
        return Stream.iterate(failure, Objects::nonNull, Throwable::getCause);
    }
}
