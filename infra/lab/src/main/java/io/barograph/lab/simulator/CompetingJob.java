package io.barograph.lab.simulator;

/**
 * What another job moved on the same servers in the same time.
 *
 * @param jobId the other job
 * @param executable its executable
 * @param volume bytes
 * @param metadataOperations metadata operations; counted for faults only
 */
public record CompetingJob(String jobId, String executable, ByteVolume volume, long metadataOperations) {}
