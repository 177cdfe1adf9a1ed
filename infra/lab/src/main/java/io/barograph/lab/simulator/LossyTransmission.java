package io.barograph.lab.simulator;

import io.barograph.lab.simulator.plan.CollectionDisturbances;
import io.barograph.lab.simulator.plan.MicroTime;
import io.barograph.lab.simulator.server.SimulationEventQueue;
import io.barograph.lab.simulator.server.SimulationEventQueue.Turn;
import io.barograph.schemas.ServerSample;
import io.barograph.schemas.Topic;
import java.util.SplittableRandom;
import java.util.function.ObjLongConsumer;
import java.util.function.Supplier;
import org.apache.avro.specific.SpecificRecord;

/** The way from storage hosts to the topics: they are asked late, answers get lost, come late or twice. */
record LossyTransmission(
        SimulationEventQueue agenda,
        PublicationQueue publications,
        CollectionDisturbances disturbances,
        long intervalMicros,
        SplittableRandom jitterRandom,
        SplittableRandom lossRandom,
        SplittableRandom delayRandom,
        SplittableRandom duplicateRandom) {
    /** Asks a host at this instant, or somewhat later where the instants jitter. */
    void ask(Runnable poll) {
        long jitterMillis = disturbances.sampleJitter().toMillis();
        if (jitterMillis == 0) {
            poll.run();
        } else {
            agenda.at(agenda.nowMicros() + 1000 * jitterRandom.nextLong(jitterMillis + 1), Turn.POLL, poll);
        }
    }

    /** @return true if the next answer is lost */
    boolean isLost() {
        return happens(disturbances.lostSamples(), lossRandom);
    }

    /** @param answer makes the record of an answer that is not lost, each time another object with the same values */
    <T extends SpecificRecord> void publish(Topic<T> topic, Supplier<T> answer) {
        publish(answer, (record, micros) -> publications.add(micros, topic, record));
    }

    /** As {@link #publish} for a sample of a server, which becomes part of a poll, unless it is lost. */
    void publishSample(Supplier<ServerSample> answer) {
        if (!isLost()) {
            publish(answer, publications::addSample);
        }
    }

    private <T> void publish(Supplier<T> answer, ObjLongConsumer<T> queue) {
        long publishedMicros = agenda.nowMicros();
        if (happens(disturbances.lateSamples(), delayRandom)) {
            publishedMicros += Math.round(delayRandom.nextDouble() * MicroTime.micros(disturbances.latestSample()));
        }
        queue.accept(answer.get(), publishedMicros);
        if (happens(disturbances.duplicateSamples(), duplicateRandom)) {
            long again = publishedMicros + 1000 + duplicateRandom.nextLong(intervalMicros);
            queue.accept(answer.get(), again);
        }
    }

    private static boolean happens(double share, SplittableRandom random) {
        return share > 0 && random.nextDouble() < share;
    }
}
