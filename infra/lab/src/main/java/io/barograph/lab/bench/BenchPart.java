package io.barograph.lab.bench;

import java.io.IOException;

/** One benchmark. */
interface BenchPart {
    /** The servers that a benchmark uses. */
    enum Servers {
        /** None. */
        NONE,
        /** Kafka and Flink. */
        KAFKA_AND_FLINK,
        /** Kafka, Flink and InfluxDB. */
        ALL
    }

    /** @return what {@code --only} calls it */
    String name();

    /** @return what must run beside it */
    Servers servers();

    /**
     * @param run servers, scale and site that the benchmarks of one call share
     * @return what it found
     * @throws IOException if a server does not answer
     * @throws InterruptedException if interrupted
     */
    BenchResult run(BenchRun run) throws IOException, InterruptedException;
}
