package io.barograph.configuration;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Properties;
import java.util.regex.Pattern;

/** The broker. */
public record KafkaSettings(
        @Setting(value = "Addresses of the brokers, HOST:PORT[,...].", required = true) String bootstrapServers,
        @Setting("Prefix of the names of all topics.") String topicPrefix,
        @Setting("Java properties file with further client properties: security.protocol, sasl.jaas.config and"
                        + " the like. Secrets belong there and nowhere else; it should be readable by the"
                        + " service's account only.")
                Path propertiesFile) {
    /** How records are sent, by collectors and jobs, unless the properties file says otherwise: larger batches, compressed. */
    public static final Map<String, String> PRODUCER_DEFAULTS = Map.of(
            "batch.size", Integer.toString(64 * 1024),
            "linger.ms", "20",
            "compression.type", "lz4");

    private static final String LOGIN = "sasl.jaas.config";

    /** {@code CLASS required key="value" key=value ... ;} */
    private static final Pattern LOGIN_FORM =
            Pattern.compile("\\s*[\\w.$]+\\s+(?i:required|requisite|sufficient|optional)"
                    + "(?:\\s+[\\w.-]+\\s*=\\s*(?:\"(?:[^\"\\\\]|\\\\.)*+\"|[^\\s\";]++))*+\\s*;\\s*");

    /** No prefix is the empty one. */
    public KafkaSettings {
        topicPrefix = topicPrefix == null ? "" : topicPrefix;
    }

    /**
     * @return the further client properties
     * @throws ConfigurationException if the file cannot be read or used
     */
    public Properties clientProperties() {
        Properties properties = new Properties();
        if (propertiesFile != null) {
            try (Reader reader = Files.newBufferedReader(propertiesFile)) {
                properties.load(reader);
            } catch (IOException | IllegalArgumentException e) {
                // an IllegalArgumentException would quote the file
                throw new ConfigurationException("kafka.propertiesFile: " + propertiesFile
                        + " cannot be read as a properties file ("
                        + e.getClass().getSimpleName() + "); check its name, permissions and content");
            }
        }
        checkLogin(properties.getProperty(LOGIN));
        return properties;
    }

    /** What is wrong with it, Kafka's clients would say with a piece of it; and that may be one of the password. */
    private void checkLogin(String login) {
        boolean isElsewhere = login == null || login.contains("${");
        if (!isElsewhere && !LOGIN_FORM.matcher(login).matches()) {
            throw new ConfigurationException("kafka.propertiesFile: " + LOGIN + " in " + propertiesFile
                    + " should be: CLASS required username=\"...\" password=\"...\"; with a semicolon at the end, and"
                    + " with \\ before each \" and \\ of a value (a properties file wants each \\ twice)");
        }
    }
}
