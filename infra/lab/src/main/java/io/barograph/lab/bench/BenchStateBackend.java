package io.barograph.lab.bench;

import java.util.Locale;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.configuration.StateBackendOptions;

/** Where a job keeps its state. */
enum BenchStateBackend {
    /** On the heap. */
    HASHMAP,
    /** In RocksDB, with incremental checkpoints. */
    ROCKSDB;

    String flinkName() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** @return options of a job that is measured with it: a failure is a failure */
    Configuration options() {
        Configuration options = new Configuration();
        options.set(StateBackendOptions.STATE_BACKEND, flinkName());
        options.set(CheckpointingOptions.INCREMENTAL_CHECKPOINTS, this == ROCKSDB);
        options.set(RestartStrategyOptions.RESTART_STRATEGY, "none");
        return options;
    }
}
