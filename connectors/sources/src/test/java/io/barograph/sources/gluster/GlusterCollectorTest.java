package io.barograph.sources.gluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.barograph.runtime.SourceCollector;
import io.barograph.runtime.UnreadableSourceException;
import io.barograph.schemas.CatalogueFileSystem;
import io.barograph.schemas.DeadLetter;
import io.barograph.schemas.ServerKind;
import io.barograph.schemas.ServerSample;
import io.barograph.sources.testing.PublishedRecords;
import io.barograph.sources.testing.TestContext;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The answers are those of GlusterFS 10.3, of two bricks. */
class GlusterCollectorTest {
    @TempDir
    private Path folder;

    private final TestContext context = new TestContext();
    private final PublishedRecords output = new PublishedRecords();

    @Test
    void shouldPublishTheCountersAndTheSpaceOfEachBrick() throws Exception {
        try (SourceCollector collector = answering(recorded("profile.xml"), recorded("status.xml"))) {
            assertThat(collector.check()).isEqualTo("2 bricks of scratch");
            assertThat(collector.poll(output)).isTrue();
        }
        assertThat(output.takeLetters()).isEmpty();
        List<ServerSample> samples = output.take(ServerSample.class);
        assertThat(samples)
                .extracting(ServerSample::getServer)
                .containsExactlyInAnyOrder(
                        "node01:/bricks/b1/brick",
                        "node01:/bricks/b1/brick",
                        "node01:/bricks/b2/brick",
                        "node01:/bricks/b2/brick");
        ServerSample sample = of("node01:/bricks/b2/brick", ServerKind.OST, samples);
        assertThat(sample.getFileSystem()).isEqualTo("scratch");
        assertThat(sample.getHost()).isEqualTo("node01");
        assertThat(sample.getTime()).isEqualTo(TestContext.NOW);
        assertThat(sample.getIntervalMillis()).isEqualTo(5000);
        assertThat(sample.getReadBytes()).isZero();
        assertThat(sample.getWriteBytes()).isEqualTo(64 << 20);
        assertThat(sample.getReadOperations()).isZero();
        assertThat(sample.getWriteOperations()).isEqualTo(512);
        assertThat(sample.getMetadataOperations()).isNull();
        assertThat(sample.getTotalKibibytes()).isEqualTo(1_505_755_136L / 1024);
        assertThat(sample.getFreeKibibytes() + sample.getUsedKibibytes()).isEqualTo(sample.getTotalKibibytes());
        assertThat(sample.getTotalInodes()).isEqualTo(768_000);
        assertThat(sample.getUsedInodes()).isPositive();
        ServerSample names = of("node01:/bricks/b2/brick", ServerKind.MDT, samples);
        assertThat(names.getMetadataOperations())
                .containsEntry("create", 1L)
                .containsEntry("lookup", 36L)
                .containsEntry("rename", 0L)
                .doesNotContainKeys("fxattrop", "write", "release");
        assertThat(names.getWriteBytes()).isNull();
        assertThat(names.getTotalKibibytes()).isNull();
    }

    private static ServerSample of(String server, ServerKind kind, List<ServerSample> samples) {
        return samples.stream()
                .filter(sample -> sample.getServer().equals(server) && sample.getKind() == kind)
                .findFirst()
                .orElseThrow();
    }

    @Test
    void shouldCallTheVolumeAsTheCatalogueDoes() throws Exception {
        try (SourceCollector collector =
                answering(recorded("profile.xml"), recorded("status.xml"), CatalogueFileSystem.of("home", "scratch"))) {
            collector.poll(output);
        }
        assertThat(output.take(ServerSample.class))
                .extracting(ServerSample::getFileSystem)
                .containsOnly("home");
    }

    @Test
    void shouldRefuseABrickWithoutACounterAndKeepTheOthers() throws Exception {
        String damaged = recorded("profile.xml").replaceFirst("<totalRead>0</totalRead>", "<totalRead>-7</totalRead>");
        try (SourceCollector collector = answering(damaged, recorded("status.xml"))) {
            collector.poll(output);
        }
        assertThat(output.take(ServerSample.class))
                .extracting(ServerSample::getServer)
                .containsOnly("node01:/bricks/b2/brick");
        DeadLetter letter = output.takeLetters().get(0);
        assertThat(letter.getOrigin()).isEqualTo("volume scratch, brick node01:/bricks/b1/brick");
        assertThat(letter.getReason()).isEqualTo("no whole number in totalRead: \"-7\"");
    }

    @Test
    void shouldLeaveTheSpaceOpenThatABrickDoesNotState() throws Exception {
        String down = recorded("status.xml").replaceAll("<size(Total|Free)>\\d+<", "<size$1>N/A<");
        try (SourceCollector collector = answering(recorded("profile.xml"), down)) {
            collector.poll(output);
        }
        assertThat(output.take(ServerSample.class))
                .hasSize(4)
                .allSatisfy(sample -> assertThat(sample.getTotalKibibytes()).isNull());
    }

