package io.barograph.pictures;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.barograph.schemas.Anomaly;
import io.barograph.schemas.AvroCodec;
import io.barograph.schemas.FileSystemUse;
import io.barograph.schemas.Finding;
import io.barograph.schemas.IoDirection;
import io.barograph.schemas.IoInterval;
import io.barograph.schemas.JobSummary;
import io.barograph.schemas.JobWeather;
import io.barograph.schemas.RateOfQuantity;
import io.barograph.schemas.RatesOfServers;
import io.barograph.schemas.RootCause;
import io.barograph.schemas.ServerRates;
import io.barograph.schemas.Span;
import io.barograph.schemas.Verdict;
import io.barograph.schemas.WeatherMetric;
import io.barograph.verdicts.why.ProbeTally;
import io.barograph.verdicts.why.RunExplainer;
import io.barograph.verdicts.why.RunFacts;
import io.barograph.verdicts.why.SlownessExplanation;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Element;

class JobReportTest {
    private static final String HOSTILE = "</td><script>alert(\"x\")</script>&\u0001";

    static {
        AvroCodec.of(JobSummary.class);
        AvroCodec.of(ServerRates.class);
    }

    private static JobWeather weather() {
        return Runs.weather("4711", 0, 13.5e9, Map.of(WeatherMetric.CF_BW, 0.25))
                .setConcurrentJobs(7)
                .setConcurrentNodes(1_234)
                .build();
    }

    private static Anomaly verdict() {
        return Runs.verdict(weather())
                .setVerdict(Verdict.ANOMALOUS)
                .setSentence("Far below the climate.")
                .setClimateSize(4)
                .setHistoryTimes(List.of(Runs.START.minusSeconds(7_200), Runs.START.minusSeconds(3_600)))
                .setPanel(List.of(Runs.row(WeatherMetric.CF_BW, 0.25, 4, List.of(1f, 2f))))
                .setSuspects(List.of(Runs.row(WeatherMetric.METADATA_READDIRS, 803, 4, List.of())))
                .setLikelyCause("METADATA_LOAD")
                .setLoss(0.7)
                .setUnexplained(0.14)
                .setFindings(List.of(Finding.newBuilder()
                        .setCause("METADATA_LOAD")
                        .setShare(0.56)
                        .setConfidence(0.6)
                        .setConfidenceLow(0.4)
                        .setConfidenceHigh(0.8)
                        .setEvidence("directory reads")
                        .setUnit("/s")
                        .setValue(7.2)
                        .setUsual(0.2)
                        .build()))
                .setRootCauses(List.of(RootCause.newBuilder()
                        .setCause("small requests")
                        .setSide("application")
                        .setEvidence("95 % below 1 KiB")
                        .setRemedy("buffer them")
                        .setConfidence(0.75)
                        .setUsual(true)
                        .build()))
                .setSide("application")
                .setConfidence(1.0)
                .build();
    }

    private static FileSystemUse use() {
        return FileSystemUse.newBuilder()
                .setFileSystem("scratch")
                .setResolved(true)
                .setMountPoint("/scratch")
                .setReadBytes(300)
                .setWriteBytes(100)
                .setReads(3)
                .setWrites(1)
                .setOpens(1)
                .setIoIntervals(List.of(
                        interval(IoDirection.READ, 0, 10_000_000, 100),
                        interval(IoDirection.WRITE, 5_000_000, 20_000_000, 100),
                        interval(IoDirection.READ, 40_000_000, 40_000_000, 200)))
                .setIoSeconds(20.0)
                .setIoPhases(2)
                .setCoveringFiles(3)
                .setIoPausesHidden(4)
                .setIoPausesHiddenSeconds(0.5)
                .build();
    }

    private static IoInterval interval(IoDirection direction, long from, long to, long bytes) {
        return IoInterval.newBuilder()
                .setDirection(direction)
                .setStartMicros(from)
                .setEndMicros(to)
                .setBytes(bytes)
                .build();
    }

    private static JobSummary summary() {
        return JobSummary.newBuilder()
                .setJobId("4711")
                .setExecutable("/opt/vpicio_uni")
                .setStartTime(Runs.START)
                .setEndTime(Runs.START.plusSeconds(60))
                .setRunTimeSeconds(60)
                .setProcesses(512)
                .setCollectedAt(Runs.START.plusSeconds(60))
                .setFileSystems(List.of(use()))
                .build();
    }

