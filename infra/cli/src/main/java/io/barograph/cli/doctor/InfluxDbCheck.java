package io.barograph.cli.doctor;

import io.barograph.configuration.InfluxDbSettings;
import io.barograph.influxdb.InfluxDbAdmin;
import io.barograph.influxdb.InfluxDbConfig;
import io.barograph.jobs.publish.PublishConfiguration;
import java.io.IOException;

/** Tests InfluxDB: whether it answers, takes the credentials, and has the database. */
final class InfluxDbCheck {
    private static final String SUBJECT = "InfluxDB";

    private final InfluxDbSettings settings;

    InfluxDbCheck(InfluxDbSettings settings) {
        this.settings = settings;
    }

    CheckResult finding() throws InterruptedException {
        try {
            InfluxDbConfig config = PublishConfiguration.influxDb(settings);
            InfluxDbAdmin admin = new InfluxDbAdmin(config);
            if (!admin.isAvailable()) {
                return CheckResult.wrong(
                        SUBJECT,
                        settings.url() + " does not answer; start it, or correct influxDb.url"
                                + ("https".equals(settings.url().getScheme())
                                        ? ", or have Java trust its certificate: docs/security.md says how"
                                        : ""));
            }
            boolean there = admin.hasDatabase();
            return there
                    ? CheckResult.good(SUBJECT, settings.url() + " answers and has the database " + settings.database())
                    : CheckResult.wrong(
                            SUBJECT,
                            settings.url() + " has no database " + settings.database()
                                    + " that this account may see; an account that may create it does so at the next"
                                    + " ./barograph run");
        } catch (IOException | RuntimeException e) {
            return CheckResult.wrong(SUBJECT, e.getMessage() + "; correct the section influxDb");
        }
    }
}
