package io.barograph.lab.simulator.server;

import com.fasterxml.jackson.annotation.JsonUnwrapped;

/** What another job moved on the same servers in the same time. */
public record CompetingJob(
        String jobId, String executable, @JsonUnwrapped ByteVolume volume, long metadataOperations) {}
