package io.barograph.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.barograph.flink.state.AvroFormat;
import io.barograph.lab.simulator.SimulatedRecords;
import io.barograph.lab.simulator.plan.CollectionDisturbances;
import io.barograph.lab.simulator.plan.DemandKind;
import io.barograph.lab.simulator.plan.FileSystemModel;
import io.barograph.lab.simulator.plan.JobLoad;
import io.barograph.lab.simulator.plan.MonitoringSettings;
import io.barograph.lab.simulator.plan.SimulatedFault;
import io.barograph.lab.simulator.plan.SiteConfiguration;
import io.barograph.schemas.CatalogueFileSystem;
import io.barograph.schemas.ProbeTiming;
import io.barograph.schemas.Slowdown;
import io.barograph.schemas.SlowdownKind;
import io.barograph.schemas.SlowdownScope;
import io.barograph.slowdown.SlowdownPolicy;
import io.barograph.slowdown.operators.SlowdownWorkflow;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.PipelineOptions;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.util.CloseableIterator;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Slowdowns of a simulated site whose metadata servers, and later one of whose hosts, are slow for a known time. */
class SimulatedSlowdownWorkflowTest {
    private static final String FILE_SYSTEM = "sim-scratch";
    private static final Instant START = Instant.parse("2026-02-02T00:00:00Z");
    private static final Duration SPAN = Duration.ofMinutes(80);
    private static final Duration METADATA_SLOW = Duration.ofMinutes(40);
    private static final Duration HOST_SLOW = Duration.ofMinutes(60);
    private static final Duration LASTING = Duration.ofMinutes(5);
    private static final Set<String> METADATA = Set.of("CREATE", "STAT", "READ", "DELETE");

    private static List<Slowdown> minutes;

    @BeforeAll
    static void simulate() throws Exception {
        SiteConfiguration site = SiteConfiguration.calm(FileSystemModel.of(FILE_SYSTEM, 16, 1))
                .withJobs(JobLoad.of(Duration.ofMinutes(10), Duration.ofMinutes(2), Duration.ofMinutes(10), 0.01, 1))
                .withObservation(new MonitoringSettings(
                        CatalogueFileSystem.DEFAULT_SAMPLING_INTERVAL,
                        true,
                        3,
                        Duration.ofSeconds(30),
                        CollectionDisturbances.NONE))
                .withFaults(List.of(
                        SimulatedFault.degraded(FILE_SYSTEM, DemandKind.METADATA, METADATA_SLOW, LASTING, 10),
                        SimulatedFault.slowHost(FILE_SYSTEM, 1, HOST_SLOW, LASTING, 5)));
        List<ProbeTiming> timings = new ArrayList<>();
        new SimulatedRecords(site, 7, START, START.plus(SPAN)).forEachRemaining(published -> {
            if (published.record() instanceof ProbeTiming timing) {
                timings.add(timing);
            }
        });
        minutes = slowdowns(timings).stream()
                .filter(slowdown -> slowdown.getKind() == SlowdownKind.INTERVAL)
                .filter(slowdown ->
                        Duration.between(slowdown.getStart(), slowdown.getEnd()).equals(Duration.ofMinutes(1)))
                .toList();
    }

    private static List<Slowdown> slowdowns(List<ProbeTiming> timings) throws Exception {
        Configuration configuration = new Configuration();
        configuration.set(PipelineOptions.GENERIC_TYPES, false);
        configuration.set(PipelineOptions.AUTO_GENERATE_UIDS, false);
        StreamExecutionEnvironment env = StreamExecutionEnvironment.createLocalEnvironment(2, configuration);
        DataStream<ProbeTiming> stream = env.fromData(timings, AvroFormat.typeOf(ProbeTiming.class))
                .uid("timings")
                .assignTimestampsAndWatermarks(
                        WatermarkStrategy.<ProbeTiming>forBoundedOutOfOrderness(Duration.ofSeconds(10))
                                .withTimestampAssigner(
                                        (timing, ignored) -> timing.getTime().toEpochMilli()))
                .uid("watermarks");
        List<Slowdown> results = new ArrayList<>();
        try (CloseableIterator<Slowdown> collected =
                SlowdownWorkflow.ofProbes(stream, SlowdownPolicy.DEFAULT).executeAndCollect("slowdown")) {
            collected.forEachRemaining(results::add);
        }
        return results;
    }

    private static List<Slowdown> ofFileSystem(Duration from, Duration to) {
        return minutes.stream()
                .filter(slowdown -> slowdown.getScope() == SlowdownScope.FILE_SYSTEM)
                .filter(slowdown -> !slowdown.getStart().isBefore(START.plus(from)))
                .filter(slowdown -> !slowdown.getEnd().isAfter(START.plus(to)))
                .toList();
    }

    @Test
    void shouldShowASlowMetadataServerInTheMetadataOperationsAlone() {
        List<Slowdown> during = ofFileSystem(METADATA_SLOW, METADATA_SLOW.plus(LASTING));

        assertThat(during).hasSize(30).allSatisfy(minute -> {
            if (METADATA.contains(minute.getOperation())) {
                assertThat(minute.getSlowdown()).as(minute.getOperation()).isCloseTo(10, within(1.5));
            } else {
                assertThat(minute.getSlowdown()).as(minute.getOperation()).isBetween(0.7, 1.5);
            }
            assertThat(minute.getDepartingHosts()).isEmpty();
        });
    }

    @Test
    void shouldMarkTheSlowHostAndNotTheFileSystem() {
        List<Slowdown> during = ofFileSystem(HOST_SLOW, HOST_SLOW.plus(LASTING));

        assertThat(during).hasSize(30).allSatisfy(minute -> {
            assertThat(minute.getDepartingHosts()).as(minute.getOperation()).hasSize(1);
            assertThat(minute.getAgreeingSlowdown()).isBetween(0.7, 1.5);
        });
        String slow = during.get(0).getDepartingHosts().get(0);
        assertThat(minutes.stream()
                        .filter(slowdown -> slowdown.getScope() == SlowdownScope.HOST)
                        .filter(Slowdown::getDeparts)
                        .filter(slowdown -> !slowdown.getStart().isBefore(START.plus(HOST_SLOW))))
                .hasSizeGreaterThanOrEqualTo(30)
                .allSatisfy(slowdown -> {
                    assertThat(slowdown.getMember()).isEqualTo(slow);
                    assertThat(slowdown.getSlowdown()).isCloseTo(5, within(0.75));
                });
    }

    @Test
    void shouldStayNearOneWhileNothingIsWrong() {
        assertThat(ofFileSystem(Duration.ofMinutes(20), METADATA_SLOW)).allSatisfy(minute -> {
            assertThat(minute.getSlowdown()).isBetween(0.7, 1.5);
            assertThat(minute.getDepartingHosts()).isEmpty();
        });
    }
}
