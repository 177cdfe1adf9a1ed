package io.barograph.sources.lustre;

/** A line of metrics is not of the form that its metric has. */
final class MalformedMetricLineException extends Exception {
    MalformedMetricLineException(String reason) {
        super(reason);
    }
}
