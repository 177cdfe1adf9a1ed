package io.barograph.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The launcher in a source folder of its own, whose build leads to the classes under test. Maven is a script that notes
 * how it was called: a real build of everything is what all other tests come after.
 */
@Timeout(120)
class LauncherTest {
    private static final Path ROOT = Path.of(System.getProperty("barograph.root"));

    private static final List<String> SYSTEM_TOOLS = List.of(
            "bash",
            "dirname",
            "readlink",
            "sed",
            "head",
            "find",
            "mkdir",
            "touch",
            "mv",
            "tee",
            "grep",
            "tail",
            "awk",
            "rm",
            "flock",
            "cat",
            "sort",
            "xargs",
            "awk");

    @TempDir
    private Path folder;

    private Path source;
    private Path tools;

    @BeforeEach
    void layOut() throws Exception {
        source = Files.createDirectories(folder.resolve("source folder"));
        tools = Files.createDirectories(folder.resolve("tools"));
        Files.copy(ROOT.resolve("barograph"), source.resolve("barograph"));
        Files.createDirectories(source.resolve("integration-tests"));
        Files.copy(ROOT.resolve("integration-tests/test.sh"), source.resolve("integration-tests/test.sh"));
        Files.writeString(
                source.resolve("integration-tests/prepare.sh"), "prepare_tests() { echo \"prepared $*\"; }\n");
        assertThat(source.resolve("barograph").toFile().setExecutable(true)).isTrue();
        Files.writeString(source.resolve("pom.xml"), "<project/>");
        Path target = Files.createDirectories(source.resolve("infra/lab/target"));
        Files.copy(ROOT.resolve("infra/lab/target/java.options"), target.resolve("java.options"));
        writeJar(target.resolve("barograph-lab.jar"));
        Files.createFile(target.resolve("build.stamp"));
        program("mvn", "echo \"$PWD: $*\" >>" + quoted(folder.resolve("mvn.calls")));
        for (String name : List.of("java", "javac")) {
            forward(name, Path.of(System.getProperty("java.home"), "bin", name));
        }
        for (String name : SYSTEM_TOOLS) {
            forward(name, Path.of("/usr/bin", name));
        }
    }

    @Test
    void shouldRunTheProgramFromAnywhereThroughALinkAndPassItsExitCode() throws Exception {
        Path link = Files.createSymbolicLink(folder.resolve("link"), source.resolve("barograph"));
        Outcome help = run(link, "--help");
        assertThat(help.output).contains("Examples:");
        assertThat(help.exitCode).isZero();
        Outcome wrong = run(link, "tets", "an argument with blanks");
        assertThat(wrong.output).contains("Did you mean test?");
        assertThat(wrong.exitCode).isEqualTo(2);
        assertThat(folder.resolve("mvn.calls")).doesNotExist();
    }

    @Test
    void shouldBuildWhenASourceIsNewerThanTheBuildAndOnlyThen() throws Exception {
        Path changed = Files.createDirectories(source.resolve("schemas/src/main/avro"));
        Files.setLastModifiedTime(changed, FileTime.from(Instant.now().plusSeconds(3600)));
        program(
                "mvn",
                """
                echo "[INFO] Building Barograph schemas 0.1.0-SNAPSHOT                          [2/7]"
                echo "$PWD: $*" >>%s"""
                        .formatted(quoted(folder.resolve("mvn.calls"))));
        Outcome first = run(source.resolve("barograph"), "--version");
        assertThat(first.output).contains("  [2/7] Barograph schemas").contains("Barograph 0.");
        assertThat(folder.resolve("mvn.calls"))
                .content()
                .startsWith(source + ": ")
                .contains("--projects infra/lab --also-make")
                .endsWith("package\n");
        Files.delete(folder.resolve("mvn.calls"));
        Files.setLastModifiedTime(changed, FileTime.from(Instant.EPOCH));
        assertThat(run(source.resolve("barograph"), "--version").output).startsWith("Barograph 0.");
        assertThat(folder.resolve("mvn.calls")).doesNotExist();
    }

