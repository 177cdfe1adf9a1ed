package io.barograph.lab.simulator.server;

/** What another job moved on the same servers in the same time. */
public record CompetingJob(String jobId, String executable, ByteVolume volume, long metadataOperations) {}
