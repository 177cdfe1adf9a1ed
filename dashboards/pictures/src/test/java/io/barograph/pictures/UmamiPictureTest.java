package io.barograph.pictures;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.barograph.schemas.Anomaly;
import io.barograph.schemas.JobWeather;
import io.barograph.schemas.Verdict;
import io.barograph.schemas.WeatherMetric;
import io.barograph.verdicts.climate.ClimatePolicy;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Element;

class UmamiPictureTest {
    private static final Instant FIRST = Runs.START.minus(Duration.ofDays(3));

    private static Anomaly.Builder verdict() {
        JobWeather weather = Runs.weather("4711", 0, 13.5e9, Map.of()).build();
        return Runs.verdict(weather)
                .setClimateSize(60)
                .setHistoryTimes(
                        List.of(FIRST, FIRST.plus(Duration.ofDays(1)), FIRST.plus(Duration.ofDays(2)), Runs.START))
                .setPanel(List.of(
                        Runs.row(WeatherMetric.CF_BW, 2.5, 3, Arrays.asList(0.5f, 2.5f, null, 6f)),
                        Runs.row(WeatherMetric.METADATA_READDIRS, 8, 4, Arrays.asList(1f, 2f, 3f, 4f)),
                        Runs.row(WeatherMetric.JOB_PROCESSES, 3, null, Arrays.asList(3f, 3f, 3f, 3f))));
    }

    private static SvgDocument drawn(Anomaly verdict) throws Exception {
        return SvgDocument.of(PictureRenderer.svg(UmamiDiagram.ofVerdict(verdict)));
    }

    @Test
    void shouldDrawARowForEachMetricOfThePanelInItsOrder() throws Exception {
        SvgDocument svg = drawn(verdict().build());

        assertThat(svg.parts("umami-row"))
                .extracting(row -> row.getAttribute("data-metric"))
                .containsExactly("cfBw", "metadataReaddirs", "jobProcesses");
        Element readdirs = svg.parts("umami-row").get(1);
        assertThat(readdirs.getAttribute("data-value")).isEqualTo("8.0");
        assertThat(readdirs.getAttribute("data-quartile")).isEqualTo("4");
        assertThat(readdirs.getAttribute("data-good")).isEqualTo("low");
        assertThat(readdirs.getAttribute("data-unit")).isEqualTo("operations");
        assertThat(SvgDocument.texts(readdirs))
                .contains("Directory reads", "operations", "lower is better", "8", "quartile 4, worst");
    }

    @Test
    void shouldKeepMissingValuesOfTheHistoryMissing() throws Exception {
        Element history = drawn(verdict().build()).parts("umami-history").get(0);

        assertThat(history.getAttribute("data-values")).isEqualTo("0.5 2.5 - 6.0");
        assertThat(history.getAttribute("data-times")).startsWith(FIRST + " ").endsWith(Runs.START.toString());
    }

    @Test
    void shouldDrawTheStarAndTheDashedLineAtTheSameHeightInTheColourOfTheQuartile() throws Exception {
        for (Element row : drawn(verdict().build()).parts("umami-row")) {
            Element line = only(SvgDocument.parts(row, "umami-line"));
            Element star = only(SvgDocument.parts(row, "umami-star"));
            double[] ends = SvgDocument.line(line);
            assertThat(ends[1]).isEqualTo(ends[3]);
            // The first point of the star is its top, the radius above its middle.
            assertThat(firstPoint(star)[1] + 9).isCloseTo(ends[1], within(0.1));
            int quartile = Integer.parseInt(row.getAttribute("data-quartile"));
            assertThat(line.getAttribute("data-colour")).isEqualTo(PictureStyle.css(PictureStyle.quartile(quartile)));
            assertThat(star.getAttribute("data-colour")).isEqualTo(line.getAttribute("data-colour"));
        }
    }

    @Test
    void shouldDrawTheBoxOnTheScaleOfTheHistory() throws Exception {
        Element row = drawn(verdict().build()).parts("umami-row").get(1);
        Element box = only(SvgDocument.parts(row, "umami-box"));
        double value = SvgDocument.line(only(SvgDocument.parts(row, "umami-line")))[1];
        Element body = SvgDocument.elements(box, "rect").get(0);
        double p75 = SvgDocument.number(body, "y");
        double p25 = p75 + SvgDocument.number(body, "height");

        // 8 lies as far above the 75th percentile (4) as that lies above 0, in steps of 25th to 75th (2 to 4).
        assertThat(p75 - value).isCloseTo(2 * (p25 - p75), within(0.2));
        List<Double> heights = SvgDocument.elements(box, "line").stream()
                .map(line -> SvgDocument.number(line, "y2"))
                .toList();
        double step = (p25 - p75) / 2;
        assertThat(heights.get(0)).isCloseTo(p75 - step, within(0.1)); // 95th percentile, 5
        assertThat(heights.get(1)).isCloseTo(p25 + step, within(0.1)); // 5th percentile, 1
        assertThat(heights.get(4)).isCloseTo(p25 - step, within(0.1)); // median, 3
    }

