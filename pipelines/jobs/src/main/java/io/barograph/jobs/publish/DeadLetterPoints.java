package io.barograph.jobs.publish;

import io.barograph.influxdb.InfluxPoint;
import io.barograph.influxdb.PointConverter;
import io.barograph.schemas.DeadLetter;
import io.barograph.schemas.Topic;
import java.util.List;

/**
 * Dead letters as {@code dead_letters}, one point each, without the payload. A refused line of a dead letter has none:
 * storing it would be refused again, for ever.
 *
 * @param prefix prefix of the topics, which the stored names do not have
 */
record DeadLetterPoints(String prefix) implements PointConverter<DeadLetter> {
    private static final int MAX_CHARACTERS = 500;

    @Override
    public List<InfluxPoint> convert(DeadLetter letter) {
        String source = letter.getSource().startsWith(prefix)
                ? letter.getSource().substring(prefix.length())
                : letter.getSource();
        if (source.equals(Topic.DEAD_LETTERS.name())) {
            return List.of();
        }
        return List.of(InfluxPoint.measurement("dead_letters")
                .tag("source", source)
                .tag("component", letter.getComponent())
                .field("letters", 1L)
                .field("origin", cut(letter.getOrigin()))
                .field("reason", cut(letter.getReason()))
                .field("payload_bytes", letter.getPayloadBytes())
                .at(PointTimes.ofMillis(letter.getTime())
                        + PointTimes.spread(letter.getOrigin() + letter.getReason())));
    }

    private static String cut(String text) {
        return text.length() <= MAX_CHARACTERS ? text : text.substring(0, MAX_CHARACTERS);
    }
}
