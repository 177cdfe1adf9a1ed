package io.barograph.alerting.operators;

import io.barograph.alerting.AlertPolicy;
import io.barograph.configuration.AlertingSettings;
import io.barograph.configuration.BarographConfiguration;
import io.barograph.configuration.ConfigurationException;
import io.barograph.flink.topics.KafkaConnection;
import java.io.Serializable;
import java.util.List;

/**
 * What the alerting job needs to know.
 *
 * @param kafka broker and topics
 * @param policy what becomes an alert, which channel receives it, and how often
 */
public record AlertingConfiguration(
        KafkaConnection kafka, AlertPolicy policy, List<ChannelSettings> channels, AlertMessages messages)
        implements Serializable {
    /**
     * @param settings section {@code alerting} of the configuration
     * @return what it says about alerting
     */
    public static AlertingConfiguration of(AlertingSettings settings, KafkaConnection kafka) {
        AlertPolicy policy = AlertingPolicies.of(settings);
        return new AlertingConfiguration(
                kafka,
                policy,
                settings.channels().stream()
                        .filter(channel -> policy.channels().contains(channel.name()))
                        .map(ChannelSettings::of)
                        .toList(),
                new AlertMessages(settings.pageUrl(), settings.grafanaUrl()));
    }

    /**
     * @return what it says about alerting
     * @throws ConfigurationException if it has no section {@code alerting}
     */
    public static AlertingConfiguration of(BarographConfiguration configuration) {
        AlertingSettings settings = configuration
                .alerts()
                .orElseThrow(() -> new ConfigurationException(
                        "the configuration has no section alerting, which names the channels and their rules"));
        return of(settings, KafkaConnection.of(configuration));
    }
}
