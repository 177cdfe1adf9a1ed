package io.barograph.sources.slurm;

import io.barograph.runtime.RefusedRecordException;
import java.util.Locale;
import java.util.Set;

/**
 * State of a job, in Slurm's words.
 *
 * @param name the word: {@code COMPLETED}, {@code TIMEOUT}, {@code CANCELLED}, ...
 */
record SlurmState(String name) {
    /** States that a run of a job ends in; a run that was requeued has ended, and the next one is another. */
    private static final Set<String> ENDED = Set.of(
            "BOOT_FAIL",
            "CANCELLED",
            "COMPLETED",
            "DEADLINE",
            "FAILED",
            "LAUNCH_FAILED",
            "NODE_FAIL",
            "OUT_OF_MEMORY",
            "PREEMPTED",
            "RECONFIG_FAIL",
            "REQUEUED",
            "REVOKED",
            "SPECIAL_EXIT",
            "TIMEOUT");

    private static final Set<String> NOT_STARTED = Set.of("PENDING", "REQUEUE_FED", "REQUEUE_HOLD", "RESV_DEL_HOLD");

    /**
     * @param text {@code COMPLETED}, or {@code CANCELLED by 1001}: what follows the word says who, and is left out; a
     *     {@code +} for what did not fit the column as well
     */
    static SlurmState parse(String text) throws RefusedRecordException {
        String word = text.strip().split("[ +]", 2)[0].toUpperCase(Locale.ROOT);
        if (!word.matches("[A-Z_]{2,32}")) {
            throw new RefusedRecordException("\"" + TextShortener.of(text) + "\" is no job state");
        }
        return new SlurmState(word);
    }

    boolean hasEnded() {
        return ENDED.contains(name);
    }

    /** The times of a job that waits are what the scheduler expects. */
    boolean hasStarted() {
        return !NOT_STARTED.contains(name);
    }
}
