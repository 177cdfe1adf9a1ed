package io.barograph.flink;

import io.barograph.configuration.BarographConfiguration;
import io.barograph.configuration.ConfigurationException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.TreeSet;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.PipelineOptions;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.util.ParameterTool;

/**
 * Arguments of a job's main method.
 *
 * @param replay name of the replay that the topics belong to; empty for live results
 * @param bounded true: read what the topics hold now and end
 * @param again true: start without the state that was lost, from the topics
 */
public record JobArguments(BarographConfiguration configuration, String replay, boolean bounded, boolean again) {
    /** Time between two checkpoints of a live job, and so between two commits of its results. */
    public static final Duration CHECKPOINT_INTERVAL = Duration.ofSeconds(5);

    /** The message to the user. */
    static final String USAGE =
            """
            arguments:
              --config FILE          configuration of the installation (docs/configuration.md)
              --replay NAME          value of the tag replay of results (none: live)
              --bounded true|false   read what the topics hold and end (false)
              --again true|false     analysis: its checkpoints are lost, start again from the topics (false)
            """;

    private static final Set<String> KNOWN = Set.of("config", "replay", "bounded", "again");

    /**
     * @param args arguments as in the usage, which is the message for wrong ones
     * @throws ConfigurationException if the configuration cannot be used
     * @throws IllegalArgumentException if an argument is unknown, missing or wrong; the message says which
     */
    public static JobArguments parse(String[] args) {
        ParameterTool given = ParameterTool.fromArgs(args);
        Set<String> unknown = new TreeSet<>(given.toMap().keySet());
        unknown.removeAll(KNOWN);
        if (!unknown.isEmpty()) {
            throw new IllegalArgumentException("unknown arguments " + unknown + "; " + USAGE);
        }
        if (!given.has("config")) {
            throw new IllegalArgumentException("--config is missing; " + USAGE);
        }
        return new JobArguments(
                BarographConfiguration.read(Path.of(given.get("config"))),
                given.get("replay", ""),
                given.getBoolean("bounded", false),
                given.getBoolean("again", false));
    }

    /** @return environment of the cluster that the job is submitted to, with a checkpoint every {@link #CHECKPOINT_INTERVAL} */
    public static StreamExecutionEnvironment environment() {
        org.apache.flink.configuration.Configuration flink = new org.apache.flink.configuration.Configuration();
        flink.set(CheckpointingOptions.CHECKPOINTING_INTERVAL, CHECKPOINT_INTERVAL);
        flink.set(PipelineOptions.GENERIC_TYPES, false);
        flink.set(PipelineOptions.AUTO_GENERATE_UIDS, false);
        return StreamExecutionEnvironment.getExecutionEnvironment(flink);
    }
}
