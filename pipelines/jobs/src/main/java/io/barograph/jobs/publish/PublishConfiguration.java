package io.barograph.jobs.publish;

import io.barograph.influxdb.InfluxDbConfig;
import io.barograph.jobs.topics.KafkaConnection;

/**
 * What the publish job needs to know.
 *
 * @param kafka broker and topics
 * @param influxDb where the points go
 * @param replay name of the replay, which becomes the tag {@code replay}; empty for live results
 * @param bounded true: publish what the topics hold now and end
 * @param retentionLevels true: weather goes to the three levels of {@link RetentionLevel}, which must be there; false:
 *     all of it to the database itself
 */
public record PublishConfiguration(
        KafkaConnection kafka, InfluxDbConfig influxDb, String replay, boolean bounded, boolean retentionLevels) {}