    @Test
    void shouldDrawValuesBeyondTheWhiskersAsCircles() throws Exception {
        Element row = drawn(verdict().build()).parts("umami-row").get(0);

        assertThat(SvgDocument.parts(row, "umami-outlier"))
                .extracting(circle -> circle.getAttribute("data-value"))
                .containsExactly("0.5", "6.0");
    }

    @Test
    void shouldAlignTheColumnsOfAllRowsAndTheTimeAxis() throws Exception {
        SvgDocument svg = drawn(verdict().build());

        assertThat(svg.parts("umami-line"))
                .extracting(line -> SvgDocument.line(line)[0])
                .containsOnly(SvgDocument.line(svg.parts("umami-line").get(0))[0]);
        assertThat(svg.parts("umami-star"))
                .extracting(star -> firstPoint(star)[0])
                .containsOnly(firstPoint(svg.parts("umami-star").get(0))[0]);
        assertThat(svg.parts("umami-history"))
                .extracting(history -> SvgDocument.texts(history).stream().anyMatch(text -> text.contains("Feb")))
                .as("only the lowest row has a time axis")
                .containsExactly(false, false, true);
    }

    @Test
    void shouldSayWhatIsDrawnAndHowMuchOfTheClimate() throws Exception {
        SvgDocument svg = drawn(verdict().build());

        assertThat(svg.root().getAttribute("aria-label")).isEqualTo("UMAMI of job 4711, vpicio_uni on scratch");
        assertThat(SvgDocument.texts(svg.root()))
                .anyMatch(text -> text.contains("the 60 runs before it (the newest 4 drawn)"))
                .contains("Performance is normal.");
    }

    @Test
    void shouldStayWellFormedWhateverTheNamesOfJobsAndUsersAre() throws Exception {
        String hostile = "</text><script>alert('x')</script>&\"\u0001\uD800";
        SvgDocument svg = drawn(verdict()
                .setApplication(hostile)
                .setJobId(hostile)
                .setUser(hostile)
                .setSentence(hostile.repeat(40))
                .build());

        assertThat(SvgDocument.elements(svg.root(), "script")).isEmpty();
        assertThat(svg.root().getAttribute("aria-label")).contains("</text><script>alert('x')</script>&\"\uFFFD\uFFFD");
    }

    @Test
    void shouldDrawTheSameAsAnImageWithoutAScreen() throws Exception {
        UmamiDiagram umami = UmamiDiagram.ofVerdict(verdict().build());
        BufferedImage image = ImageIO.read(new ByteArrayInputStream(PictureRenderer.png(umami)));
        UmamiPicture picture = new UmamiPicture(umami);

        assertThat(image.getWidth()).isEqualTo(2 * picture.width());
        assertThat(image.getHeight()).isEqualTo(2 * picture.height());
        SvgDocument svg = SvgDocument.of(PictureRenderer.svg(umami));
        for (Element row : svg.parts("umami-row")) {
            Element line = only(SvgDocument.parts(row, "umami-line"));
            double[] ends = SvgDocument.line(line);
            int pixel = image.getRGB((int) Math.round(2 * ends[0]) + 4, (int) Math.round(2 * ends[1])) & 0xffffff;
            assertThat(String.format("#%06x", pixel)).isEqualTo(line.getAttribute("data-colour"));
        }
    }

    @Test
    void shouldRefuseAVerdictWithoutClimateAndSayWhy() {
        Anomaly early = verdict()
                .setVerdict(Verdict.TOO_EARLY)
                .setPanel(List.of())
                .setSentence("Too early: 3 earlier runs.")
                .build();

        assertThatThrownBy(() -> UmamiDiagram.ofVerdict(early))
                .isInstanceOf(UndrawableRunException.class)
                .hasMessage("its verdict is TOO_EARLY, without a climate: Too early: 3 earlier runs.");
    }

