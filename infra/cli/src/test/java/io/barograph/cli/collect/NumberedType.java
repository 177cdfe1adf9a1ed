package io.barograph.cli.collect;

import io.barograph.configuration.Setting;
import io.barograph.runtime.CollectorContext;
import io.barograph.runtime.CollectorType;
import io.barograph.runtime.PositionStore;
import io.barograph.runtime.RecordPublisher;
import io.barograph.runtime.SourceCollector;
import io.barograph.schemas.SiteEvent;
import io.barograph.schemas.SiteEventKind;
import io.barograph.schemas.Topic;
import java.time.Duration;
import java.time.Instant;

/** Publishes numbered events, from the number after its position; the number is the event's text. */
final class NumberedType extends CollectorType<NumberedType.Options> {
    /**
     * @param fileSystem key of the events
     * @param perPoll events of each poll
     * @param total where it ends
     * @param interval time between polls
     * @param aheadEvery each event of so many is two minutes ahead of the clock; 0 for none
     */
    record Options(
            @Setting(value = "Key of the events.", required = true) String fileSystem,
            @Setting(value = "Events of each poll.", defaultValue = "100") int perPoll,
            @Setting(value = "Where it ends.", defaultValue = "1000000000") int total,
            @Setting(value = "Time between polls.", defaultValue = "20ms") Duration interval,
            @Setting(value = "Each of so many is ahead of the clock.", defaultValue = "0") int aheadEvery) {}

    NumberedType() {
        super(
                "numbered",
                "Numbered events.",
                Options.class,
                Options::interval,
                NumberedType::collector,
                "numbered --file-system a");
    }

    private static SourceCollector collector(Options options, CollectorContext context) {
        PositionStore position = context.position("numbers");
        return new SourceCollector() {
            private int next = position.read().map(Integer::parseInt).orElse(0);

            @Override
            public boolean poll(RecordPublisher output) {
                int end = Math.min(next + options.perPoll(), options.total());
                for (; next < end; next++) {
                    output.publish(
                            Topic.SITE_EVENTS,
                            event(options, next, context.clock().instant()));
                }
                output.flush();
                position.write(String.valueOf(next));
                return next < options.total();
            }

            @Override
            public String check() {
                return "fine, at " + next;
            }

            @Override
            public void close() {}
        };
    }

    private static SiteEvent event(Options options, int number, Instant present) {
        boolean isAhead = options.aheadEvery() > 0 && number % options.aheadEvery() == 0;
        Instant now = isAhead ? present.plusSeconds(120) : present;
        return SiteEvent.newBuilder()
                .setId(options.fileSystem() + number)
                .setFileSystem(options.fileSystem())
                .setKind(SiteEventKind.CHANGE)
                .setFrom(now)
                .setText(String.valueOf(number))
                .setRecordedAt(now)
                .build();
    }
}
