package io.barograph.flink.topics;

import java.util.Optional;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.SslAuthenticationException;
import org.apache.kafka.common.errors.TimeoutException;

/** Why a broker does not let a client in, or not do what it asks for, and what to do about it. */
public final class BrokerErrorExplainer {
    private BrokerErrorExplainer() {}

    /** @return what to do; empty if it is no refusal, which time may mend */
    public static Optional<String> remedy(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof SslAuthenticationException) {
                return Optional.of("TLS fails: correct the certificates that kafka.propertiesFile names"
                        + " (ssl.truststore.location must hold the CA of the brokers)");
            }
            if (cause instanceof AuthenticationException) {
                return Optional.of("the broker refuses the account: correct user and password, sasl.jaas.config in"
                        + " kafka.propertiesFile");
            }
            if (cause instanceof AuthorizationException) {
                return Optional.of("the account of kafka.propertiesFile has no right to it: docs/security.md lists the"
                        + " rights that each account needs");
            }
        }
        return Optional.empty();
    }

    /** @return what it was, without the frames that clients put around it, and what to do */
    public static String explain(Throwable failure) {
        return reason(failure) + "; "
                + remedy(failure)
                        .orElse("start the broker, or correct kafka.bootstrapServers; brokers that want TLS or a"
                                + " password need the security settings in kafka.propertiesFile");
    }

    private static String reason(Throwable failure) {
        Throwable cause = failure;
        boolean isFrame = failure instanceof ExecutionException || failure.getClass() == KafkaException.class;
        if (isFrame && failure.getCause() != null) {
            cause = failure.getCause();
        }
        if (cause instanceof TimeoutException || cause instanceof java.util.concurrent.TimeoutException) {
            return "no answer in time";
        }
        return cause.getMessage() == null ? cause.getClass().getSimpleName() : cause.getMessage();
    }
}