    @Test
    void shouldPrepareClassesAfterABuildAndStartWithThem() throws Exception {
        Path classes = source.resolve("infra/lab/target/barograph.jsa");
        Files.delete(source.resolve("infra/lab/target/build.stamp"));
        program("java", "case \"$*\" in *training*) exit 1 ;; esac\n" + JAVA_THAT_SAYS_HOW_IT_IS_CALLED);
        Outcome failing = run(source.resolve("barograph"), "--help");
        assertThat(failing.exitCode).isZero();
        assertThat(failing.output)
                .contains("preparing classes failed; commands start slower")
                .contains("log/classes.log")
                .doesNotContain("SharedArchiveFile");

        Files.delete(source.resolve("infra/lab/target/build.stamp"));
        Files.createDirectories(source.resolve("infra/lab/target/training"));
        program(
                "java",
                """
                for argument; do
                  case $argument in -XX:ArchiveClassesAtExit=*) touch "${argument#*=}" ;; esac
                done
                """
                        + JAVA_THAT_SAYS_HOW_IT_IS_CALLED);
        assertThat(run(source.resolve("barograph"), "--help").output)
                .doesNotContain("failed")
                .contains("-XX:SharedArchiveFile=" + classes);
        assertThat(classes).exists();
    }

    @Test
    void shouldCompileInFullWhatLastsOnly() throws Exception {
        Path small = Files.writeString(folder.resolve("small.hdf5"), "");
        Path large = folder.resolve("large.hdf5");
        try (RandomAccessFile file = new RandomAccessFile(large.toFile(), "rw")) {
            file.setLength(20_000_000);
        }
        program("java", JAVA_THAT_SAYS_HOW_IT_IS_CALLED);
        for (String brief : List.of(
                "--help",
                "why --job 4711",
                "replay list",
                "replay --lmt " + small,
                "replay --lmt=" + small + " --darshan " + tools)) {
            assertThat(run(source.resolve("barograph"), brief.split(" ")).output)
                    .as(brief)
                    .contains(" -XX:TieredStopAtLevel=1 ");
        }
        for (String lasting : List.of(
                "run --config barograph.yaml",
                "evaluate contention",
                "replay --from 2026-03-01T15:00:00Z --to 2026-03-01T17:00:00Z",
                "replay --lmt " + large,
                "replay --lmt=" + small + " --lmt=" + large)) {
            assertThat(run(source.resolve("barograph"), lasting.split(" ")).output)
                    .as(lasting)
                    .contains("barograph-lab.jar")
                    .doesNotContain("TieredStopAtLevel");
        }
    }

    @Test
    void shouldShowTheErrorsOfAFailedBuildAndTryAgainTheNextTime() throws Exception {
        Files.delete(source.resolve("infra/lab/target/build.stamp"));
        program("mvn", "echo '[ERROR] it does not compile'; exit 1");
        for (int i = 0; i < 2; i++) {
            Outcome outcome = run(source.resolve("barograph"), "--version");
            assertThat(outcome.exitCode).isEqualTo(1);
            assertThat(outcome.output)
                    .contains("[ERROR] it does not compile")
                    .contains("the build failed")
                    .contains(".barograph/log/build.log");
        }
    }

    @Test
    void shouldHandTestArgumentsToMavenAndEndWithWhatWasSkippedAndTheCounts() throws Exception {
        Files.delete(source.resolve("infra/lab/target/build.stamp"));
        program(
                "mvn",
                """
                echo "[ERROR] $*"
                mkdir -p lab/target/surefire-reports
                cat >lab/target/surefire-reports/TEST-io.barograph.ATest.xml <<'END'
                <testsuite>
                  <testcase name="shouldPass" classname="io.barograph.ATest" time="0.1"/>
                  <testcase name="shouldFail" classname="io.barograph.ATest" time="0.1">
                    <failure message="no" type="AssertionError"/>
                    <rerunFailure message="no" type="AssertionError"/>
                  </testcase>
                  <testcase name="shouldPassTheSecondTime" classname="io.barograph.ATest" time="0.1">
                    <flakyError message="no" type="IOException"/>
                  </testcase>
                  <testcase name="shouldSkip" classname="io.barograph.ATest" time="0.1">
                    <skipped message="no &quot;a&quot;"/>
                  </testcase>
                  <testcase name="shouldSkipEach(String)[1]" classname="io.barograph.ATest" time="0.1">
                    <skipped type="a.B4"><![CDATA[a.B4: recording not found: /a
                    at a.B4]]></skipped>
                  </testcase>
                  <testcase name="shouldSkipEach(String)[2]" classname="io.barograph.ATest" time="0.1">
                    <skipped type="a.B4"><![CDATA[a.B4: recording not found: /b
                    at a.B4]]></skipped>
                  </testcase>
                  <testcase name="" classname="io.barograph.LongIT" time="0.1">
                    <skipped message="./barograph test --all runs it"/>
                  </testcase>
                </testsuite>
                END
                cat <<'END'
                [INFO] Scanning for projects...
                [INFO] Building Barograph schemas 0.1.0-SNAPSHOT                          [1/2]
                [INFO] Running io.barograph.ATest
                [INFO] Tests run: 2, Failures: 0, Errors: 0, Skipped: 0, Time elapsed: 0.1 s -- in io.barograph.ATest
                [INFO] BUILD FAILURE
                END
                exit 1""");
        Outcome outcome = run(source.resolve("barograph"), "test", "-pl", "schemas", "-Dtest=A B");
        assertThat(outcome.exitCode).isEqualTo(1);
        assertThat(outcome.output)
                .contains("verify -pl schemas -Dtest=A B\n")
                .startsWith("prepared \n")
                .contains("[1/2] Barograph schemas\n")
                .contains("-- in io.barograph.ATest")
                .doesNotContain("Scanning")
                .endsWith(
                        """
                        Skipped, no "a":
                          ATest.shouldSkip

                        Skipped, recording not found (-Dbarograph.data=FOLDER says where they are):
                          ATest.shouldSkipEach

                        Skipped, only with --all:
                          LongIT

                        Failed once, passed when run again:
                          ATest.shouldPassTheSecondTime

                        Failed:
                          ATest.shouldFail

                        2 passed, 1 failed, 4 skipped
                        """);
    }