    @Test
    void shouldPutARunBesideTheRunsBeforeAroundOrAfterIt() throws Exception {
        JobWeather run =
                Runs.weather("run", 0, 1e9, Map.of(WeatherMetric.CF_BW, 0.5)).build();
        List<JobWeather> runs = new ArrayList<>(List.of(run));
        for (int day = 1; day <= 12; day++) {
            runs.add(Runs.weather("before" + day, -day, 2e9, Map.of(WeatherMetric.CF_BW, 0.9 - day / 100.0))
                    .build());
            runs.add(Runs.weather("after" + day, day, 0.5e9, Map.of(WeatherMetric.CF_BW, 0.1 + day / 100.0))
                    .build());
        }
        runs.add(Runs.weather("long ago", -91, 9e9, Map.of()).build());
        runs.add(Runs.weather("small", -1, 9e9, Map.of()).setEligible(false).build());
        runs.add(Runs.weather("other", -1, 9e9, Map.of()).setMotif("other").build());
        Anomaly verdict = Runs.verdict(run).build();

        UmamiDiagram before = UmamiDiagram.ofRuns(verdict, runs, ClimateSide.BEFORE, ClimatePolicy.DEFAULT);
        UmamiDiagram around = UmamiDiagram.ofRuns(verdict, runs, ClimateSide.AROUND, ClimatePolicy.DEFAULT);
        UmamiDiagram after = UmamiDiagram.ofRuns(verdict, runs, ClimateSide.AFTER, ClimatePolicy.DEFAULT);

        assertThat(before.rows()).extracting(UmamiRow::quartile).containsExactly(4, 4);
        assertThat(after.rows()).extracting(UmamiRow::quartile).containsExactly(1, 1);
        assertThat(around.rows().get(0).climateSize()).isEqualTo(24);
        assertThat(around.climate()).isEqualTo("the 24 runs within 90 days around it");
        assertThat(around.rows().get(1).history())
                .extracting(point -> point.time().isBefore(run.getEndTime()))
                .startsWith(true)
                .endsWith(false);
        SvgDocument svg = SvgDocument.of(PictureRenderer.svg(around));
        double star = firstPoint(svg.parts("umami-star").get(0))[0];
        double end = firstPoint(
                SvgDocument.of(PictureRenderer.svg(before)).parts("umami-star").get(0))[0];
        assertThat(star).as("the run stands in the middle of its time").isLessThan(end - 150);
    }

    @Test
    void shouldDrawEarlierRunsAsIfTheyLayOnAsManyOsts() throws Exception {
        JobWeather run =
                Runs.weather("run", 0, 1e9, Map.of(WeatherMetric.JOB_OSTS, 1.0)).build();
        List<JobWeather> runs = new ArrayList<>(List.of(run));
        for (int day = 1; day <= 12; day++) {
            double osts = day % 3 == 0 ? 1 : 4;
            runs.add(Runs.weather("before" + day, -day, 2e9 * osts, Map.of(WeatherMetric.JOB_OSTS, osts))
                    .build());
        }

        UmamiDiagram umami =
                UmamiDiagram.ofRuns(Runs.verdict(run).build(), runs, ClimateSide.BEFORE, ClimatePolicy.DEFAULT);

        assertThat(umami.climate()).isEqualTo("the 12 runs within 90 days before it, as if on 1 OST");
        assertThat(umami.rows().get(0).history())
                .allSatisfy(point -> assertThat(point.value()).isCloseTo(2e9, within(1.0)));
        assertThat(UmamiDiagram.ofVerdict(verdict().setOsts(4.0).build()).climate())
                .endsWith(", as if on 4 OSTs");
    }

    @Test
    void shouldTakeTheLatestRevisionOfARun() throws Exception {
        JobWeather run = Runs.weather("run", 0, 1e9, Map.of()).build();
        List<JobWeather> runs = new ArrayList<>(List.of(run));
        for (int day = 1; day <= 10; day++) {
            runs.add(Runs.weather("before" + day, -day, 2e9, Map.of())
                    .setRevision(2)
                    .build());
            runs.add(Runs.weather("before" + day, -day, 9e9, Map.of()).build());
        }

        UmamiDiagram umami =
                UmamiDiagram.ofRuns(Runs.verdict(run).build(), runs, ClimateSide.BEFORE, ClimatePolicy.DEFAULT);

        assertThat(umami.rows().get(0).history())
                .hasSize(10)
                .extracting(UmamiRow.Point::value)
                .containsOnly(2e9);
    }

    @Test
    void shouldSayHowManyRunsAreMissing() {
        JobWeather run = Runs.weather("run", 0, 1e9, Map.of()).build();

        assertThatThrownBy(() -> UmamiDiagram.ofRuns(
                        Runs.verdict(run).build(), List.of(run), ClimateSide.AFTER, ClimatePolicy.DEFAULT))
                .isInstanceOf(UndrawableRunException.class)
                .hasMessage("there are 0 runs of its motif within 90 days after it, and 10 are needed");
    }

    private static Element only(List<Element> elements) {
        assertThat(elements).hasSize(1);
        return elements.get(0);
    }

    /** Of the first outline: x and y. */
    private static double[] firstPoint(Element part) {
        Element path = SvgDocument.elements(part, "path").stream()
                .filter(element -> element.getAttribute("d").startsWith("M"))
                .findFirst()
                .orElseThrow();
        String[] words = path.getAttribute("d").substring(1).trim().split("[ ,L]+", -1);
        return new double[] {Double.parseDouble(words[0]), Double.parseDouble(words[1])};
    }
}
