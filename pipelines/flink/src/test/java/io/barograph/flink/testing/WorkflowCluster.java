package io.barograph.flink.testing;

import java.util.List;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.runtime.minicluster.MiniClusterConfiguration;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.util.TestStreamEnvironment;

/**
 * One Flink cluster for the workflow tests of a JVM: most of their jobs take less time than the start of a cluster. It
 * ends with the JVM.
 */
public final class WorkflowCluster {
    private static final int SLOTS = 4;
    private static final MiniCluster CLUSTER = start();

    private WorkflowCluster() {}

    private static MiniCluster start() {
        MiniCluster cluster = new MiniCluster(new MiniClusterConfiguration.Builder()
                .setConfiguration(new Configuration())
                .setNumTaskManagers(1)
                .setNumSlotsPerTaskManager(SLOTS)
                .withRandomPorts()
                .build());
        try {
            cluster.start();
        } catch (Exception e) { // what start() declares
            throw new IllegalStateException("Flink did not start", e);
        }
        return cluster;
    }

    /**
     * @param parallelism parallel subtasks
     * @param configuration options of the job
     * @return an environment for one job
     */
    public static StreamExecutionEnvironment environment(int parallelism, Configuration configuration) {
        return new TestStreamEnvironment(CLUSTER, configuration, parallelism, List.of(), List.of());
    }
}
