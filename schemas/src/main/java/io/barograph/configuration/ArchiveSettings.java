package io.barograph.configuration;

/** Where the input topics are kept for replays. */
public record ArchiveSettings(
        @Setting(
                        value =
                                "Folder of this machine, or URI of one in any file system that Flink knows, for instance"
                                        + " s3://bucket/archive.",
                        required = true)
                FolderLocation folder) {}
