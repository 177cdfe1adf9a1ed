package io.barograph.security;

import io.barograph.testing.InfluxdServer;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.net.ssl.SSLContext;

/**
 * A broker and an InfluxDB that let nobody in without a password, over TLS, and the configuration files of those who may.
 * Accounts and rights are made by the commands of docs/security.md.
 */
final class SecuredSite implements AutoCloseable {
    static final List<String> ACCOUNTS = List.of("collector", "analysis", "publish", "alerting", "archive", "page");
    private static final String DATABASE = "weather";

    private final Path folder;
    private final Path secretFolder;
    private final Secrets secrets = new Secrets();
    private final Certificate certificate;
    private final SSLContext trustBefore;
    private final SecuredBroker broker;
    private final InfluxdServer influxd;

    SecuredSite(Path folder) throws Exception {
        this.folder = folder;
        secretFolder = Files.createDirectories(folder.resolve("secrets"));
        certificate = Certificate.make(secretFolder, secrets.of("keystore"));
        trustBefore = SSLContext.getDefault();
        SSLContext.setDefault(certificate.context());
        influxd = InfluxdServer.startSecured(
                Files.createDirectories(folder.resolve("influxdb")), certificate.pemWithKey());
        broker =
                new SecuredBroker(secretFolder, Files.createDirectories(folder.resolve("kafka")), certificate, secrets);
        makeAccounts();
        makeInfluxUsers();
    }

    private void makeAccounts() throws IOException {
        for (String account : ACCOUNTS) {
            String password = secrets.of("kafka-" + account);
            Files.writeString(secretFolder.resolve(account + ".scram"), "SCRAM-SHA-512=password=" + password + "\n");
            SecuredBroker.writeClient(
                    secretFolder.resolve(account + ".properties"), certificate, "barograph-" + account, password);
        }
        for (String line : docs()) {
            if (line.startsWith("    kafka-")) {
                run(line);
            }
        }
    }

    private static List<String> docs() throws IOException {
        return Files.readAllLines(Path.of(System.getProperty("barograph.root"), "docs", "security.md"));
    }

    /** Runs a command of the docs, with the files and the broker of this site. */
    void run(String line) throws IOException {
        SecuredBroker.run(SecuredBroker.words(
                line.replace("$B", "--bootstrap-server kafka1:9093 --command-config admin.properties")
                        .replace("kafka1:9093", broker.address())
                        .replace(
                                "admin.properties",
                                secretFolder.resolve("admin.properties").toString())
                        .replaceAll("([a-z]+\\.scram)", secretFolder + "/$1")));
    }

    private void makeInfluxUsers() throws Exception {
        query("CREATE USER admin WITH PASSWORD '" + secrets.of("influx-admin") + "' WITH ALL PRIVILEGES");
        for (String line : docs()) {
            if (line.startsWith("    CREATE ") || line.startsWith("    GRANT ")) {
                String answer = query(line.strip().replace("'...'", "'" + secrets.of("influx") + "'"));
                if (answer.contains("error")) {
                    throw new AssertionError(line + ": " + answer);
                }
            }
        }
        secretFile("influx");
        secretFile("page-token");
    }

    Path secretFile(String name) throws IOException {
        return Files.writeString(secretFolder.resolve(name), secrets.of(name) + "\n");
    }

    /** Asks as administrator, but at first, when there is none. */
    String query(String influxQl) throws Exception {
        URI uri = influxd.url()
                .resolve("/query?db=" + DATABASE + "&q=" + URLEncoder.encode(influxQl, StandardCharsets.UTF_8)
                        + "&u=admin&p=" + secrets.of("influx-admin"));
        return HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(uri)
                                .POST(HttpRequest.BodyPublishers.noBody())
                                .build(),
                        HttpResponse.BodyHandlers.ofString())
                .body();
    }

    /**
     * Writes a configuration.
     *
     * @param name of the file and of the folder that its collectors use
     * @param properties file with client properties of Kafka, in the folder of secrets; null for none
     * @param influxDb what follows address and database in the section influxDb
     * @param more further sections
     */
    Path configuration(String name, String properties, String influxDb, String more) throws IOException {
        String kafka = properties == null ? "" : ", propertiesFile: " + secretFolder.resolve(properties);
        return Files.writeString(
                folder.resolve(name + ".yaml"),
                """
                fileSystems:
                  - name: sim-scratch
                    expectedServers: 3
                kafka: {bootstrapServers: '%s'%s}
                influxDb: {url: '%s', database: %s%s}
                collecting: {folder: '%s', healthInterval: 1s}
                %s
                """
                        .formatted(
                                broker.address(),
                                kafka,
                                influxd.url(),
                                DATABASE,
                                influxDb,
                                folder.resolve("collected-" + name),
                                more));
    }

    /** What follows address and database for who may write. */
    String login() {
        return ", user: barograph, secretFile: '" + secretFolder.resolve("influx") + "'";
    }

    Path folder() {
        return folder;
    }

    /** Whether this process trusts the site's certificate beside, that is instead of, those of Java. */
    void trust(boolean trusted) throws Exception {
        SSLContext.setDefault(trusted ? certificate.context() : trustBefore);
    }

    Path secretFolder() {
        return secretFolder;
    }

    Secrets secrets() {
        return secrets;
    }

    Certificate certificate() {
        return certificate;
    }

    SecuredBroker broker() {
        return broker;
    }

    URI influxUrl() {
        return influxd.url();
    }

    @Override
    public void close() {
        SSLContext.setDefault(trustBefore);
        broker.close();
        influxd.close();
    }
}
