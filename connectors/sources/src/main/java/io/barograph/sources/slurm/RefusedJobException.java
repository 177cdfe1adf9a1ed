package io.barograph.sources.slurm;

/** A job record of Slurm says something that cannot be understood. */
final class RefusedJobException extends Exception {
    RefusedJobException(String reason) {
        super(reason);
    }
}
