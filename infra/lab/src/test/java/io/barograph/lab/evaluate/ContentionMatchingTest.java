package io.barograph.lab.evaluate;

import static io.barograph.lab.evaluate.Trials.contention;
import static io.barograph.lab.evaluate.Trials.degraded;
import static io.barograph.lab.evaluate.Trials.event;
import static io.barograph.lab.evaluate.Trials.hotspot;
import static io.barograph.lab.evaluate.Trials.load;
import static io.barograph.lab.evaluate.Trials.minute;
import static io.barograph.lab.evaluate.Trials.outcome;
import static io.barograph.lab.evaluate.Trials.slowHost;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.barograph.lab.evaluate.ContentionMatching.Judged;
import io.barograph.lab.simulator.FaultTruth;
import io.barograph.lab.simulator.plan.DemandKind;
import io.barograph.schemas.ContentionEvent;
import io.barograph.schemas.EventKind;
import io.barograph.schemas.EventType;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class ContentionMatchingTest {
    static Stream<Arguments> pairs() {
        double open = Double.POSITIVE_INFINITY;
        return Stream.of(
                arguments("same load", load(DemandKind.READ, 10, 20), contention(EventType.READ, 11, 19), true),
                arguments("still open", load(DemandKind.READ, 10, 20), contention(EventType.READ, 11, open), true),
                arguments("longer", load(DemandKind.METADATA, 10, 20), contention(EventType.METADATA, 9, 25), true),
                arguments("other load", load(DemandKind.READ, 10, 20), contention(EventType.WRITE, 11, 19), false),
                arguments("too late", load(DemandKind.READ, 10, 20), contention(EventType.READ, 20, 25), false),
                arguments("too early", load(DemandKind.READ, 10, 20), contention(EventType.READ, 5, 10), false),
                arguments(
                        "other file system",
                        load(DemandKind.READ, 10, 20),
                        contention(EventType.READ, 11, 19).setFileSystem("home"),
                        false),
                arguments(
                        "same server",
                        hotspot(10, 20),
                        contention(EventType.HOTSPOT, 11, 19)
                                .setServer("OST0001")
                                .setServers(List.of("OST0001")),
                        true),
                arguments(
                        "other server",
                        hotspot(10, 20),
                        contention(EventType.HOTSPOT, 11, 19)
                                .setServer("OST0000")
                                .setServers(List.of("OST0000")),
                        false),
                arguments("hotspot as load", hotspot(10, 20), contention(EventType.WRITE, 11, 19), false),
                arguments(
                        "slow to write",
                        degraded(DemandKind.WRITE, 10, 20),
                        event(EventKind.DEGRADED, EventType.WRITE, 15, 19),
                        true),
                arguments(
                        "slow to read",
                        degraded(DemandKind.WRITE, 10, 20),
                        event(EventKind.DEGRADED, EventType.READ, 15, 19),
                        true),
                arguments(
                        "slow metadata",
                        degraded(DemandKind.METADATA, 10, 20),
                        event(EventKind.DEGRADED, EventType.METADATA, 15, 19),
                        true),
                arguments(
                        "one server of all",
                        degraded(DemandKind.WRITE, 10, 20),
                        event(EventKind.DEGRADED, EventType.WRITE, 15, 19)
                                .setServer("OST0001")
                                .setServers(List.of("OST0001")),
                        false),
                arguments(
                        "slow data as metadata",
                        degraded(DemandKind.WRITE, 10, 20),
                        event(EventKind.DEGRADED, EventType.METADATA, 15, 19),
                        false),
                arguments(
                        "degraded as contention",
                        degraded(DemandKind.WRITE, 10, 20),
                        contention(EventType.WRITE, 15, 19),
                        false),
                arguments("slow host", slowHost(10, 20), contention(EventType.READ, 11, 19), false));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("pairs")
    void shouldMatchWhatSaysTheSameOfTheSameTime(
            String name, FaultTruth fault, ContentionEvent.Builder event, boolean same) {
        ContentionMatching matching = new ContentionMatching(outcome(List.of(fault), event));

        assertThat(matching.faults())
                .singleElement()
                .satisfies(judged -> assertThat(judged.event().isPresent()).isEqualTo(same));
        assertThat(matching.unmatched()).hasSize(same ? 0 : 1);
    }

    @Test
    void shouldMatchEachFaultToTheEventWithMostTimeInCommonAndLeaveTheRestUnmatched() {
        ContentionEvent.Builder brief = contention(EventType.READ, 10.5, 11.5);
        ContentionEvent.Builder both = contention(EventType.READ, 12, 41);
        FaultTruth first = load(DemandKind.READ, 10, 20);
        FaultTruth second = load(DemandKind.READ, 40, 50);

        ContentionMatching matching = new ContentionMatching(outcome(List.of(first, second), brief, both));

        Judged ofFirst = matching.faults().get(0);
        assertThat(ofFirst.event()).contains(both.build());
        assertThat(ofFirst.others()).containsExactly(brief.build());
        assertThat(matching.faults().get(1).event())
                .as("one event does not report two faults")
                .isEmpty();
        assertThat(matching.unmatched()).containsExactly(brief.build());
    }

    @Test
    void shouldNameTheOtherEventsInTheTimeOfAFault() {
        FaultTruth fault = slowHost(10, 20);
        ContentionEvent.Builder during = contention(EventType.READ, 11, 12);
        ContentionEvent.Builder elsewhere = contention(EventType.READ, 11.5, 12).setFileSystem("home");
        ContentionEvent.Builder later = contention(EventType.READ, 30, 32);

        ContentionMatching matching = new ContentionMatching(outcome(List.of(fault), during, elsewhere, later));

        assertThat(matching.faults().get(0).others()).containsExactly(during.build());
        assertThat(matching.unmatched()).hasSize(3);
        assertThat(matching.unmatched().get(0).getOnset()).isEqualTo(minute(11));
    }
}
