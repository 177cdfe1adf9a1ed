package io.barograph.sources.lustre;

/** A line of metrics is not of the form that its metric has. */
final class MalformedMetricLineException extends Exception {
    /** @param reason what is wrong with it, for whoever reads the dead letter */
    MalformedMetricLineException(String reason) {
        super(reason);
    }
}
