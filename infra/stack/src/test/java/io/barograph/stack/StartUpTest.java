package io.barograph.stack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** With a real InfluxDB behind a program that takes its time, as a loaded machine does. */
@Timeout(180)
class StartUpTest {
    /** Beyond what was waited for once. The whole suite takes so long, a build only as long as two notices. */
    private static final int SECONDS = "all".equals(System.getProperty("barograph.tests")) ? 65 : 2;

    @TempDir
    private Path folder;

    private final List<String> notices = new ArrayList<>();

    @Test
    void shouldWaitForAServerThatStartsSlowlyAndSaySo() throws Exception {
        Path influxd = LocalInfluxDb.findOrInstall(folder.resolve("install.log"), notice -> {});
        LocalInfluxDb influxDb = server(
                "sleep " + SECONDS + "; exec " + influxd + " \"$@\"",
                new StartUp(Duration.ofMinutes(10), Duration.ofMillis(500)));
        try {
            influxDb.start(notices::add);
            LocalInfluxDb.requireAnswer(influxDb.url());
        } finally {
            influxDb.stop();
        }
        assertThat(notices)
                .hasSizeGreaterThanOrEqualTo(2)
                .first()
                .asString()
                .startsWith("InfluxDB (process ")
                .contains("lives, but does not answer");
    }

    @Test
    void shouldFailAtOnceWhenTheServerEnds() throws Exception {
        LocalInfluxDb influxDb = server("echo no room; exit 3", StartUp.PATIENT);
        assertThatThrownBy(() -> influxDb.start(notices::add))
                .isInstanceOf(CommandFailedException.class)
                .hasMessageContaining("exit code 3) did not start")
                .hasMessageContaining("no room");
        assertThat(notices).isEmpty();
    }

    @Test
    void shouldGiveUpAServerThatHangs() throws Exception {
        LocalInfluxDb influxDb = server("exec sleep 600", new StartUp(Duration.ofSeconds(1), Duration.ofMinutes(1)));
        try {
            assertThatThrownBy(() -> influxDb.start(notices::add))
                    .isInstanceOf(CommandFailedException.class)
                    .hasMessageContaining("did not answer within 1 s");
        } finally {
            influxDb.stop();
        }
    }

    private LocalInfluxDb server(String script, StartUp startUp) throws Exception {
        Path program = folder.resolve("influxd");
        Files.writeString(program, "#!/bin/sh\n" + script + "\n");
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwx------"));
        return new LocalInfluxDb(
                program, folder.resolve("data"), folder.resolve("log/influxdb.log"), end -> {}, startUp);
    }
}
