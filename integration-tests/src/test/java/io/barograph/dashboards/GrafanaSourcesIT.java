package io.barograph.dashboards;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The dashboards that Grafana reads are those that their sources say, and the sources are what the types of Grafana's own
 * schema allow. Needs Node.js and npm; in CI they must be there.
 */
class GrafanaSourcesIT {
    private static final Path SOURCES = Path.of("..", "dashboards", "grafana");

    @TempDir
    private static Path folder;

    @BeforeAll
    static void installTypes() throws Exception {
        boolean hasNpm =
                Stream.of(System.getenv("PATH").split(":")).anyMatch(path -> Files.isExecutable(Path.of(path, "npm")));
        assumeTrue(hasNpm || System.getenv("CI") != null, "npm is not installed: Debian's packages nodejs and npm");
        for (String name : List.of("package.json", "package-lock.json", "tsconfig.json")) {
            Files.copy(SOURCES.resolve(name), folder.resolve(name));
        }
        for (String name : List.of("src", "dashboards")) {
            copy(SOURCES.resolve(name), folder.resolve(name));
        }
        assertThat(run("npm", "ci")).as("npm ci").isZero();
    }

    private static void copy(Path from, Path to) throws IOException {
        Files.createDirectory(to);
        try (Stream<Path> files = Files.list(from)) {
            for (Path file : files.toList()) {
                Files.copy(file, to.resolve(file.getFileName()));
            }
        }
    }

    private static int run(String... command) throws IOException, InterruptedException {
        // The standard streams of a test's process belong to the one that runs the tests.
        Path output = folder.resolve("output.log");
        int exit = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")))
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start()
                .waitFor();
        System.out.println(Files.readString(output));
        return exit;
    }

    @Test
    void shouldHoldTheDashboardsThatTheSourcesSay() throws Exception {
        assertThat(run("npm", "run", "check")).as("npm run check").isZero();
    }

    @Test
    void shouldRefuseADashboardThatWasChangedByHand() throws Exception {
        Path changed = folder.resolve("dashboards/barograph-now.json");
        String text = Files.readString(changed);
        Files.writeString(changed, text.replace("Reading", "Rading"));
        try {
            assertThat(run("npm", "run", "check")).as("npm run check").isOne();
        } finally {
            Files.writeString(changed, text);
        }
    }
}
