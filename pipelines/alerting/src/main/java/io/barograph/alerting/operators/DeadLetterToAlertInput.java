package io.barograph.alerting.operators;

import io.barograph.schemas.DeadLetter;
import org.apache.flink.api.common.functions.MapFunction;

/** Dead letters, of which only source, origin and reason count. */
final class DeadLetterToAlertInput implements MapFunction<DeadLetter, AlertInput> {
    private static final int MAX_LENGTH = 500;

    @Override
    public AlertInput map(DeadLetter letter) {
        return new AlertInput.Refused(
                shortened(letter.getSource()), shortened(letter.getOrigin()), shortened(letter.getReason()));
    }

    private static String shortened(String text) {
        return text.length() <= MAX_LENGTH ? text : text.substring(0, MAX_LENGTH);
    }
}
