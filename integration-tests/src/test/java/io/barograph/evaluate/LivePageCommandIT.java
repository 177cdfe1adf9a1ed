package io.barograph.evaluate;

import static org.assertj.core.api.Assertions.assertThat;

import io.barograph.cli.Barograph;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** The command that measures the live page, on a small site. */
class LivePageCommandIT {
    @TempDir
    private Path folder;

    @Test
    void shouldMeasureEveryPage() {
        System.setProperty("barograph.home", folder.toString());
        StringWriter out = new StringWriter();
        PrintWriter printer = new PrintWriter(out, true);
        CommandLine commandLine = Barograph.commandLine().setOut(printer).setErr(printer);

        assertThat(commandLine.execute("evaluate", "live-page", "--jobs", "20", "--osts", "8", "--requests", "1"))
                .as(out.toString())
                .isZero();

        assertThat(out.toString().lines())
                .filteredOn(line -> line.matches("(now|jobs|events|slowdown) +\\d+ +\\d+ +\\d+"))
                .hasSize(4);
    }
}
