package io.barograph.contention.event;

import static org.assertj.core.api.Assertions.assertThat;

import io.barograph.schemas.EventKind;
import io.barograph.schemas.EventType;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ServerEventsTest {
    private static final long BEGIN = 1_772_445_600_000L;
    private static final long MINUTE = 60_000;

    private final ServerEvents events = new ServerEvents();
    private final List<TrackedEvent> changes = new ArrayList<>();
    private final List<TrackedEvent> open = new ArrayList<>();

    private void begin(EventKind kind, String server, long minute) {
        begin(kind, server, minute, minute);
    }

    private void begin(EventKind kind, String server, long start, long minute) {
        EventType type = kind == EventKind.CONTENTION ? EventType.HOTSPOT : EventType.WRITE;
        TrackedEvent event =
                new TrackedEvent(kind, type, server, BEGIN + minute * MINUTE, BEGIN + (minute + 1) * MINUTE);
        event.beginAt(BEGIN + start * MINUTE);
        event.moved(new ServerTraffic(0, 1e9, 0, 1, 0));
        open.add(event);
        events.begin(event, false, ContentionPolicy.DEFAULT, changes::add);
    }

    private TrackedEvent open(String server, EventKind kind) {
        return open.stream()
                .filter(event -> event.server().equals(server) && event.kind() == kind)
                .findFirst()
                .orElseThrow();
    }

    private void end(String server, EventKind kind, long minute) {
        TrackedEvent event = open(server, kind);
        open.remove(event);
        event.end(BEGIN + minute * MINUTE);
        events.end(event, changes::add);
    }

    /** An OST that is slow of itself may be overloaded later, and only the load may become one of the file system. */
    @Test
    void shouldKeepAServerThatIsSlowForAnotherReasonThanTheFileSystem() {
        begin(EventKind.DEGRADED, "OST0001", 0);
        begin(EventKind.CONTENTION, "OST0001", 20);
        begin(EventKind.CONTENTION, "OST0002", 20);
        TrackedEvent whole =
                new TrackedEvent(EventKind.CONTENTION, EventType.WRITE, "", BEGIN + 21 * MINUTE, BEGIN + 21 * MINUTE);

        assertThat(events.mergeInto(
                        whole, false, part -> part.kind() == EventKind.CONTENTION, this::open, changes::add))
                .containsExactly("OST0002");
        events.follow(this::open);
        assertThat(events.open()).singleElement().satisfies(left -> {
            assertThat(left.kind()).isEqualTo(EventKind.DEGRADED);
            assertThat(left.servers()).containsExactly("OST0001");
        });
        assertThat(changes.get(2).mergedInto()).isEqualTo(whole.onset());
        end("OST0001", EventKind.CONTENTION, 22);
        assertThat(events.open()).as("its load was a part of the whole").hasSize(1);
        end("OST0001", EventKind.DEGRADED, 30);
        assertThat(events.open()).isEmpty();
    }

    /** Of a server that was slow now and then it is not certain when it got slow for good. */
    @Test
    void shouldTakeServersTogetherThatMayHaveGotSlowAtTheSameTime() {
        begin(EventKind.DEGRADED, "OST0001", 4, 4);
        begin(EventKind.DEGRADED, "OST0002", 0, 4);
        begin(EventKind.DEGRADED, "OST0003", 5, 9);
        begin(EventKind.DEGRADED, "OST0004", 11, 11);

        assertThat(events.open())
                .extracting(TrackedEvent::servers)
                .containsExactly(List.of("OST0001", "OST0002", "OST0003"), List.of("OST0004"));
    }

    /** Slow when the hotspot began, and overloaded a little later: one server, one event, its traffic counted once. */
    @Test
    void shouldHoldAServerUntilNothingOfItIsLeft() {
        begin(EventKind.CONTENTION, "OST0001", 0);
        begin(EventKind.DEGRADED, "OST0002", 1);
        begin(EventKind.CONTENTION, "OST0002", 2);
        events.follow(this::open);
        assertThat(events.open()).singleElement().satisfies(one -> {
            assertThat(one.servers()).containsExactly("OST0001", "OST0002");
            assertThat(one.moved().writeBytes()).isEqualTo(2e9);
        });

        end("OST0001", EventKind.CONTENTION, 4);
        end("OST0002", EventKind.CONTENTION, 5);
        assertThat(changes).as("still slow").hasSize(1);
        end("OST0002", EventKind.DEGRADED, 6);
        assertThat(changes).hasSize(2);
        assertThat(changes.get(1).end()).isEqualTo(BEGIN + 6 * MINUTE);
        assertThat(changes.get(1).servers()).containsExactly("OST0001", "OST0002");
        assertThat(changes.get(1).moved().writeBytes()).isEqualTo(2e9);
    }
}
