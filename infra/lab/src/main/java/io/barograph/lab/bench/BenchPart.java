package io.barograph.lab.bench;

import io.barograph.stack.LocalStack;
import java.io.IOException;
import java.util.Set;

/**
 * A benchmark.
 *
 * @param name what {@code --only} calls it
 * @param servers what it needs beside Flink; if nothing, no Flink either
 */
record BenchPart(String name, Set<LocalStack.Server> servers, Measurement measurement) {
    interface Measurement {
        /**
         * @param run servers, scale and site that the benchmarks of one call share
         * @param figures takes what is found
         */
        void take(BenchRun run, BenchResult figures) throws IOException, InterruptedException;
    }
}