    private static ServerRates rates(int minute, double readBytesPerSecond) {
        Instant from = Runs.START.plusSeconds(60L * minute);
        RateOfQuantity rate = RateOfQuantity.newBuilder()
                .setTotal((long) (60 * readBytesPerSecond))
                .setPerSecond(readBytesPerSecond)
                .setSmallestPerSecond(0)
                .setLargestPerSecond(readBytesPerSecond)
                .setZeroFraction(0)
                .setServers(1)
                .setLargestServerPerSecond(readBytesPerSecond)
                .build();
        return ServerRates.newBuilder()
                .setFileSystem("scratch")
                .setSpan(Span.MINUTE)
                .setFrom(from)
                .setTo(from.plusSeconds(60))
                .setObservedTo(from.plusSeconds(60))
                .setIntervalMillis(5_000)
                .setData(RatesOfServers.newBuilder()
                        .setExpectedServers(1)
                        .setExpectedSamples(12)
                        .setSamples(12)
                        .setQuantities(Map.of("readBytes", rate))
                        .build())
                .build();
    }

    private static RunEvidence evidence() throws UndrawableRunException {
        return new RunEvidence(
                verdict(),
                Optional.of(UmamiDiagram.ofVerdict(verdict())),
                "",
                Optional.of(weather()),
                Optional.of(summary()),
                List.of(rates(-1, 1e9), rates(0, 5e9), rates(1, 2e9)),
                List.of(Runs.weather("4712", 0, 1e9, Map.of())
                        .setStartTime(Runs.START.minusSeconds(10))
                        .setEndTime(Runs.START.plusSeconds(20))
                        .build()),
                why(verdict(), Optional.of(weather())));
    }

    private static SlownessExplanation why(Anomaly verdict, Optional<JobWeather> weather) {
        ProbeTally probes = new ProbeTally(verdict.getFileSystem(), Runs.START, Runs.START);
        return RunExplainer.of(new RunFacts(verdict, weather, List.of(), probes));
    }

    private static RunEvidence nothingBut(Anomaly verdict) {
        return new RunEvidence(
                verdict,
                Optional.empty(),
                "too early",
                Optional.empty(),
                Optional.empty(),
                List.of(),
                List.of(),
                why(verdict, Optional.empty()));
    }

    @Test
    void shouldTellAllThatIsKnownOfARun() throws Exception {
        String html = JobReport.page("4711", List.of(evidence()));

        assertThat(html)
                .startsWith("<!DOCTYPE html>")
                .contains("<html lang=\"en\">", "<title>Job 4711</title>", "vpicio_uni on scratch")
                .contains("class=\"diagnosis anomalous\"", "Far below the climate.")
                .contains(
                        "data-answer=\"METADATA\" data-rule=\"WEATHER\"",
                        "<li>Metadata load was high: directory reads 7.2/s")
                .contains("<th scope=\"row\">metadata load of others</th><td>80 %</td><td>0.60</td><td>7.2")
                .contains("<th scope=\"row\">Unexplained</th><td>20 %</td>")
                .contains("class=\"umami-row\"", "data-metric=\"cfBw\"")
                .contains("Directory reads", "803 operations", "quartile q4")
                .contains("small requests", "95 % below 1 KiB", "buffer them", "lowers, as in earlier runs")
                .contains("I/O in 20.00 of 60.00 s, in 2 phases; the IO covering set is 3 file accesses;")
                .contains("4 pauses of 0.50 s together are not drawn.")
                .contains("class=\"rates-run\"")
                .contains("7 jobs ran at the time, this one included, on 1,234 nodes.")
                .contains(">4712</th><td>ada</td><td>vpicio_uni</td><td>20 s</td><td>0 B</td><td>1 TB</td>");
    }

    @Test
    void shouldSayWhatIsNotKnown() {
        Anomaly bare = Runs.verdict(weather()).setVerdict(Verdict.TOO_EARLY).build();

        assertThat(JobReport.page("4711", List.of(nothingBut(bare))))
                .contains("data-answer=\"UNKNOWN\"", "No weather of the run is held")
                .contains("There is no UMAMI diagram: too early")
                .contains("No metric of the weather explains a loss.")
                .contains("No rule holds")
                .contains("The results hold no summary of a Darshan log of this run.")
                .contains("The results hold no rates of the servers at that time.")
                .contains("The results hold no weather of this run.")
                .contains("No other run on this file system is known whose time overlaps.");
    }

