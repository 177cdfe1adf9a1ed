package io.barograph.jobs.archive;

import io.barograph.configuration.ArchiveSettings;
import io.barograph.configuration.BarographConfiguration;
import io.barograph.configuration.ConfigurationException;
import io.barograph.flink.topics.KafkaConnection;
import java.net.URI;
import java.time.Duration;

/**
 * What the archive job needs to know.
 *
 * @param kafka broker and topics
 * @param folder URI of the archive's folder
 * @param fileSpan records of that long a time of arrival come into one file for each hour that they belong to
 * @param bounded true to archive what the topics hold now and end
 */
public record ArchiveConfiguration(KafkaConnection kafka, URI folder, Duration fileSpan, boolean bounded) {
    /** Four files an hour for each topic and file system; what is younger than that is still in Kafka. */
    public static final Duration FILE_SPAN = Duration.ofMinutes(15);

    /**
     * @return what it says about the archive
     * @throws ConfigurationException if it says nothing
     */
    public static ArchiveConfiguration of(
            BarographConfiguration configuration, KafkaConnection kafka, boolean bounded) {
        ArchiveSettings settings = configuration
                .archived()
                .orElseThrow(() -> new ConfigurationException(
                        "the configuration has no section archive; it says where the archive is"));
        return new ArchiveConfiguration(kafka, settings.folder().uri(), FILE_SPAN, bounded);
    }
}
