package io.barograph.configuration;

/**
 * Where the input topics are kept for replays.
 *
 * @param folder a folder of this machine, or the URI of one in any file system that Flink knows
 */
public record ArchiveSettings(
        @Setting(
                        value =
                                "Folder of this machine, or URI of one in any file system that Flink knows, for instance"
                                        + " s3://bucket/archive.",
                        required = true)
                FolderLocation folder) {}
