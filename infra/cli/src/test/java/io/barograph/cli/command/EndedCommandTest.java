package io.barograph.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.barograph.stack.CommandFailedException;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine.Command;

class EndedCommandTest {
    private static final String READY = "ready";

    @TempDir
    private Path home;

    /** Whose parts fail when they are stopped, as jobs of Flink do. */
    @Command(name = "barograph")
    private static final class Running implements Callable<Integer> {
        private final CountDownLatch stopped = new CountDownLatch(1);
        private final CountDownLatch ended = new CountDownLatch(1);

        @Override
        public Integer call() throws InterruptedException {
            Runtime.getRuntime().addShutdownHook(new Thread(() -> {
                stopped.countDown();
                try {
                    ended.await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            }));
            System.out.println(READY);
            stopped.await();
            throw new CommandFailedException("the job archive was cancelled", "Start it again.");
        }
    }

    static final class Program {
        private Program() {}

        public static void main(String[] arguments) {
            Running running = new Running();
            CommandFrame.of(running, List.of()).execute();
            running.ended.countDown();
        }
    }

    @Test
    @Timeout(60)
    void shouldNotReportAsAFailureWhatIsStoppedOnRequest() throws Exception {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Dbarograph.home=" + home,
                        "-cp",
                        System.getProperty("java.class.path"),
                        Program.class.getName())
                .redirectErrorStream(true)
                .start();
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            String line = lines.readLine();
            while (line != null && !line.equals(READY)) {
                line = lines.readLine();
            }
            assertThat(line).isEqualTo(READY);
            process.toHandle().destroy(); // destroy() of the process itself would close its output, too
            // The log, which tests write to the console, has the exception.
            assertThat(lines.lines().collect(Collectors.joining("\n"))).doesNotContain("barograph: ", "Start it again");
        }
        assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
    }
}
