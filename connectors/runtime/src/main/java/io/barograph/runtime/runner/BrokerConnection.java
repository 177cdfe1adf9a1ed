package io.barograph.runtime.runner;

import io.barograph.configuration.ConfigurationException;
import io.barograph.configuration.KafkaSettings;
import io.barograph.runtime.OrderedProducer;
import java.time.Duration;
import java.time.InstantSource;
import java.util.OptionalDouble;
import java.util.Properties;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.ClusterAuthorizationException;
import org.apache.kafka.common.errors.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The one producer of a process. It never gives up a record that it has taken: a record that it gave up
 * may be in the topic nevertheless, and would be there twice if it were sent again. Its memory is 32 MiB at most.
 *
 * <p>A producer that the broker refuses before its first record never recovers; another one is made in its place, with
 * the properties file as it is then. So an account may be made, or a password corrected, while collectors run.
 */
final class BrokerConnection implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(BrokerConnection.class);
    private static final int BUFFER_BYTES = 32 * 1024 * 1024;
    private static final int MAX_RECONNECT_PAUSE_MILLIS = 1_000;
    private static final int MAX_BLOCK_MILLIS = 2_000;

    private final KafkaSettings kafka;
    private final InstantSource clock;
    private final BrokerClock brokerClock = new BrokerClock();
    private volatile KafkaProducer<byte[], byte[]> producer;
    private volatile boolean hasDelivered;

    /** Why this producer was made; the records of other collectors say no more than that the one before was closed. */
    private volatile String refusal;

    /** @throws ConfigurationException if its properties cannot be read or used */
    BrokerConnection(KafkaSettings kafka, InstantSource clock) {
        this.kafka = kafka;
        this.clock = clock;
        this.producer = connect();
    }

    private KafkaProducer<byte[], byte[]> connect() {
        Properties all = kafka.clientProperties();
        all.put(ProducerConfig.RETRIES_CONFIG, Integer.MAX_VALUE);
        all.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, Integer.MAX_VALUE);
        all.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, MAX_BLOCK_MILLIS);
        all.put(ProducerConfig.BUFFER_MEMORY_CONFIG, BUFFER_BYTES);
        all.putIfAbsent(ProducerConfig.RECONNECT_BACKOFF_MAX_MS_CONFIG, MAX_RECONNECT_PAUSE_MILLIS);
        try {
            return OrderedProducer.create(kafka.bootstrapServers(), all);
        } catch (KafkaException e) {
            String reason = e.getCause() == null ? e.getMessage() : e.getCause().getMessage();
            throw new ConfigurationException(
                    "no client of " + kafka.bootstrapServers() + " can be made (" + reason
                            + "); correct kafka.bootstrapServers or kafka.propertiesFile",
                    e);
        }
    }

    String address() {
        return kafka.bootstrapServers();
    }

    /** @throws KafkaException if the producer does not take it */
    @SuppressWarnings("FutureReturnValueIgnored") // the callback gets the outcome
    void send(SpooledRecord record, Callback callback) {
        long sentAt = clock.millis();
        try {
            producer.send(
                    new ProducerRecord<>(
                            kafka.topicPrefix() + record.topic(),
                            null,
                            record.timestamp(),
                            record.key(),
                            record.value()),
                    (metadata, exception) -> {
                        completed(metadata, exception, record.timestamp(), sentAt);
                        callback.onCompletion(metadata, exception);
                    });
        } catch (IllegalStateException e) {
            throw new KafkaException("the connection is being renewed", e);
        }
    }

    /** Runs in the producer's thread, and in that of the caller if the producer does not take a record. */
    private void completed(RecordMetadata metadata, Exception exception, long timestamp, long sentAt) {
        if (exception != null) {
            return;
        }
        hasDelivered = true;
        if (metadata.hasTimestamp() && metadata.timestamp() != timestamp) { // the topic takes the broker's time
            brokerClock.observe(sentAt, clock.millis(), metadata.timestamp());
        }
    }

    /** @return how far the broker's clock is from this host's */
    BrokerClock clock() {
        return brokerClock;
    }

    /** Makes another producer if the broker has refused this one from the beginning. */
    synchronized void renewAfter(Exception failure) {
        if (!hasDelivered
                && (find(failure, AuthenticationException.class)
                        || find(failure, ClusterAuthorizationException.class))) {
            LOG.debug("the broker has refused the producer; making another one", failure);
            KafkaProducer<byte[], byte[]> next = connect();
            producer.close(Duration.ZERO);
            producer = next;
            refusal = explain(failure);
        }
    }

    /** @return the failure in words for a person */
    String explain(Exception failure) {
        if (find(failure, AuthenticationException.class)) {
            return failure.getMessage() + "; correct the account, the password or the certificates in"
                    + " kafka.propertiesFile";
        }
        if (find(failure, AuthorizationException.class)) {
            return failure.getMessage() + "; the account of kafka.propertiesFile must be allowed to write there,"
                    + " docs/security.md has the commands";
        }
        if (find(failure, TimeoutException.class)) {
            return failure.getMessage() + "; check that the broker runs and has the topic; one that wants TLS or a"
                    + " password needs kafka.propertiesFile";
        }
        return refusal == null || hasDelivered ? failure.getMessage() : refusal;
    }

    private static boolean find(Throwable failure, Class<? extends Throwable> type) {
        return failure != null && (type.isInstance(failure) || find(failure.getCause(), type));
    }

    /** Gives up what is not stored yet. */
    @Override
    public void close() {
        producer.close(Duration.ZERO);
    }

    /**
     * How far this host's clock is from the broker's, from records on topics whose timestamps are the broker's: it lies between
     * the instants at which the record was sent and confirmed.
     */
    static final class BrokerClock {
        /** What took longer says little. */
        private static final long MAX_ROUND_TRIP_MILLIS = 2_000;

        private volatile Double offsetSeconds;

        /**
         * @param sentAt when the record was handed to the producer, by this host's clock, ms since the epoch
         * @param confirmedAt when the broker had confirmed it, by this host's clock
         */
        void observe(long sentAt, long confirmedAt, long appendedAt) {
            long roundTrip = confirmedAt - sentAt;
            if (roundTrip >= 0 && roundTrip <= MAX_ROUND_TRIP_MILLIS) {
                offsetSeconds = ((sentAt + confirmedAt) / 2.0 - appendedAt) / 1e3;
            }
        }

        /** @return this host's clock less the broker's, seconds, to about a second; empty if it is not known yet */
        OptionalDouble offsetSeconds() {
            Double known = offsetSeconds;
            return known == null ? OptionalDouble.empty() : OptionalDouble.of(known);
        }
    }
}
