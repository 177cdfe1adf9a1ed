package io.barograph.jobs.replay;

import io.barograph.flink.state.DelegatingFormat;
import java.io.Serializable;
import java.util.List;
import org.apache.flink.api.common.typeinfo.TypeInformation;

/**
 * How far a result topic was complete when the analysis started again from the topics.
 *
 * @param from what is decided before is committed, milliseconds since the epoch
 * @param to the last committed decision; in between each record shows whether it is committed
 * @param ranges where the committed records of that time lie
 */
public record CommittedTail(long from, long to, List<Range> ranges) implements Serializable {
    /** Nothing is committed: what a live analysis begins with. */
    public static final CommittedTail NONE = new CommittedTail(Long.MIN_VALUE, Long.MIN_VALUE, List.of());

    public static final TypeInformation<CommittedTail> TYPE = DelegatingFormat.recordTypeOf(CommittedTail.class, 2);

    public CommittedTail {
        ranges = List.copyOf(ranges);
    }

    public record Range(int partition, long begin, long end) implements Serializable {}
}
