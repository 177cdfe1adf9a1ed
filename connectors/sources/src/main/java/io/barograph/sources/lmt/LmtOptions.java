package io.barograph.sources.lmt;

import io.barograph.configuration.Setting;
import io.barograph.runtime.PasswordSource;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.time.ZoneId;
import java.util.Properties;

/**
 * Where an LMT database is and how it is read.
 *
 * @param rereadIntervals how many of the newest TS_IDs are read again at each poll, because LMT adds a server's row to
 *     a TS_ID when the server reports
 */
public record LmtOptions(
        @Setting(value = "Host of the MySQL or MariaDB server.", required = true) String host,
        @Setting(value = "Its port.", defaultValue = "3306") int port,
        @Setting(value = "Database, by LMT's convention filesystem_NAME.", required = true) String database,
        @Setting(value = "Account; SELECT on the database is enough.", defaultValue = "lwatch") String user,
        @Setting("File whose first line is the password.") Path passwordFile,
        @Setting("Name of the environment variable that holds the password instead.") String passwordVariable,
        @Setting(value = "Time zone of the host that fills the database.", defaultValue = "UTC") ZoneId timeZone,
        @Setting(value = "LMT's sampling interval, and how often the database is asked.", defaultValue = "5s")
                Duration samplingInterval,
        @Setting(
                        value = "How many of the newest intervals are read again at each poll, because servers report"
                                + " late.",
                        defaultValue = "2")
                int rereadIntervals) {
    private static final int MAX_REREAD_INTERVALS = 60;
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(10);
    private static final Duration ANSWER_TIMEOUT = Duration.ofMinutes(5);

    public LmtOptions {
        if ((passwordFile == null) == (passwordVariable == null)) {
            throw new IllegalArgumentException(
                    "give passwordFile or passwordVariable, one of them: where the account's password is");
        }
        if (samplingInterval.toMillis() < 2) {
            throw new IllegalArgumentException("samplingInterval must be at least 2 ms");
        }
        if (rereadIntervals < 0 || rereadIntervals > MAX_REREAD_INTERVALS) {
            throw new IllegalArgumentException("rereadIntervals must be 0 to " + MAX_REREAD_INTERVALS);
        }
    }

    /** @return what to call the database in messages: host, port and database */
    String server() {
        return host + ":" + port + "/" + database;
    }

    Connection connect() throws SQLException {
        PasswordSource password = new PasswordSource(passwordFile, passwordVariable);
        Properties properties = new Properties();
        properties.setProperty("user", user);
        properties.setProperty("password", password.read());
        properties.setProperty("connectTimeout", String.valueOf(CONNECT_TIMEOUT.toMillis()));
        properties.setProperty("socketTimeout", String.valueOf(ANSWER_TIMEOUT.toMillis()));
        Connection connection = DriverManager.getConnection("jdbc:mariadb://" + server(), properties);
        connection.setReadOnly(true);
        return connection;
    }
}
