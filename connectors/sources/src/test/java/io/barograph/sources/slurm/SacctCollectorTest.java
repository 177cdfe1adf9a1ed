package io.barograph.sources.slurm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.barograph.runtime.PositionStore;
import io.barograph.runtime.PublishException;
import io.barograph.runtime.SourceCollector;
import io.barograph.runtime.UnreadableSourceException;
import io.barograph.schemas.JobEvent;
import io.barograph.sources.testing.PublishedRecords;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Polls a program that prints what {@code sacct} would, and writes down how it was asked. */
@Timeout(60)
class SacctCollectorTest {
    private static final Instant NOW = Instant.parse("2017-03-20T12:00:00Z");
    private static final String WAITING = "7|PENDING|1490000000|Unknown|Unknown|None assigned|job";
    private static final String RUNNING = "7|RUNNING|1490000000|1490009000|Unknown|n1|job";
    private static final String ENDED = "7|COMPLETED|1490000000|1490009000|1490009900|n1|job";

    private final PublishedRecords published = new PublishedRecords();
    private final List<String> notes = new ArrayList<>();
    private final Path script;
    private final Path answer;
    private final Path asked;
    private final Path state;
    private Instant now = NOW;

    SacctCollectorTest(@TempDir Path folder) {
        script = folder.resolve("sacct");
        answer = folder.resolve("answer");
        asked = folder.resolve("asked");
        state = folder.resolve("state");
    }

    @BeforeEach
    void writeProgram() throws IOException {
        program("echo \"$SLURM_TIME_FORMAT $*\" >> " + asked + "; cat " + answer);
        answer();
    }

    @Test
    void shouldPublishEachStartStateAndEndOnceThoughTheWindowsOverlap() throws Exception {
        try (SourceCollector collector = open()) {
            answer(WAITING);
            assertThat(poll(collector)).containsExactly("7 STATE PENDING");
            assertThat(poll(collector)).isEmpty();
            answer(RUNNING);
            assertThat(poll(collector)).containsExactly("7 START RUNNING");
            assertThat(poll(collector)).isEmpty();
            answer(RUNNING.replace("RUNNING", "SUSPENDED"));
            assertThat(poll(collector)).containsExactly("7 STATE SUSPENDED");
            assertThat(poll(collector)).isEmpty();
            answer(RUNNING);
            assertThat(poll(collector)).isEmpty();
            answer(RUNNING.replace("RUNNING", "SUSPENDED"));
            assertThat(poll(collector)).containsExactly("7 STATE SUSPENDED");
            answer(ENDED);
            assertThat(poll(collector)).containsExactly("7 END COMPLETED");
            assertThat(poll(collector)).isEmpty();
        }
    }

    @Test
    void shouldAskForTheTimeSinceTheLastPollLessTheOverlapInSecondsOfTheEpoch() throws Exception {
        try (SourceCollector collector = open()) {
            poll(collector);
            now = NOW.plusSeconds(60);
            poll(collector);
        }
        List<String> questions = Files.readAllLines(asked);

        assertThat(questions).hasSize(2).allSatisfy(question -> assertThat(question)
                .startsWith("%s --allusers --allocations --duplicates --parsable2 --starttime=uts")
                .contains("--format=JobID,JobIDRaw,")
                .endsWith(",JobName"));
        assertThat(questions.get(0))
                .contains("uts" + NOW.minus(Duration.ofHours(1)).getEpochSecond());
        assertThat(questions.get(1))
                .contains("uts" + NOW.minus(Duration.ofMinutes(10)).getEpochSecond());
    }

    @Test
    void shouldGoOnWhereItWasAfterARestart() throws Exception {
        answer(RUNNING);
        try (SourceCollector collector = open()) {
            assertThat(poll(collector)).containsExactly("7 START RUNNING");
        }
        now = NOW.plusSeconds(3_600);
        answer(ENDED, "8|COMPLETED|1490000000|1490009000|1490009900|n2|other");
        try (SourceCollector collector = open()) {
            assertThat(poll(collector)).containsExactly("7 END COMPLETED", "8 START COMPLETED", "8 END COMPLETED");
        }
        assertThat(Files.readAllLines(asked).get(1))
                .contains("uts" + NOW.minus(Duration.ofMinutes(10)).getEpochSecond());
        try (Stream<Path> files = Files.list(state)) {
            assertThat(files.map(file -> file.getFileName().toString())).containsExactly("sacct.position");
        }
    }

    @Test
    void shouldPublishAgainWhatCouldNotBeStored() throws Exception {
        answer(RUNNING);
        try (SourceCollector collector = open()) {
            published.failFromNowOn(true);
            assertThatThrownBy(() -> poll(collector)).isInstanceOf(PublishException.class);
            published.failFromNowOn(false);
            assertThat(poll(collector)).containsExactly("7 START RUNNING");
        }
    }

    @Test
    void shouldForgetWhatNoLongerComesSoThatThePositionStaysSmall() throws Exception {
        try (SourceCollector collector = open()) {
            for (int job = 0; job < 50; job++) {
                answer(ENDED.replaceFirst("7", "1" + job), ENDED.replaceFirst("7", "1" + (job + 1)));
                poll(collector);
            }
        }

        assertThat(new PositionStore(state.resolve("sacct.position"))
                        .read()
                        .orElseThrow()
                        .lines())
                .hasSize(2 + 2 * 2);
    }

