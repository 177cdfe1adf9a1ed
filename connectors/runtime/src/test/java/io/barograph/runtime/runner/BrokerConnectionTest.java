package io.barograph.runtime.runner;

import static org.assertj.core.api.Assertions.assertThat;

import io.barograph.configuration.KafkaSettings;
import java.time.Clock;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.SaslAuthenticationException;
import org.junit.jupiter.api.Test;

class BrokerConnectionTest {
    /** One producer serves several collectors: when one has it renewed, what the others send fails. */
    @Test
    void shouldTellAllCollectorsWhyTheBrokerRefusedTheProducer() {
        try (BrokerConnection broker =
                new BrokerConnection(new KafkaSettings("127.0.0.1:9", "", null), Clock.systemUTC())) {
            KafkaException closed = new KafkaException("Producer closed while send in progress");
            assertThat(broker.explain(closed)).isEqualTo("Producer closed while send in progress");

            broker.renewAfter(new SaslAuthenticationException("Authentication failed"));

            assertThat(broker.explain(closed))
                    .isEqualTo("Authentication failed; correct the account, the password or the certificates in"
                            + " kafka.propertiesFile");
        }
    }
}
