package io.barograph.pictures;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.barograph.schemas.Anomaly;
import io.barograph.schemas.AvroCodec;
import io.barograph.schemas.FileSystemUse;
import io.barograph.schemas.JobSummary;
import io.barograph.schemas.JobWeather;
import io.barograph.schemas.OstBytes;
import io.barograph.schemas.RateOfServer;
import io.barograph.schemas.RootCause;
import io.barograph.schemas.ServerRates;
import io.barograph.schemas.ServerRole;
import io.barograph.schemas.Span;
import io.barograph.schemas.TrafficDirection;
import io.barograph.schemas.WeatherMetric;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Element;

class ApplicationReportTest {
    private static final String HOSTILE = "</td><script>alert(\"x\")</script>&\u0001";

    static {
        AvroCodec.of(JobSummary.class);
        AvroCodec.of(ServerRates.class);
    }

    /** Twelve runs; the faster, the fewer small requests. */
    private static JobWeather weather(int run) {
        return Runs.weather(
                        "job" + run,
                        run,
                        (run + 1) * 1e8,
                        Map.of(
                                WeatherMetric.JOB_SMALL_FRACTION, 1.0 / (run + 1),
                                WeatherMetric.JOB_PROCESSES, 512.0,
                                WeatherMetric.JOB_FILES, 1_024.0,
                                WeatherMetric.JOB_RUN_SECONDS, 60.0))
                .setUser(run < 9 ? "ada" : "bob")
                .build();
    }

    private static ApplicationReport report() {
        ApplicationReport report = new ApplicationReport("vpicio_uni");
        for (int run = 0; run < 12; run++) {
            report.add(weather(run));
            report.add(Runs.verdict(weather(run))
                    .setRootCauses(
                            run < 3
                                    ? List.of(RootCause.newBuilder()
                                            .setCause("small requests")
                                            .setSide("application")
                                            .setEvidence("many")
                                            .setRemedy("buffer")
                                            .setConfidence(1)
                                            .build())
                                    : List.of())
                    .build());
        }
        for (int run = 0; run < 3; run++) {
            report.add(Runs.weather("other" + run, run, 2e9, Map.of())
                    .setExecutable("ior")
                    .setApplication("ior")
                    .build());
        }
        return report;
    }

    private static OstBytes bytes(int ost, long read, long write) {
        return OstBytes.newBuilder()
                .setOst(ost)
                .setReadBytes(read)
                .setWriteBytes(write)
                .build();
    }

    private static JobSummary summary(int run, List<OstBytes> osts) {
        JobWeather weather = weather(run);
        return JobSummary.newBuilder()
                .setJobId(weather.getJobId())
                .setExecutable(weather.getExecutable())
                .setStartTime(weather.getStartTime())
                .setEndTime(weather.getEndTime())
                .setRunTimeSeconds(60)
                .setProcesses(512)
                .setCollectedAt(weather.getEndTime())
                .setFileSystems(List.of(FileSystemUse.newBuilder()
                        .setFileSystem("scratch")
                        .setResolved(true)
                        .setMountPoint("/scratch")
                        .setReadBytes(0)
                        .setWriteBytes(0)
                        .setReads(0)
                        .setWrites(0)
                        .setOpens(0)
                        .setOstBytes(osts)
                        .setUnplacedReadBytes(0L)
                        .setUnplacedWriteBytes(5L)
                        .build()))
                .build();
    }

    private static ServerRates rates(JobWeather run, int interval) {
        return ServerRates.newBuilder()
                .setFileSystem("scratch")
                .setSpan(Span.INTERVAL)
                .setDirection(TrafficDirection.TOTAL)
                .setFrom(run.getStartTime().plusSeconds(5L * interval))
                .setTo(run.getStartTime().plusSeconds(5L * interval + 5))
                .setObservedTo(run.getStartTime().plusSeconds(5L * interval + 5))
                .setIntervalMillis(5_000)
                .setServers(List.of(RateOfServer.newBuilder()
                        .setServer("snx11025-OST000a")
                        .setRole(ServerRole.DATA)
                        .setMissingFraction(0)
                        .setReadBytesPerSecond(10.0)
                        .setWriteBytesPerSecond(20.0)
                        .build()))
                .build();
    }

    @Test
    void shouldDrawALineForEachRunAndAnAxisForEachFactorThatIsKnown() throws Exception {
        Page page = new Page(report().page());

        assertThat(page.parts("parallel-axis").stream().map(axis -> axis.getAttribute("data-metric")))
                .containsExactly("jobProcesses", "jobSmallFraction", "performanceBytesPerSecond");
        assertThat(page.parts("parallel-run")).hasSize(12);
        Element slowest = page.part("parallel-run", "data-job", "job0");
        assertThat(slowest.getAttribute("data-group")).isEqualTo("ada");
        assertThat(slowest.getAttribute("data-values")).isEqualTo("512.0 1.0 1.0E8");
        Element axis = page.part("parallel-axis", "data-metric", "performanceBytesPerSecond");
        assertThat(SvgDocument.number(axis, "data-min")).isEqualTo(1e8);
        assertThat(SvgDocument.number(axis, "data-max")).isEqualTo(12e8);
    }

    @Test
    void shouldCorrelateMetricsAndPerformanceButNotTheTimesOfTheRun() throws Exception {
        Page page = new Page(report().page());

        assertThat(page.parts("heatmap-cell")).hasSize(4);
        Element cell = page.parts("heatmap-cell").stream()
                .filter(each -> each.getAttribute("data-row").equals("performanceBytesPerSecond")
                        && each.getAttribute("data-column").equals("jobSmallFraction"))
                .findFirst()
                .orElseThrow();
        assertThat(SvgDocument.number(cell, "data-value")).isCloseTo(-1, within(1e-12));
        assertThat(cell.getAttribute("data-runs")).isEqualTo("12");
    }

