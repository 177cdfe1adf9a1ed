package io.barograph.lab.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.barograph.lab.simulator.plan.DemandKind;
import io.barograph.lab.simulator.plan.SimulatedFault;
import io.barograph.runtime.PublishException;
import io.barograph.runtime.RecordPublisher;
import io.barograph.schemas.AvroCodec;
import io.barograph.schemas.JobSummary;
import io.barograph.schemas.MalformedRecordException;
import io.barograph.schemas.ServerPoll;
import io.barograph.schemas.ServerPolls;
import io.barograph.schemas.ServerSample;
import io.barograph.schemas.Topic;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.avro.specific.SpecificRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SimulatorCollectorTest {
    private static final Instant START = Recording.START;
    private static final int SERVERS = 18;
    private static final long SEED = 42;

    private final AdjustableClock clock = new AdjustableClock(START.plusMillis(1));
    private final MemoryPublisher publisher = new MemoryPublisher();
    private final List<JobTruth> truths = new CopyOnWriteArrayList<>();
    private final List<FaultTruth> faults = new CopyOnWriteArrayList<>();
    private final SimulatorCollector collector =
            new SimulatorCollector(Recording.smallSite(), SEED, publisher, truths::add, faults::add);
    private final AtomicReference<Throwable> failure = new AtomicReference<>();
    private final Thread runner = thread(collector, clock, Duration.ZERO);

    private Thread thread(SimulatorCollector running, InstantSource time, Duration past) {
        return new Thread(() -> {
            try {
                running.run(time, past);
            } catch (PublishException | InterruptedException e) {
                failure.set(e);
            }
        });
    }

    @AfterEach
    void stopRunner() throws InterruptedException {
        collector.stop();
        runner.join();
    }

    private void publishPast(Recording recording) throws InterruptedException {
        AdjustableClock later = new AdjustableClock(START.plusSeconds(120));
        Thread live = thread(collector, later, Duration.ofMinutes(2));
        live.start();
        await().until(() -> publisher.summaries().size() >= recording.summaries.size()
                && publisher.samples().size() >= recording.samples.size());
        collector.stop();
        live.join();
    }

    @Test
    void shouldPublishThePastOfARunningSiteAtOnceInTheOrderOfTime() throws InterruptedException {
        Recording recording = Recording.ofSmallSite(SEED, 120);
        publishPast(recording);

        assertThat(publisher.samples()).isEqualTo(recording.samples);
        assertThat(publisher.summaries()).isEqualTo(recording.summaries);
        assertThat(truths).isEqualTo(recording.truths);
        assertThat(publisher.flushed).isEqualTo(publisher.published.size());
        assertThat(publisher.published).isSortedAccordingTo((a, b) -> Long.compare(timestamp(a), timestamp(b)));
        assertThat(publisher.samples())
                .allSatisfy(sample -> assertThat(sample.getPublishedAt()).isEqualTo(sample.getTime()));
    }

    @Test
    void shouldPublishRecordsThatSurviveTheWire() throws MalformedRecordException, InterruptedException {
        publishPast(Recording.ofSmallSite(SEED, 120));

        AvroCodec<ServerPoll> polls = AvroCodec.of(ServerPoll.class);
        assertThat(publisher.polls).isNotEmpty();
        for (ServerPoll poll : publisher.polls) {
            assertThat(polls.decode(polls.encode(poll))).isEqualTo(poll);
        }
        AvroCodec<JobSummary> summaries = AvroCodec.of(JobSummary.class);
        for (JobSummary summary : publisher.summaries()) {
            assertThat(summaries.decode(summaries.encode(summary))).isEqualTo(summary);
        }
    }

    @Test
    void shouldFollowTheClockAndSayWhenASampleWasPublished() throws InterruptedException {
        runner.start();
        await().until(() -> publisher.flushed == SERVERS);
        assertThat(publisher.samples()).allSatisfy(sample -> {
            assertThat(sample.getTime()).isEqualTo(START);
            assertThat(sample.getPublishedAt()).isEqualTo(START.plusMillis(1));
        });

        clock.set(START.plusMillis(5_120));
        await().until(() -> publisher.flushed == 2 * SERVERS);
        assertThat(publisher.samples().subList(SERVERS, 2 * SERVERS)).allSatisfy(sample -> {
            assertThat(sample.getTime()).isEqualTo(START.plusSeconds(5));
            assertThat(sample.getPublishedAt()).isEqualTo(START.plusMillis(5_120));
        });

        collector.stop();
        runner.join();
        assertThat(failure).hasValue(null);
    }

    @Test
    void shouldSayWhatAFaultDidThatIsNotOverWhenItStops() throws InterruptedException {
        SimulatedFault fault = SimulatedFault.degraded(
                "sim-scratch", DemandKind.WRITE, Duration.ofSeconds(1), Duration.ofMinutes(10), 3);
        SimulatorCollector faulty = new SimulatorCollector(
                Recording.smallSite().withFaults(List.of(fault)), SEED, publisher, truths::add, faults::add);
        clock.set(START.plusSeconds(60));
        Thread live = thread(faulty, clock, Duration.ofMinutes(1));
        live.start();
        await().until(() -> clock.readings.get() > 1);
        assertThat(faults).isEmpty();
        faulty.stop();
        live.join();

        assertThat(faults).singleElement().satisfies(truth -> {
            assertThat(truth.fault()).isEqualTo(fault);
            assertThat(truth.onset()).isEqualTo(START.plusSeconds(1));
        });
    }

    @Test
    void shouldStandStillWhileTheClockIsSetBack() {
        runner.start();
        await().until(() -> publisher.flushed == SERVERS);
        clock.set(START.plusSeconds(5));
        await().until(() -> publisher.flushed == 2 * SERVERS);
        clock.set(START.minusSeconds(60));
        int readings = clock.readings.get();
        await().until(() -> clock.readings.get() > readings + 1);
        clock.set(START.plusSeconds(10));
        await().until(() -> publisher.flushed >= 3 * SERVERS);

        assertThat(publisher.samples()).extracting(ServerSample::getTime).isSorted();
        assertThat(publisher.samples()).hasSize(3 * SERVERS);
    }

    @Test
    void shouldEndWhenARecordCannotBeStored() throws InterruptedException {
        publisher.failure = new PublishException("no broker", null);
        runner.start();
        runner.join();

        assertThat(failure).hasValue(publisher.failure);
        assertThatThrownBy(() -> collector.run(clock, Duration.ZERO)).isEqualTo(publisher.failure);
    }

    private static long timestamp(SpecificRecord record) {
        return record instanceof ServerSample sample
                ? sample.getTime().toEpochMilli()
                : Topic.JOB_SUMMARIES.timestamp().applyAsLong((JobSummary) record);
    }

    private static final class AdjustableClock implements InstantSource {
        private final AtomicReference<Instant> now;
        final AtomicInteger readings = new AtomicInteger();

        AdjustableClock(Instant start) {
            now = new AtomicReference<>(start);
        }

        void set(Instant instant) {
            now.set(instant);
        }

        @Override
        public Instant instant() {
            readings.incrementAndGet();
            return now.get();
        }
    }

    /** Keeps records, and of polls the samples. */
    private static final class MemoryPublisher implements RecordPublisher {
        final List<SpecificRecord> published = new CopyOnWriteArrayList<>();
        final List<ServerPoll> polls = new CopyOnWriteArrayList<>();
        volatile int flushed;
        volatile PublishException failure;

        List<ServerSample> samples() {
            return ofType(ServerSample.class);
        }

        List<JobSummary> summaries() {
            return ofType(JobSummary.class);
        }

        private <T> List<T> ofType(Class<T> type) {
            List<T> records = new ArrayList<>();
            for (SpecificRecord record : published) {
                if (type.isInstance(record)) {
                    records.add(type.cast(record));
                }
            }
            return records;
        }

        @Override
        public <T extends SpecificRecord> boolean publish(Topic<T> topic, T record) {
            if (record instanceof ServerPoll poll) {
                polls.add(poll);
                published.addAll(ServerPolls.samples(poll));
            } else {
                published.add(record);
            }
            return true;
        }

        @Override
        public void flush() {
            if (failure != null) {
                throw failure;
            }
            flushed = published.size();
        }

        @Override
        public void close() {}
    }
}