    @Test
    void shouldNeedNothingFromElsewhereAndRunNothing() throws Exception {
        String html = JobReport.page("4711", List.of(evidence(), evidence()));

        assertThat(html.replace("http://www.w3.org/", "")).doesNotContain("http:", "https:", "<script", "@import");
        assertThat(html.split(" id=\"", -1))
                .as("ids are unique though both runs have the same drawings, whose rows are named by metric")
                .filteredOn(part -> part.contains("clipPath"))
                .extracting(part -> part.substring(0, part.indexOf('"')))
                .doesNotHaveDuplicates();
    }

    @Test
    void shouldShowMarkupInNamesAsText() throws Exception {
        Anomaly hostile = Anomaly.newBuilder(verdict())
                .setJobId(HOSTILE)
                .setUser(HOSTILE)
                .setApplication(HOSTILE)
                .setFileSystem(HOSTILE)
                .setMotif(HOSTILE)
                .setSentence(HOSTILE)
                .setRootCauses(List.of(RootCause.newBuilder()
                        .setCause(HOSTILE)
                        .setSide(HOSTILE)
                        .setEvidence(HOSTILE)
                        .setRemedy(HOSTILE)
                        .setConfidence(1)
                        .build()))
                .build();
        RunEvidence run = new RunEvidence(
                hostile,
                Optional.of(UmamiDiagram.ofVerdict(hostile)),
                "",
                Optional.empty(),
                Optional.empty(),
                List.of(),
                List.of(Runs.weather(HOSTILE, 0, 1e9, Map.of())
                        .setUser(HOSTILE)
                        .setApplication(HOSTILE)
                        .build()),
                why(hostile, Optional.empty()));

        assertThat(JobReport.page(HOSTILE, List.of(run, nothingBut(hostile))))
                .doesNotContain("<script", "\u0001")
                .contains("&lt;script&gt;");
    }

    @Test
    void shouldColourQuartilesAsTheDiagramDoes() {
        String html = JobReport.page("4711", List.of());
        for (int quartile = 1; quartile <= 4; quartile++) {
            assertThat(html)
                    .contains(".q" + quartile + " { background: " + PictureStyle.css(PictureStyle.quartile(quartile))
                            + ";");
        }
    }

    @Test
    void shouldDrawRatesWithGapsWhereTheyAreNotKnown() throws Exception {
        ServerRates unknown = ServerRates.newBuilder(rates(1, 0)).setData(null).build();
        SvgDocument svg = SvgDocument.of(PictureRenderer.svg(
                new RatesPicture(
                        List.of(rates(0, 5e9), unknown, rates(2, 1e9)), Runs.START, Runs.START.plusSeconds(60)),
                "r"));

        assertThat(svg.parts("rates")).singleElement().satisfies(part -> assertThat(part.getAttribute("data-spans"))
                .isEqualTo("3"));
        assertThat(svg.parts("rates-run")).hasSize(1);
        assertThat(SvgDocument.texts(svg.root())).contains("GB/s", "read", "write", "the run");
    }

    @Test
    void shouldDrawReadsWritesAndTheirUnion() throws Exception {
        SvgDocument svg = SvgDocument.of(PictureRenderer.svg(new ActivityPicture(use(), 60), "a"));
        List<String> intervals = new ArrayList<>();
        for (Element part : svg.parts("activity-interval")) {
            intervals.add(part.getAttribute("data-lane") + " " + part.getAttribute("data-from-micros") + " "
                    + part.getAttribute("data-to-micros") + " " + part.getAttribute("data-bytes"));
        }

        assertThat(intervals)
                .containsExactly(
                        "read 0 10000000 100",
                        "read 40000000 40000000 200",
                        "write 5000000 20000000 100",
                        "covering 0 20000000 200",
                        "covering 40000000 40000000 200");
        double[] widths = svg.parts("activity-interval").stream()
                .mapToDouble(part ->
                        SvgDocument.number(SvgDocument.elements(part, "rect").get(0), "width"))
                .toArray();
        assertThat(widths[3] / widths[0]).isCloseTo(2, within(0.01));
        assertThat(widths[1]).as("an instant is seen").isEqualTo(1);
    }
}
