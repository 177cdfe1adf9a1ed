package io.barograph.cli.doctor;

import io.barograph.chat.ChatChannel;
import io.barograph.cli.collect.CollectPlan;
import io.barograph.configuration.AlertingSettings;
import io.barograph.configuration.BarographConfiguration;
import io.barograph.configuration.ChatChannelSettings;
import io.barograph.configuration.ConfigurationException;
import io.barograph.configuration.ConfigurationNode.Mapping;
import io.barograph.configuration.ConfigurationNode.Scalar;
import io.barograph.configuration.InfluxDbSettings;
import io.barograph.influxdb.InfluxDbAdmin;
import io.barograph.influxdb.InfluxDbConfig;
import io.barograph.jobs.publish.PublishConfiguration;
import io.barograph.runtime.SourceCollector;
import io.barograph.runtime.runner.ConfiguredCollector;
import io.barograph.sources.darshan.log.DarshanLibrary;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/** Tests everything that a configuration names, all at the same time, each with a limit. */
record Doctor(Path file, Duration limit) {
    /**
     * @param report takes the findings as they come, in the order of the configuration
     * @return true if nothing is wrong
     */
    boolean examine(Consumer<CheckResult> report) throws InterruptedException {
        Map<String, Callable<List<CheckResult>>> tests;
        try {
            tests = tests(BarographConfiguration.read(file));
        } catch (ConfigurationException e) {
            report.accept(CheckResult.wrong("configuration", e.getMessage()));
            return false;
        }
        report.accept(CheckResult.good("configuration", file.toString()));
        ExecutorService threads = Executors.newCachedThreadPool(task -> {
            Thread thread = new Thread(task, "doctor");
            thread.setDaemon(true);
            return thread;
        });
        try {
            Map<String, Future<List<CheckResult>>> running = new LinkedHashMap<>();
            tests.forEach((subject, test) -> running.put(subject, threads.submit(test)));
            long deadline = System.nanoTime() + limit.toNanos();
            boolean good = true;
            for (Map.Entry<String, Future<List<CheckResult>>> test : running.entrySet()) {
                for (CheckResult finding : result(test.getKey(), test.getValue(), deadline)) {
                    report.accept(finding);
                    good &= finding.verdict() != CheckResult.Verdict.WRONG;
                }
            }
            return good;
        } finally {
            threads.shutdownNow();
        }
    }

    private Map<String, Callable<List<CheckResult>>> tests(BarographConfiguration configuration) {
        CollectPlan plan = CollectPlan.of(configuration);
        Map<String, Callable<List<CheckResult>>> tests = new LinkedHashMap<>();
        if (!configuration.localStack()) {
            configuration
                    .broker()
                    .ifPresentOrElse(
                            kafka -> tests.put("broker", new BrokerCheck(kafka, limit.dividedBy(4))::findings),
                            () -> tests.put("broker", () -> List.of(CheckResult.wrong("broker", missing("kafka")))));
            configuration
                    .results()
                    .ifPresentOrElse(
                            influx -> tests.put("InfluxDB", () -> List.of(new InfluxDbCheck(influx).finding())),
                            () -> tests.put(
                                    "InfluxDB",
                                    () -> List.of(
                                            CheckResult.note("InfluxDB", "none given; ./barograph run needs one"))));
        }
        tests.put("secret files", new SecretFilesCheck(configuration)::findings);
        configuration.alerts().ifPresent(alerting -> {
            for (ChatChannelSettings channel : alerting.channels()) {
                String subject = "channel " + channel.name();
                tests.put(subject, () -> List.of(channel(subject, channel)));
            }
        });
        for (ConfiguredCollector<?> collector : plan.collectors()) {
            String subject = "collector " + collector.name();
            tests.put(subject, () -> List.of(check(subject, collector, plan)));
        }
        boolean needed = plan.collectors().stream()
                .anyMatch(collector -> collector.type().name().startsWith("darshan"));
        if (!needed) { // a collector that needs it says itself which one it has found
            tests.put("Darshan library", () -> List.of(darshan()));
        }
        return tests;
    }

    private static String missing(String section) {
        return "the configuration has no section " + section + "; add it, or set localStack: true for a trial";
    }

