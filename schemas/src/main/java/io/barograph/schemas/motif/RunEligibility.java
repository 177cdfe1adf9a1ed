package io.barograph.schemas.motif;

import java.io.Serializable;

/**
 * How large a run must be to be judged and to enter climates.
 *
 * @param fewestBytes bytes that it read and wrote on the file system, at least
 * @param fewestProcesses its processes, at least
 */
public record RunEligibility(long fewestBytes, int fewestProcesses) implements Serializable {
    /** 1 GB and 2 processes. */
    public static final RunEligibility DEFAULT = new RunEligibility(1_000_000_000L, 2);

    /**
     * @param bytes bytes that a run read and wrote on the file system
     * @return true if it is large enough
     */
    public boolean holds(long bytes, int processes) {
        return bytes >= fewestBytes && processes >= fewestProcesses;
    }
}
