package io.barograph.cli.serve;

import static org.assertj.core.api.Assertions.assertThat;

import io.barograph.cli.Barograph;
import io.barograph.cli.command.CommandFrame;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ServeCommandTest {
    @TempDir
    private Path folder;

    private final StringWriter err = new StringWriter();

    private int serve(String... arguments) {
        return Barograph.commandLine()
                .setOut(new PrintWriter(new StringWriter()))
                .setErr(new PrintWriter(err, true))
                .execute(arguments);
    }

    @Test
    void shouldAskForAConfiguration() {
        assertThat(serve("serve")).isEqualTo(CommandFrame.WRONG_USAGE);
        assertThat(err.toString()).contains("which configuration? Give --config FILE");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
            localStack: true                   | the page is part of ./barograph run; add the section livePage
            kafka: {bootstrapServers: 'a:1'}   | the section influxDb is missing
            livePage: {}                       | the section kafka is missing
            """)
    void shouldNameTheSectionThatIsMissing(String content, String message) throws IOException {
        Path config = Files.writeString(folder.resolve("barograph.yaml"), content + "\n");

        assertThat(serve("serve", "--config", config.toString())).isEqualTo(CommandFrame.WRONG_USAGE);

        assertThat(err.toString()).contains(message);
    }

    @Test
    void shouldSayWhereTheTokenShouldBe() throws IOException {
        Path config = Files.writeString(
                folder.resolve("barograph.yaml"),
                """
                kafka: {bootstrapServers: 'localhost:1'}
                influxDb: {url: 'http://localhost:1', database: weather}
                livePage: {port: 0, tokenFile: page.token}
                """);

        assertThat(serve("serve", "--config", config.toString())).isEqualTo(CommandFrame.FAILED);

        assertThat(err.toString())
                .contains("cannot read livePage.tokenFile", "page.token", "docs/live-page.md explains");
    }
}