    /** Reads address and secret; sends nothing. */
    private static CheckResult channel(String subject, ChatChannelSettings settings) {
        try (ChatChannel channel = ChatChannel.open(settings)) {
            return CheckResult.good(
                    subject,
                    "address and secret can be read; ./barograph alert test sends a message to " + channel.name());
        }
    }

    private static CheckResult check(String subject, ConfiguredCollector<?> configured, CollectPlan plan)
            throws InterruptedException {
        try (SourceCollector collector = configured.create(plan.site().context(configured.name(), unused -> {}))) {
            return CheckResult.good(subject, collector.check());
        }
    }

    private static CheckResult darshan() {
        String subject = "Darshan library";
        try {
            return CheckResult.good(subject, DarshanLibrary.find().path().toString());
        } catch (RuntimeException | LinkageError e) {
            return CheckResult.note(subject, "not found; no collector of this configuration needs it");
        }
    }

    private List<CheckResult> result(String subject, Future<List<CheckResult>> test, long deadline)
            throws InterruptedException {
        try {
            return test.get(Math.max(0, deadline - System.nanoTime()), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            test.cancel(true);
            return List.of(CheckResult.wrong(
                    subject, "no answer within " + limit.toSeconds() + " s; check whether what it reads hangs"));
        } catch (ExecutionException e) {
            String message = e.getCause().getMessage();
            return List.of(
                    CheckResult.wrong(subject, message == null ? e.getCause().toString() : message));
        }
    }

    /** Tests InfluxDB: whether it answers, takes the credentials, and has the database. */
    record InfluxDbCheck(InfluxDbSettings settings) {
        private static final String SUBJECT = "InfluxDB";

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
                        ? CheckResult.good(
                                SUBJECT, settings.url() + " answers and has the database " + settings.database())
                        : CheckResult.wrong(
                                SUBJECT,
                                settings.url() + " has no database " + settings.database()
                                        + " that this account may see; an account that may create it does so at the"
                                        + " next ./barograph run");
            } catch (IOException | RuntimeException e) {
                return CheckResult.wrong(SUBJECT, e.getMessage() + "; correct the section influxDb");
            }
        }
    }

    /** Tests that the files with secrets which a configuration names are not for all users of this host to read. */
    record SecretFilesCheck(BarographConfiguration configuration) {
        private static final String SUBJECT = "secret files";
        private static final List<String> OF_COLLECTORS = List.of("passwordFile", "tokenFile", "consumerProperties");

        /** Those that are not there, or not to be read, are found where they are used. */
        List<CheckResult> findings() throws IOException {
            List<String> open = new ArrayList<>();
            int found = 0;
            for (Path file : files()) {
                if (Files.exists(file) && Files.getFileStore(file).supportsFileAttributeView("posix")) {
                    found++;
                    Set<PosixFilePermission> permissions = Files.getPosixFilePermissions(file);
                    if (permissions.contains(PosixFilePermission.OTHERS_READ)
                            || permissions.contains(PosixFilePermission.OTHERS_WRITE)) {
                        open.add(file.toString());
                    }
                }
            }
            if (found == 0) {
                return List.of();
            }
            return List.of(
                    open.isEmpty()
                            ? CheckResult.good(SUBJECT, found + " of them, none for all users of this host")
                            : CheckResult.wrong(
                                    SUBJECT, "open to all users of this host: chmod 600 " + String.join(" ", open)));
        }

        private List<Path> files() {
            List<Path> files = new ArrayList<>();
            configuration.broker().ifPresent(kafka -> files.add(kafka.propertiesFile()));
            configuration.results().ifPresent(influxDb -> files.add(influxDb.secretFile()));
            configuration.page().ifPresent(page -> files.add(page.tokenFile()));
            configuration
                    .alerts()
                    .map(AlertingSettings::channels)
                    .orElse(List.of())
                    .forEach(channel -> {
                        files.add(channel.urlFile());
                        files.add(channel.secretFile());
                    });
            for (Mapping collector : configuration.collectors()) {
                for (String key : OF_COLLECTORS) {
                    collector
                            .get(key)
                            .filter(Scalar.class::isInstance)
                            .map(value -> collector.folder().resolve(((Scalar) value).text()))
                            .ifPresent(files::add);
                }
            }
            return files.stream().filter(Objects::nonNull).distinct().toList();
        }
    }
}