    @Test
    void shouldPutTheBandwidthsOfApplicationsAndUsersSideBySide() throws Exception {
        Page page = new Page(report().page());

        assertThat(page.parts("boxes-group").stream().map(group -> group.getAttribute("data-group")))
                .containsExactly("vpicio_uni", "ior", "ada", "bob");
        Element own = page.part("boxes-group", "data-group", "vpicio_uni");
        assertThat(own.getAttribute("data-runs")).isEqualTo("12");
        assertThat(SvgDocument.number(own, "data-p50")).isCloseTo(6.5e8, within(1.0));
        assertThat(SvgDocument.number(page.part("boxes-group", "data-group", "bob"), "data-p25"))
                .isCloseTo(10.5e8, within(1.0));
    }

    @Test
    void shouldCountRootCausesByClassOfBandwidth() {
        assertThat(report().page())
                .contains("<tr data-cause=\"all runs\"><th scope=\"row\">all runs</th>"
                        + "<td>0</td><td>9</td><td>3</td><td>0</td></tr>")
                .contains("<tr data-cause=\"small requests\"><th scope=\"row\">small requests</th>"
                        + "<td>0</td><td>3</td><td>0</td><td>0</td></tr>")
                .contains("12 runs with a verdict");
    }

    @Test
    void shouldShowTheLoadOfEachOstOfTheRunThatPlacesMost() throws Exception {
        ApplicationReport report = report();
        report.add(summary(1, List.of(bytes(3, 50, 0))));
        report.add(summary(2, List.of(bytes(3, 60, 10), bytes(10, 0, 40))));
        report.add(rates(weather(2), -1));
        report.add(rates(weather(2), 0));
        report.add(rates(weather(2), 1));
        report.add(rates(weather(2), 12));
        String html = report.page();
        Page page = new Page(html);

        assertThat(page.parts("ost-bar").stream()
                        .map(bar -> bar.getAttribute("data-ost") + " " + bar.getAttribute("data-source") + " "
                                + bar.getAttribute("data-bytes")))
                .containsExactly(
                        "OST0003 the run, by its log 70.0",
                        "OST000A the run, by its log 40.0",
                        "OST000A everybody, by the servers 300.0");
        assertThat(html).contains("by job job2 of").contains("it places 5 B on none");
    }

    @Test
    void shouldTakeTheServersOfTheLargestRunWhereNoLogPlacesBytes() throws Exception {
        ApplicationReport report = report();
        report.add(rates(weather(9), 0)); // of equally large ones the last by name

        assertThat(new Page(report.page()).parts("ost-bar"))
                .singleElement()
                .satisfies(bar -> assertThat(bar.getAttribute("data-bytes")).isEqualTo("150.0"));
    }

    @Test
    void shouldDrawFilesForEachRank() throws Exception {
        Page page = new Page(report().page());

        assertThat(page.parts("points-run")).hasSize(12).allSatisfy(point -> assertThat(point.getAttribute("data-x"))
                .isEqualTo("2.0"));
    }

    @Test
    void shouldSayWhatIsNotHeld() {
        ApplicationReport report = new ApplicationReport("vpicio_uni");
        report.add(Runs.weather("1", 0, 1e9, Map.of())
                .setPerformanceBytesPerSecond(null)
                .setUser(null)
                .build());

        assertThat(report.page())
                .contains("1 runs from")
                .contains("Fewer than two of the factors are known")
                .contains("There are 0 runs of known performance, and 10 are needed.")
                .contains("No run is large enough to judge")
                .contains("The results hold no verdict on a run of known performance.")
                .contains("Neither a Darshan log that places bytes on OSTs nor counters")
                .contains("Of no run are the number of files and the performance known.");
    }

    @Test
    void shouldReplaceARunByItsRevision() throws Exception {
        ApplicationReport report = report();
        report.add(JobWeather.newBuilder(weather(11))
                .setRevision(2)
                .setPerformanceBytesPerSecond(50e8)
                .build());
        report.add(weather(11));

        assertThat(report.runs()).isEqualTo(12);
        assertThat(new Page(report.page())
                        .part("points-run", "data-job", "job11")
                        .getAttribute("data-y"))
                .isEqualTo("5.0E9");
    }

    @Test
    void shouldShowMarkupInNamesAsTextAndNeedNothingFromElsewhere() {
        ApplicationReport report = new ApplicationReport(HOSTILE);
        for (int run = 0; run < 12; run++) {
            JobWeather weather = JobWeather.newBuilder(weather(run))
                    .setJobId(HOSTILE + run)
                    .setApplication(HOSTILE)
                    .setUser(HOSTILE + run)
                    .setFileSystem(HOSTILE)
                    .setMotif(HOSTILE)
                    .build();
            report.add(weather);
            Anomaly verdict = Runs.verdict(weather)
                    .setRootCauses(List.of(RootCause.newBuilder()
                            .setCause(HOSTILE)
                            .setSide(HOSTILE)
                            .setEvidence(HOSTILE)
                            .setRemedy(HOSTILE)
                            .setConfidence(1)
                            .build()))
                    .build();
            report.add(verdict);
        }

        assertThat(report.page().replace("http://www.w3.org/", ""))
                .doesNotContain("<script", "\u0001", "http:", "https:", "@import")
                .contains("&lt;script&gt;");
    }
}