    @Test
    void shouldRefuseALineOnceThoughItComesWithEachPoll() throws Exception {
        answer("x|RUNNING|1|2|3|n1|job", RUNNING);
        try (SourceCollector collector = open()) {
            poll(collector);
            poll(collector);
        }

        assertThat(published.takeLetters()).singleElement().satisfies(letter -> {
            assertThat(letter.getReason()).contains("\"x\" is no job id");
            assertThat(letter.getOrigin()).contains("sacct").contains("line 2");
        });
    }

    @Test
    void shouldAskWithoutTheFieldThatOlderVersionsDoNotHave() throws Exception {
        program(
                "case \"$*\" in *Restarts*) echo 'sacct: error: Invalid field requested: \"Restarts\"' >&2; exit 1;; esac;"
                        + " cat " + answer);
        answer(RUNNING);
        try (SourceCollector collector = open()) {
            assertThat(poll(collector)).containsExactly("7 START RUNNING");
        }
    }

    @Test
    void shouldSayWhyACommandFails() throws Exception {
        program("echo 'sacct: error: slurmdbd is down' >&2; exit 3");
        try (SourceCollector collector = open()) {
            assertThatThrownBy(() -> poll(collector))
                    .isInstanceOf(UnreadableSourceException.class)
                    .hasMessageContaining("exit code 3: sacct: error: slurmdbd is down");
            assertThatThrownBy(collector::check).isInstanceOf(UnreadableSourceException.class);
        }
        Files.delete(script);
        try (SourceCollector collector = open()) {
            assertThatThrownBy(() -> poll(collector))
                    .isInstanceOf(UnreadableSourceException.class)
                    .hasMessageContaining("cannot be run");
        }
    }

    @Test
    void shouldEndACommandThatTakesTooLong() throws Exception {
        program("sleep 1001");
        try (SourceCollector collector = open(Duration.ofMillis(300))) {
            assertThatThrownBy(() -> poll(collector))
                    .isInstanceOf(UnreadableSourceException.class)
                    .hasMessageContaining("no answer within");
        }
        // Killed, but for a moment not yet gone.
        Awaitility.await().until(() -> ProcessHandle.current()
                .descendants()
                .noneMatch(process -> process.info().commandLine().orElse("").contains("sleep 1001")));
    }

    @Test
    void shouldEndSoonAfterAnInterrupt() throws Exception {
        program("touch " + asked + "; sleep 1000");
        var thread = Executors.newSingleThreadExecutor();
        try (SourceCollector collector = open()) {
            Future<?> poll = thread.submit(() -> {
                assertThatThrownBy(() -> collector.poll(published)).isInstanceOf(InterruptedException.class);
                return null;
            });
            Awaitility.await().until(() -> Files.exists(asked));
            thread.shutdownNow();
            poll.get(20, TimeUnit.SECONDS);
        }
    }

    @Test
    void shouldSayInTheCheckHowManyJobsTheAnswerHas() throws Exception {
        answer(RUNNING, "x|RUNNING|1|2|3|n1|job");
        try (SourceCollector collector = open()) {
            assertThat(collector.check())
                    .isEqualTo(script + " answers with 1 jobs of the last 10 min; 1 lines are not understood");
        }
        assertThat(state.resolve("sacct.position")).doesNotExist();
    }

    @Test
    void shouldRefuseAPositionThatIsNotItsOwnAndNameTheRemedy() throws Exception {
        new PositionStore(state.resolve("sacct.position")).write("slurm 1\n12\nxyz\n");
        try (SourceCollector collector = open()) {
            assertThatThrownBy(() -> poll(collector))
                    .isInstanceOf(UnreadableSourceException.class)
                    .hasMessageContaining("sacct.position")
                    .hasMessageContaining("delete it");
        }
    }

    private SourceCollector open() {
        return open(Duration.ofSeconds(30));
    }

    private SourceCollector open(Duration timeLimit) {
        Clock clock = new Clock() {
            @Override
            public java.time.ZoneId getZone() {
                return ZoneOffset.UTC;
            }

            @Override
            public Clock withZone(java.time.ZoneId zone) {
                return this;
            }

            @Override
            public Instant instant() {
                return now;
            }
        };
        return new SlurmCollectorType()
                .create(
                        SlurmTesting.poll(script.toString(), timeLimit),
                        SlurmTesting.context(state, clock, notes::add));
    }

    private List<String> poll(SourceCollector collector) throws InterruptedException {
        assertThat(collector.poll(published)).isTrue();
        return published.take(JobEvent.class).stream()
                .map(SacctCollectorTest::words)
                .toList();
    }

    private static String words(JobEvent event) {
        return event.getJobId() + " " + event.getKind() + " " + event.getState();
    }

    private void answer(String... lines) throws IOException {
        List<String> all = new ArrayList<>(List.of("JobID|State|Submit|Start|End|NodeList|JobName"));
        all.addAll(List.of(lines));
        Files.write(answer, all);
    }

    private void program(String commands) throws IOException {
        Files.writeString(script, "#!/bin/sh\n" + commands + "\n");
        assertThat(script.toFile().setExecutable(true)).isTrue();
    }
}
