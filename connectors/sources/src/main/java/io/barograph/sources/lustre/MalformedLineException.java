package io.barograph.sources.lustre;

/** A line of metrics is not of the form that its metric has. */
final class MalformedLineException extends Exception {
    private static final long serialVersionUID = 1L;

    /** @param reason what is wrong with it, for whoever reads the dead letter */
    MalformedLineException(String reason) {
        super(reason);
    }
}
