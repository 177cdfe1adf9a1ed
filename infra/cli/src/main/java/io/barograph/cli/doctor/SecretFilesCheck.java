package io.barograph.cli.doctor;

import io.barograph.configuration.AlertingSettings;
import io.barograph.configuration.BarographConfiguration;
import io.barograph.configuration.ConfigurationNode.Mapping;
import io.barograph.configuration.ConfigurationNode.Scalar;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/** Tests that the files with secrets which a configuration names are not for all users of this host to read. */
final class SecretFilesCheck {
    private static final String SUBJECT = "secret files";
    private static final List<String> OF_COLLECTORS = List.of("passwordFile", "tokenFile", "consumerProperties");

    private final BarographConfiguration configuration;

    SecretFilesCheck(BarographConfiguration configuration) {
        this.configuration = configuration;
    }

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
        configuration.alerts().map(AlertingSettings::channels).orElse(List.of()).forEach(channel -> {
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
