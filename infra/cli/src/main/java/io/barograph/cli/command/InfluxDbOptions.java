package io.barograph.cli.command;

import io.barograph.configuration.InfluxDbSettings;
import io.barograph.influxdb.InfluxDbConfig;
import io.barograph.jobs.publish.PublishConfiguration;
import io.barograph.stack.CommandFailedException;
import java.net.URI;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Option;

/** Which InfluxDB results go to; secrets come from a file or the environment, never from an argument. */
public final class InfluxDbOptions {
    @Option(
            names = "--influx-url",
            paramLabel = "URL",
            description = "A running InfluxDB to write to, for instance http://localhost:8086.")
    private URI url;

    @Option(
            names = "--influx-api",
            paramLabel = "V1|V2|V3",
            defaultValue = "V1",
            description = "Its write interface: that of 1.x, 2.x or 3.x (default: ${DEFAULT-VALUE}).")
    private InfluxDbSettings.Api api;

    @Option(names = "--influx-database", paramLabel = "NAME", description = "Database, or bucket of 2.x.")
    private String database;

    @Option(names = "--influx-organisation", paramLabel = "NAME", description = "Organisation of 2.x.")
    private String organisation;

    @Option(names = "--influx-user", paramLabel = "NAME", description = "User of 1.x; needs a secret.")
    private String user;

    @Option(
            names = "--influx-secret-file",
            paramLabel = "FILE",
            description = "File that holds the password (1.x) or the token (2.x, 3.x).")
    private Path secretFile;

    @Option(
            names = "--influx-secret-variable",
            paramLabel = "NAME",
            description = "Environment variable that holds it instead.")
    private String secretVariable;

    /** @return the server given; empty to have one started */
    public Optional<URI> url() {
        return Optional.ofNullable(url);
    }

    /** @param started how the server is reached that was started here; not used if a running one was given */
    public InfluxDbConfig config(InfluxDbConfig started, String defaultDatabase) {
        String name = database == null ? defaultDatabase : database;
        return url == null ? started.withDatabase(name) : given(name);
    }

    /** @return how to write to the running server that was given */
    public InfluxDbConfig given(String defaultDatabase) {
        if (user != null && secretFile == null && secretVariable == null) {
            throw new CommandFailedException(
                    "--influx-user needs a password",
                    "Put it in a file for --influx-secret-file, or name a variable by --influx-secret-variable.");
        }
        String name = database == null ? defaultDatabase : database;
        String variable = secretFile == null ? secretVariable : null; // of two the file counts
        return PublishConfiguration.influxDb(
                new InfluxDbSettings(url, api, name, organisation, null, true, user, secretFile, variable));
    }
}
