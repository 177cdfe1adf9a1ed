package io.barograph.alerting.operators;

import io.barograph.schemas.DeadLetter;
import org.apache.flink.api.common.functions.MapFunction;

/** Dead letters, of which only source, origin and reason count. */
final class RefusedInputs implements MapFunction<DeadLetter, AlertInput> {
    private static final long serialVersionUID = 1L;
    private static final int LONGEST = 500;

    @Override
    public AlertInput map(DeadLetter letter) {
        return new AlertInput.Refused(
                shortened(letter.getSource()), shortened(letter.getOrigin()), shortened(letter.getReason()));
    }

    private static String shortened(String text) {
        return text.length() <= LONGEST ? text : text.substring(0, LONGEST);
    }
}
