package io.barograph.sources.slurm;

/** A job record of Slurm says something that cannot be understood. */
final class RefusedJobException extends Exception {
    private static final long serialVersionUID = 1L;

    RefusedJobException(String reason) {
        super(reason);
    }
}
