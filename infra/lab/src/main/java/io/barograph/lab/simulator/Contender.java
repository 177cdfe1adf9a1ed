package io.barograph.lab.simulator;

/**
 * What another job moved on the same servers in the same time.
 *
 * @param jobId the other job
 * @param executable its executable
 * @param volume bytes
 * @param metadataOperations metadata operations; counted for faults only
 */
public record Contender(String jobId, String executable, Volume volume, long metadataOperations) {}
