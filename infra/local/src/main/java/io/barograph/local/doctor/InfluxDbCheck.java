package io.barograph.local.doctor;

import io.barograph.influxdb.ApiVersion;
import io.barograph.influxdb.InfluxDbAdmin;
import io.barograph.influxdb.InfluxDbConfig;
import io.barograph.jobs.publish.PublishConfiguration;
import io.barograph.schemas.configuration.InfluxDbSettings;
import java.io.IOException;

/** Tests InfluxDB: whether it answers, takes the credentials, and has the database. */
final class InfluxDbCheck {
    private static final String SUBJECT = "InfluxDB";

    private final InfluxDbSettings settings;

    InfluxDbCheck(InfluxDbSettings settings) {
        this.settings = settings;
    }

    Finding finding() throws InterruptedException {
        try {
            InfluxDbConfig config = PublishConfiguration.influxDb(settings);
            InfluxDbAdmin admin = new InfluxDbAdmin(config);
            if (!admin.isAvailable()) {
                return Finding.wrong(
                        SUBJECT,
                        settings.url() + " does not answer; start it, or correct influxDb.url"
                                + ("https".equals(settings.url().getScheme())
                                        ? ", or have Java trust its certificate: docs/security.md says how"
                                        : ""));
            }
            if (config.apiVersion() != ApiVersion.V1) {
                return Finding.good(SUBJECT, settings.url() + " answers; its database is not tested on 2.x and 3.x");
            }
            boolean there = admin.query("SHOW DATABASES").stream()
                    .anyMatch(row -> settings.database().equals(row.values().get("name")));
            return there
                    ? Finding.good(SUBJECT, settings.url() + " answers and has the database " + settings.database())
                    : Finding.wrong(
                            SUBJECT,
                            settings.url() + " has no database " + settings.database()
                                    + " that the user may see; create it: influx -execute 'CREATE DATABASE "
                                    + InfluxDbAdmin.quoted(settings.database()) + "'");
        } catch (IOException | RuntimeException e) {
            return Finding.wrong(SUBJECT, e.getMessage() + "; correct the section influxDb");
        }
    }
}
