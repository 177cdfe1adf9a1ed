package io.barograph.page.results;

import static org.assertj.core.api.Assertions.assertThat;

import io.barograph.page.Samples;
import io.barograph.schemas.ContentionEvent;
import io.barograph.schemas.EventKind;
import io.barograph.schemas.EventState;
import io.barograph.schemas.JobWeather;
import io.barograph.schemas.Topic;
import io.barograph.schemas.Verdict;
import org.junit.jupiter.api.Test;

class RecentResultsTest {
    @Test
    void shouldKeepTheNewestRunsInWhateverOrderTheyCome() {
        RecentResults view = new RecentResults(2, 2);
        view.add(Samples.weather("old", 300).build());
        view.add(Samples.weather("newest", 100).build());
        view.add(Samples.weather("new", 200).build());
        view.add(Samples.weather("oldest", 400).build());

        assertThat(view.runs(run -> true, 10)).extracting(RunOverview::jobId).containsExactly("newest", "new");
        assertThat(view.runs(run -> true, 1)).extracting(RunOverview::jobId).containsExactly("newest");
    }

    @Test
    void shouldPutWeatherAndVerdictTogetherAndTakeTheHigherRevision() {
        RecentResults view = new RecentResults();
        JobWeather corrected =
                Samples.weather("4711", 100).setRevision(2).setCfBw(0.5).build();
        view.add(corrected);
        view.add(Samples.weather("4711", 100).build());
        view.add(Samples.verdict(corrected).setVerdict(Verdict.ANOMALOUS).build());

        assertThat(view.runs(run -> true, 10)).singleElement().satisfies(run -> {
            assertThat(run.coverage()).isEqualTo(0.5);
            assertThat(run.verdict()).isEqualTo(Verdict.ANOMALOUS);
            assertThat(run.fractionOfPeak()).isEqualTo(0.5);
        });
    }

    @Test
    void shouldLetClosedEventsGoBeforeOpenOnes() {
        RecentResults view = new RecentResults(2, 2);
        view.add(event("a", EventState.OPENED, 500));
        view.add(event("b", EventState.CLOSED, 400));
        view.add(event("c", EventState.OPENED, 300));

        assertThat(view.events(event -> true))
                .extracting(ContentionEvent::getServer)
                .containsExactly("c", "a");
    }

    @Test
    void shouldReplaceAnEventByItsHigherRevisionAndLeavePeaksOfLoadOut() {
        RecentResults view = new RecentResults();
        view.add(event("a", EventState.CLOSED, 500));
        ContentionEvent first = Samples.event(EventKind.DEGRADED, EventState.OPENED, 500)
                .setServer("a")
                .build();
        view.add(first);
        view.add(ContentionEvent.newBuilder(first)
                .setRevision(3)
                .setState(EventState.CLOSED)
                .build());
        view.add(ContentionEvent.newBuilder(first)
                .setRevision(2)
                .setState(EventState.UPDATED)
                .build());
        view.add(Samples.event(EventKind.TRANSIENT, EventState.CLOSED, 100).build());

        assertThat(view.events(event -> event.getKind() == EventKind.DEGRADED))
                .singleElement()
                .satisfies(event -> assertThat(RecentResults.isOpen(event)).isFalse());
        assertThat(view.events(event -> event.getKind() == EventKind.TRANSIENT)).isEmpty();
    }

    @Test
    void shouldSayWhatItHasNotReadOrCannotRead() {
        RecentResults view = new RecentResults();
        String topic = Topic.CONTENTION_EVENTS.name();
        assertThat(view.gap(topic)).get().asString().contains("still being read");
        view.read(topic);
        assertThat(view.gap(topic)).isEmpty();
        view.lost(topic, "the broker is away");
        assertThat(view.gap(topic)).contains("the broker is away");
        view.read(topic);
        assertThat(view.gap(topic)).isEmpty();
    }

    private static ContentionEvent event(String server, EventState state, long secondsAgo) {
        return Samples.event(EventKind.CONTENTION, state, secondsAgo)
                .setServer(server)
                .build();
    }
}
