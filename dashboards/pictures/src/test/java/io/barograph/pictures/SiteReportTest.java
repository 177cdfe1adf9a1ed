package io.barograph.pictures;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.barograph.schemas.AvroCodec;
import io.barograph.schemas.JobWeather;
import io.barograph.schemas.RateOfQuantity;
import io.barograph.schemas.RatesOfServers;
import io.barograph.schemas.ServerRates;
import io.barograph.schemas.Span;
import io.barograph.schemas.TrafficDirection;
import io.barograph.schemas.VolumeOfPeriod;
import io.barograph.schemas.WeatherRecordKind;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Element;

class SiteReportTest {
    private static final String HOSTILE = "</td><script>alert(\"x\")</script>&\u0001";

    static {
        AvroCodec.of(ServerRates.class);
    }

    private static SiteReport report() {
        SiteReport report = new SiteReport();
        for (int day = 0; day < 5; day++) {
            report.add(Runs.weather("job" + day, day, (day + 1) * 1e9, Map.of())
                    .setNodes(60)
                    .build());
        }
        report.add(Runs.weather("job0", 0, 1e9, Map.of())
                .setFileSystem("home")
                .setMotif("home/x")
                .setNodes(60)
                .build());
        report.add(Runs.weather("few", 0, 1e9, Map.of())
                .setApplication("ior")
                .setMotif("few/runs")
                .build());
        report.add(Runs.weather("nolog", 0, 1e9, Map.of())
                .setRecordKind(WeatherRecordKind.NO_DARSHAN)
                .build());
        return report;
    }

    private static ServerRates.Builder rates(Span span, Instant from, Duration length) {
        return ServerRates.newBuilder()
                .setFileSystem("scratch")
                .setSpan(span)
                .setDirection(TrafficDirection.TOTAL)
                .setFrom(from)
                .setTo(from.plus(length))
                .setObservedTo(from.plus(length))
                .setIntervalMillis(5_000);
    }

    private static ServerRates minute(int minute, double bytesPerSecond) {
        RateOfQuantity rate = RateOfQuantity.newBuilder()
                .setTotal(Math.round(60 * bytesPerSecond))
                .setPerSecond(bytesPerSecond)
                .setSmallestPerSecond(bytesPerSecond)
                .setLargestPerSecond(bytesPerSecond)
                .setZeroFraction(0)
                .setServers(1)
                .setLargestServerPerSecond(bytesPerSecond)
                .build();
        return rates(Span.MINUTE, Runs.START.plusSeconds(60L * minute), Duration.ofMinutes(1))
                .setData(RatesOfServers.newBuilder()
                        .setExpectedServers(1)
                        .setExpectedSamples(12)
                        .setSamples(12)
                        .setQuantities(Map.of("readBytes", rate, "writeBytes", rate))
                        .build())
                .build();
    }

    private static VolumeOfPeriod volume(long bytes) {
        return VolumeOfPeriod.newBuilder()
                .setReadBytes(bytes)
                .setWriteBytes(2 * bytes)
                .setServerIntervals(1)
                .setMissingServerIntervals(0)
                .build();
    }

    @Test
    void shouldDrawFractionsOfPeakOfMotifsWithEnoughRuns() throws Exception {
        Page page = new Page(report().page());

        assertThat(page.parts("boxes-group")).hasSize(1);
        Element motif = page.part("boxes-group", "data-group", Runs.MOTIF);
        assertThat(motif.getAttribute("data-runs")).isEqualTo("5");
        assertThat(SvgDocument.number(motif, "data-p50")).isCloseTo(0.6, within(1e-12));
        assertThat(SvgDocument.number(motif, "data-p95")).isCloseTo(0.96, within(1e-12));
    }

    @Test
    void shouldCountTheNodeHoursOfARunOnTwoFileSystemsOnce() {
        assertThat(report().page())
                .contains("data-application=\"vpicio_uni\" data-node-hours=\"5.0\"")
                .contains("<td>5.0</td><td>100.0 %</td><td>6</td>")
                .contains("Of 1 runs the number of nodes is not known.");
    }

    @Test
    void shouldPutReportedRatesOverThoseOfTheServers() throws Exception {
        SiteReport report = report();
        report.add(minute(-1, 1e9));
        report.add(minute(0, 2e9));
        report.add(minute(1, 1e9));
        String html = report.page();
        Page page = new Page(html);

        assertThat(page.parts("reported-servers").get(0).getAttribute("data-spans"))
                .isEqualTo("3");
        assertThat(page.parts("reported-run").stream()
                        .map(run -> run.getAttribute("data-job") + " " + run.getAttribute("data-rate")))
                .containsExactlyInAnyOrder("job0 1.0E9", "few 1.0E9");
        assertThat(page.parts("reported-run").get(0).getAttribute("data-from")).isEqualTo(Runs.START.toString());
        assertThat(html).contains("read and wrote, by minute");
    }

    @Test
    void shouldDrawHoursWhereMinutesWouldBeTooMany() throws Exception {
        SiteReport report = report();
        report.add(minute(0, 2e9));
        report.add(minute(3 * 1_440, 2e9));
        report.add(rates(Span.HOUR, Runs.START, Duration.ofHours(1))
                .setVolume(volume(1_000))
                .build());
        String html = report.page();

        assertThat(html).contains("read and wrote, by hour");
        assertThat(new Page(html).parts("reported-servers").get(0).getAttribute("data-spans"))
                .isEqualTo("1");
    }

    @Test
    void shouldPutVolumesBesideTheNumberOfJobs() {
        SiteReport report = report();
        Instant month = Instant.parse("2026-03-01T00:00:00Z");
        report.add(rates(Span.MONTH, month, Duration.ofDays(31))
                .setVolume(volume(1_000))
                .build());
        report.add(rates(Span.MONTH, month, Duration.ofDays(31))
                .setRevision(2)
                .setVolume(volume(2_000))
                .build());

        assertThat(report.page())
                .contains("<tr data-file-system=\"scratch\" data-month=\"2026-03\" data-runs=\"6\">"
                        + "<th scope=\"row\">scratch</th><td>2026-03</td><td>2 kB</td><td>4 kB</td>"
                        + "<td>6</td><td>6</td><td>0 B</td><td>6 TB</td></tr>")
                .contains("data-file-system=\"home\" data-month=\"2026-03\" data-runs=\"1\"");
    }

    @Test
    void shouldSayWhatIsNotHeld() {
        SiteReport report = new SiteReport();
        assertThat(report.isEmpty()).isTrue();
        report.add(Runs.weather("few", 0, 1e9, Map.of()).build());

        assertThat(report.isEmpty()).isFalse();
        assertThat(report.page())
                .contains("No motif has 5 runs")
                .contains("Of none of the 1 runs is the number of nodes known.")
                .contains("The results hold no rates of the servers")
                .contains("The results hold no volumes of the servers.");
    }

    @Test
    void shouldShowMarkupInNamesAsText() {
        SiteReport report = new SiteReport();
        for (int day = 0; day < 5; day++) {
            report.add(JobWeather.newBuilder(
                            Runs.weather(HOSTILE + day, day, 1e9, Map.of()).build())
                    .setApplication(HOSTILE)
                    .setFileSystem(HOSTILE)
                    .setMotif(HOSTILE)
                    .setNodes(1)
                    .build());
        }
        report.add(ServerRates.newBuilder(minute(0, 1e9)).setFileSystem(HOSTILE).build());

        assertThat(report.page()).doesNotContain("<script", "\u0001").contains("&lt;script&gt;");
    }
}
