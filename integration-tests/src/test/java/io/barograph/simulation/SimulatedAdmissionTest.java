package io.barograph.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.barograph.lab.simulator.PublishedRecord;
import io.barograph.lab.simulator.SimulatedRecords;
import io.barograph.lab.simulator.plan.CollectionDisturbances;
import io.barograph.lab.simulator.plan.FileSystemModel;
import io.barograph.lab.simulator.plan.JobLoad;
import io.barograph.lab.simulator.plan.SiteConfiguration;
import io.barograph.schemas.AvroCodec;
import io.barograph.schemas.ServerPoll;
import io.barograph.schemas.ServerPolls;
import io.barograph.schemas.ServerSample;
import io.barograph.schemas.Topic;
import io.barograph.schemas.admission.RecordAdmission;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import org.apache.avro.specific.SpecificRecord;
import org.junit.jupiter.api.Test;

/** What a site publishes whose clocks are off, whose counters restart and whose logs have whole seconds is all admitted. */
class SimulatedAdmissionTest {
    private final Map<String, Integer> admitted = new TreeMap<>();

    @Test
    void shouldAdmitAllThatARoughSitePublishes() throws Exception {
        SiteConfiguration site = SiteConfiguration.calm(
                        FileSystemModel.of("sim-scratch", 8, 1), FileSystemModel.of("sim-projects", 4, 1))
                .withJobs(JobLoad.of(Duration.ofSeconds(10), Duration.ofSeconds(15), Duration.ofSeconds(60), 0.1, 2))
                .withDisturbances(CollectionDisturbances.ROUGH);
        SimulatedRecords records =
                new SimulatedRecords(site, 25, SimulatedSpan.START, SimulatedSpan.START.plus(Duration.ofMinutes(30)));
        while (records.hasNext()) {
            check(records.next());
        }
        assertThat(admitted)
                .containsKeys("server-polls", "job-samples", "probe-timings", "job-summaries", "job-events");
    }

    private <T extends SpecificRecord> void check(PublishedRecord<T> published) throws Exception {
        Topic<T> topic = published.topic();
        AvroCodec<T> codec = AvroCodec.of(topic.type());
        T read = codec.decode(codec.encode(published.record()));

        assertThat(RecordAdmission.of(topic.type())
                        .refusal(read, topic.timestamp().applyAsLong(published.record())))
                .as("%s", read)
                .isNull();
        if (read instanceof ServerPoll poll) {
            RecordAdmission<ServerSample> samples = RecordAdmission.ofSamples();
            assertThat(ServerPolls.samples(poll)).allSatisfy(sample -> assertThat(
                            samples.refusal(sample, sample.getTime().toEpochMilli()))
                    .isNull());
        }
        admitted.merge(topic.name(), 1, Integer::sum);
    }
}
