package io.barograph.lab.soak;

import static org.assertj.core.api.Assertions.assertThat;

import io.barograph.influxdb.InfluxDbAdmin;
import io.barograph.influxdb.InfluxRow;
import io.barograph.schemas.Topic;
import io.barograph.stack.HomeFolder;
import io.barograph.stack.LocalStack;
import io.barograph.testing.AtLength;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A whole soak run, in a hurry and without faults; then its results are tampered with, one way after the other. */
@Timeout(600)
@AtLength
class SoakSabotageIT {
    private static final int SLOTS = 6;
    private static final Duration LENGTH = Duration.ofMinutes(40);
    private static final double SPEED = 600;

    @TempDir
    private Path folder;

    private InfluxDbAdmin influxDb;

    @Test
    void shouldBeGoodAndThenCatchEachWayOfTamperingWithResults() throws Exception {
        Instant from =
                Instant.now().truncatedTo(ChronoUnit.MINUTES).minus(LENGTH).minus(SoakSite.AFTERWARDS);
        SoakSite site = new SoakSite(2, 7, from, LENGTH, SPEED);
        LocalStack.Settings settings = new LocalStack.Settings("soak", Optional.empty(), SLOTS, Duration.ofSeconds(1));
        StringWriter said = new StringWriter();
        try (LocalStack stack = LocalStack.start(settings, new HomeFolder(folder), new PrintWriter(said))) {
            SoakRun run = new SoakRun(stack, site, List.of(), new PrintWriter(said));
            influxDb = new InfluxDbAdmin(run.influxDb());

            SoakResult untouched = run.run();

            assertThat(wrong(untouched)).as(said.toString()).isEmpty();
            assertThat(untouched.gaps()).isEmpty();
            assertThat(of(untouched, "slowdown").expected()).isGreaterThan(100);

            influxDb.query(
                    "SELECT \"median_s\" * 0 + 999 AS \"median_s\" INTO \"slowdown\" FROM \"slowdown\" GROUP BY *");
            SoakResult overwritten = run.compare();
            assertThat(of(overwritten, "slowdown").live())
                    .isEqualTo(of(untouched, "slowdown").live());
            assertThat(of(overwritten, "slowdown").different()).isPositive();
            assertThat(of(overwritten, "slowdown").differences())
                    .first()
                    .asString()
                    .contains("median_s is 999 instead of");
            assertThat(overwritten.verdict()).isEqualTo(SoakResult.Verdict.NOT_GOOD);

            long time = time("job_weather");
            influxDb.query("DELETE FROM \"job_weather\" WHERE time = " + time);
            SoakResult deleted = run.compare();
            assertThat(of(deleted, "job_weather").missing()).isPositive();
            assertThat(of(deleted, "job_weather").differences())
                    .first()
                    .asString()
                    .endsWith("is missing");

            influxDb.query("SELECT mean(\"share\") AS \"share\" INTO \"top_talkers\" FROM \"top_talkers\" WHERE time > "
                    + time + " GROUP BY *");
            SoakResult added = run.compare();
            assertThat(of(added, "top_talkers").extra()).isPositive();
            assertThat(of(added, "top_talkers").differences())
                    .first()
                    .asString()
                    .endsWith("should not be there");

            assertThat(added.results().missing()).isZero();
            drop(stack, Topic.SLOWDOWNS);
            SoakResult dropped = run.compare();
            assertThat(dropped.results().missing()).isPositive();
            assertThat(dropped.results().differences()).first().asString().startsWith("slowdowns only in replay");
        }
    }

    /** Heap is measured over hours, not over the seconds of this run. */
    private static List<String> wrong(SoakResult result) {
        return result.faults().stream()
                .filter(fault -> !fault.startsWith("memory"))
                .toList();
    }

    private static PointDiff.Found of(SoakResult result, String measurement) {
        return result.points().stream()
                .filter(each -> each.measurement().equals(measurement))
                .findFirst()
                .orElseThrow();
    }

    private long time(String measurement) throws IOException, InterruptedException {
        List<InfluxRow> rows = influxDb.query("SELECT * FROM " + measurement + " ORDER BY time LIMIT 1");
        return (Long) rows.get(0).values().get("time");
    }

    private static void drop(LocalStack stack, Topic<?> topic) throws Exception {
        try (Admin admin = Admin.create(stack.broker().adminProperties())) {
            TopicPartition partition =
                    new TopicPartition(topic.in(SoakRun.PREFIX).name(), 0);
            admin.deleteRecords(Map.of(partition, RecordsToDelete.beforeOffset(3)))
                    .all()
                    .get();
        }
    }
}
