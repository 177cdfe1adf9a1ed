package io.barograph.sources.lmt;

import io.barograph.runtime.PasswordSource;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Properties;

/**
 * An LMT database on a MySQL or MariaDB server. An account with {@code SELECT} on it is enough.
 *
 * @param database database, by LMT's convention {@code filesystem_NAME}
 */
public record LmtDatabaseServer(String host, int port, String database, String user, PasswordSource password) {
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(10);
    private static final Duration ANSWER_TIMEOUT = Duration.ofMinutes(5);

    /** @return what to call it in messages: host, port and database */
    public String name() {
        return host + ":" + port + "/" + database;
    }

    Connection connect() throws SQLException {
        Properties properties = new Properties();
        properties.setProperty("user", user);
        properties.setProperty("password", password.read());
        properties.setProperty("connectTimeout", String.valueOf(CONNECT_TIMEOUT.toMillis()));
        properties.setProperty("socketTimeout", String.valueOf(ANSWER_TIMEOUT.toMillis()));
        Connection connection =
                DriverManager.getConnection("jdbc:mariadb://" + host + ":" + port + "/" + database, properties);
        connection.setReadOnly(true);
        return connection;
    }
}
