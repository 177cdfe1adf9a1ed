package io.barograph.sources.probe;

import static org.assertj.core.api.Assertions.assertThat;

import io.barograph.schemas.ProbeOperation;
import io.barograph.schemas.ProbeOutcome;
import io.barograph.schemas.ProbeTiming;
import io.barograph.sources.probe.ProbeTesting.Options;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A script stands for {@code lfs}: it logs its arguments and answers in the form of the real command. */
class LustreProbeTest {
    @TempDir
    private Path folder;

    private final List<String> notes = ProbeTesting.newNotes();
    private final CollectedTimings output = new CollectedTimings();

    private Path script(String getstripe) throws IOException {
        Files.writeString(folder.resolve("layout"), getstripe);
        Files.writeString(folder.resolve("mdts"), LustreLayoutTest.MDTS);
        Path script = folder.resolve("lfs");
        Files.writeString(
                script,
                """
                #!/bin/sh
                here=$(dirname "$0")
                echo "$@" >> "$here/log"
                case "$1" in
                setstripe) touch "$6" ;;
                getstripe) cat "$here/layout" ;;
                mdts) cat "$here/mdts" ;;
                mkdir) mkdir "$4" ;;
                esac
                """);
        assertThat(script.toFile().setExecutable(true)).isTrue();
        return script;
    }

    private ProbeCollector collector(Path script, Path probed) {
        ProbeOptions options = new Options()
                .dir(probed)
                .lfs(script)
                .duration(Duration.ofSeconds(2))
                .build();
        return new ProbeCollector(
                options,
                ProbeTesting.context(folder.resolve("positions"), notes),
                System::nanoTime,
                (directory, noteTaker) -> new FolderOperations(
                        directory,
                        options,
                        "node1",
                        Optional.of(new LustreClient(options.lfs(), "snx11025")),
                        false,
                        () -> 0,
                        noteTaker));
    }

    @Test
    void shouldStripeTheFileAndNameTheTargetOfEachTiming() throws Exception {
        Path probed = Files.createDirectory(folder.resolve("probed"));
        try (ProbeCollector collector = collector(script(LustreLayoutTest.YAML), probed)) {
            ProbeTesting.runToEnd(collector, output);
        }

        String own = probed + "/barograph-probe-node1/";
        assertThat(Files.readAllLines(folder.resolve("log")))
                .containsExactly(
                        "setstripe -c -1 -S 1048576 " + own + "data",
                        "getstripe -y " + own + "data",
                        "mdts " + probed,
                        "mkdir -i 0 " + own + "pool-mdt0",
                        "mkdir -i 2 " + own + "pool-mdt2");
        List<String> targets = List.of("snx11025-OST0007", "snx11025-OST0000", "snx11025-OST000c");
        assertThat(output.with(ProbeOperation.DATA_READ)).isNotEmpty().allSatisfy(timing -> assertThat(
                        timing.getServer())
                .isEqualTo(targets.get((int) (timing.getOffset() / (1 << 20) % 3))));
        assertThat(output.with(ProbeOperation.STAT))
                .extracting(ProbeTiming::getServer)
                .contains("snx11025-MDT0000", "snx11025-MDT0002");
        assertThat(output.all()).extracting(ProbeTiming::getOutcome).containsOnly(ProbeOutcome.OK);
        assertThat(probed).isEmptyDirectory();
    }

    @Test
    void shouldProbeWithoutNamesOfTargetsWhenTheLayoutIsNotUnderstood() throws Exception {
        Path probed = Files.createDirectory(folder.resolve("probed"));
        try (ProbeCollector collector = collector(script(LustreLayoutTest.COMPOSITE), probed)) {
            ProbeTesting.runToEnd(collector, output);
        }

        assertThat(output.with(ProbeOperation.DATA_READ))
                .isNotEmpty()
                .extracting(ProbeTiming::getServer)
                .containsOnlyNulls();
        assertThat(notes).anyMatch(note -> note.contains("composite layout"));
    }

    @Test
    void shouldProbeWithoutNamesOfTargetsWhenTheCommandIsMissing() throws Exception {
        Path probed = Files.createDirectory(folder.resolve("probed"));
        try (ProbeCollector collector = collector(folder.resolve("no-lfs"), probed)) {
            ProbeTesting.runToEnd(collector, output);
        }

        assertThat(output.all()).isNotEmpty().extracting(ProbeTiming::getServer).containsOnlyNulls();
        assertThat(notes).anyMatch(note -> note.contains("no-lfs"));
    }
}
