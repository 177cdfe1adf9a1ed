package io.barograph.lab.bench;

import java.io.IOException;

/**
 * A benchmark.
 *
 * @param name what {@code --only} calls it
 * @param servers which servers it needs
 */
record BenchPart(String name, Servers servers, Measurement measurement) {
    enum Servers {
        /** None. */
        NONE,
        /** Kafka and Flink. */
        KAFKA_AND_FLINK,
        /** Kafka, Flink and InfluxDB. */
        ALL
    }

    interface Measurement {
        /**
         * @param run servers, scale and site that the benchmarks of one call share
         * @param figures takes what is found
         */
        void take(BenchRun run, BenchResult figures) throws IOException, InterruptedException;
    }
}
