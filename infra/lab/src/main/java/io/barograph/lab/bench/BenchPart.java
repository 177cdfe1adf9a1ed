package io.barograph.lab.bench;

import java.io.IOException;

abstract class BenchPart {
    enum Servers {
        /** None. */
        NONE,
        /** Kafka and Flink. */
        KAFKA_AND_FLINK,
        /** Kafka, Flink and InfluxDB. */
        ALL
    }

    private final String name;
    private final Servers servers;

    /** @param name what {@code --only} calls it */
    BenchPart(String name, Servers servers) {
        this.name = name;
        this.servers = servers;
    }

    final String name() {
        return name;
    }

    final Servers servers() {
        return servers;
    }

    /** @param run servers, scale and site that the benchmarks of one call share */
    abstract BenchResult run(BenchRun run) throws IOException, InterruptedException;
}