    @Test
    void shouldSayWhatGlusterSaidAndHowToStartTheStatistics() throws Exception {
        String failed =
                """
                <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
                <cliOutput><opRet>-1</opRet><opErrno>30800</opErrno>
                <opErrstr>Profile on Volume scratch is not started</opErrstr></cliOutput>
                """;
        Map<String, String> answers = Map.of(
                failed,
                "Profile on Volume scratch is not started",
                "",
                "exit code 0",
                "Connection failed",
                "it printed no XML, but: Connection failed",
                "<!DOCTYPE x><x/>",
                "no XML as gluster prints it: DOCTYPE is disallowed",
                "<cliOutput/>",
                "no opRet of 0");
        for (Map.Entry<String, String> answer : answers.entrySet()) {
            try (SourceCollector collector = answering(answer.getKey(), recorded("status.xml"))) {
                assertThatThrownBy(() -> collector.poll(output))
                        .isInstanceOf(UnreadableSourceException.class)
                        .hasMessageContaining("volume profile scratch info cumulative: ")
                        .hasMessageContaining(answer.getValue())
                        .hasMessageEndingWith("gluster volume profile scratch start starts the statistics");
            }
        }
        assertThat(output.take(ServerSample.class)).isEmpty();
    }

    @Test
    void shouldPublishTheCountersAlsoWhereTheSpaceIsNotKnown() throws Exception {
        try (SourceCollector collector = answering(recorded("profile.xml"), "Another transaction is in progress")) {
            assertThat(collector.poll(output)).isTrue();
        }
        assertThat(output.take(ServerSample.class)).hasSize(4);
        assertThat(output.takeLetters()).singleElement().satisfies(letter -> assertThat(letter.getReason())
                .contains("volume status scratch detail"));
    }

    @Test
    void shouldReadTheOtherVolumesWhereOneDoesNotAnswer() throws Exception {
        Files.writeString(folder.resolve("profile"), recorded("profile.xml"));
        Files.writeString(folder.resolve("status"), recorded("status.xml"));
        Path command = Files.writeString(folder.resolve("gluster"), "[ \"$5\" = away ] || cat \"" + folder + "/$4\"\n");
        GlusterOptions options = new GlusterOptions(
                List.of("away", "scratch"),
                List.of("sh", command.toString()),
                Duration.ofSeconds(5),
                Duration.ofSeconds(4));
        try (SourceCollector collector = new GlusterCollectorType().create(options, context.of(folder))) {
            assertThat(collector.poll(output)).isTrue();
        }
        assertThat(output.take(ServerSample.class)).hasSize(4);
        assertThat(output.takeLetters()).singleElement().satisfies(letter -> {
            assertThat(letter.getOrigin()).isEqualTo("volume away");
            assertThat(letter.getReason()).contains("volume profile away info");
        });
    }

    @Test
    void shouldFailWhereNoBrickAnswersThoughTheSpaceIsRefused() throws Exception {
        String none = "<cliOutput><opRet>0</opRet><volProfile/></cliOutput>";
        try (SourceCollector collector = answering(none, "Another transaction is in progress")) {
            assertThatThrownBy(() -> collector.poll(output))
                    .isInstanceOf(UnreadableSourceException.class)
                    .hasMessageContaining("volume scratch: no brick answers");
        }
    }

    @Test
    void shouldRefuseBricksWithoutANameAndAnswersThatNestWithoutEnd() throws Exception {
        String nameless = recorded("profile.xml").replaceFirst("node01:/bricks/b1/brick", "b1");
        try (SourceCollector collector = answering(nameless, recorded("status.xml"))) {
            collector.poll(output);
        }
        assertThat(output.take(ServerSample.class)).hasSize(2);
        assertThat(output.takeLetters()).extracting(DeadLetter::getReason).containsExactly("its name is no HOST:PATH");
        String deep = "<cliOutput><opRet>" + "<a>".repeat(50_000) + "</a>".repeat(50_000) + "</opRet></cliOutput>";
        try (SourceCollector collector = answering(deep, recorded("status.xml"))) {
            assertThatThrownBy(() -> collector.poll(output)).isInstanceOf(UnreadableSourceException.class);
        }
    }

    @Test
    void shouldRefuseAVolumeThatTheCatalogueDoesNotKnow() {
        assertThatThrownBy(() -> answering("", "", CatalogueFileSystem.of("home")))
                .hasMessageContaining("no file system is called \"scratch\"");
    }

    @Test
    void shouldRefuseOptionsThatNameNoVolume() {
        assertThatThrownBy(() -> new GlusterOptions(null, null, Duration.ofSeconds(5), Duration.ofSeconds(4)))
                .hasMessageContaining("gluster volume list");
        assertThatThrownBy(() -> new GlusterOptions(List.of("-x"), null, Duration.ofSeconds(5), Duration.ofSeconds(4)))
                .hasMessageContaining("\"-x\" is no name of a volume");
    }

    private SourceCollector answering(String profile, String status, CatalogueFileSystem... catalogue)
            throws IOException {
        Files.writeString(folder.resolve("profile"), profile);
        Files.writeString(folder.resolve("status"), status);
        Path command = Files.writeString(folder.resolve("gluster"), "cat \"" + folder + "/$4\"\n");
        GlusterOptions options = new GlusterOptions(
                List.of("scratch"), List.of("sh", command.toString()), Duration.ofSeconds(5), Duration.ofSeconds(4));
        return new GlusterCollectorType().create(options, context.of(folder, catalogue));
    }

    private static String recorded(String name) throws IOException {
        try (InputStream text = GlusterCollectorTest.class.getResourceAsStream("/gluster/" + name)) {
            return new String(text.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