    @Test
    void shouldShowWhatMavenSaysOfAWrongOption() throws Exception {
        program("mvn", "echo 'Unable to parse command line options: --hlep'; exit 1");
        Outcome outcome = run(source.resolve("barograph"), "test", "--hlep");
        assertThat(outcome.exitCode).isEqualTo(1);
        assertThat(outcome.output)
                .contains("Unable to parse command line options: --hlep")
                .endsWith("0 passed, 0 failed, 0 skipped\n");
    }

    @Test
    void shouldSayWhatIsMissingAndHowToGetIt() throws Exception {
        Path java = tools.resolve("java");
        Files.delete(java);
        Outcome without = run(source.resolve("barograph"), "--version");
        assertThat(without.exitCode).isEqualTo(1);
        assertThat(without.output)
                .contains("Java is missing")
                .contains("apt-get install openjdk-17-jdk-headless")
                .contains("https://adoptium.net");

        program("java", "echo 'openjdk version \"11.0.2\" 2019-01-15' >&2");
        assertThat(run(source.resolve("barograph"), "--version").output).contains("is Java 11; version 17");

        forward("java", Path.of(System.getProperty("java.home"), "bin", "java"));
        Files.delete(tools.resolve("mvn"));
        Files.delete(source.resolve("infra/lab/target/build.stamp"));
        assertThat(run(source.resolve("barograph"), "--version").output)
                .contains("Maven is missing")
                .contains("apt-get install maven");
    }

    private static final String JAVA_THAT_SAYS_HOW_IT_IS_CALLED =
            """
            case "$*" in
              -version) echo 'openjdk version "17.0.1"' >&2 ;;
              *) echo " $* " ;;
            esac
            """;

    private record Outcome(int exitCode, String output) {}

    /** Runs with the tools of this test and the few that every system has, and no Java or Maven but the test's own. */
    private Outcome run(Path launcher, String... arguments) throws Exception {
        ProcessBuilder builder = new ProcessBuilder(
                        Stream.concat(Stream.of(launcher.toString()), Arrays.stream(arguments))
                                .toList())
                .directory(folder.toFile())
                .redirectErrorStream(true);
        builder.environment().remove("JAVA_HOME");
        builder.environment().remove("BAROGRAPH_BUILT");
        builder.environment().put("PATH", tools.toString());
        Process process = builder.start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        return new Outcome(process.exitValue(), output);
    }

    /** The same program under the test's own path. */
    private void forward(String name, Path file) throws IOException {
        program(name, "exec " + quoted(file) + " \"$@\"");
    }

    private void program(String name, String script) throws IOException {
        Path file = tools.resolve(name);
        Files.writeString(file, "#!/bin/sh\n" + script + "\n");
        assertThat(file.toFile().setExecutable(true)).isTrue();
    }

    private static String quoted(Path path) {
        return "'" + path + "'";
    }

    /** A jar with nothing but the way to the classes under test. */
    private static void writeJar(Path file) throws IOException {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes()
                .put(
                        Attributes.Name.CLASS_PATH,
                        Arrays.stream(System.getProperty("java.class.path").split(":"))
                                .map(entry -> Path.of(entry).toUri().toString())
                                .collect(Collectors.joining(" ")));
        try (OutputStream out = Files.newOutputStream(file)) {
            new JarOutputStream(out, manifest).close();
        }
    }
}
