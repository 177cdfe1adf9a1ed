package io.barograph.page.results;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.barograph.page.Samples;
import java.time.Clock;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class CachedQueryTest {
    /** The database was said not to answer, and was not asked again for half a minute. */
    @Test
    void shouldTellAnErrorAsWhatItIsAndAskAgain() throws Exception {
        SiteSnapshot now = new SiteSnapshot(Samples.NOW, List.of(), "");
        AtomicBoolean fails = new AtomicBoolean(true);
        CachedQuery<SiteSnapshot> latest = new CachedQuery<>(
                () -> {
                    if (fails.getAndSet(false)) {
                        throw new NoClassDefFoundError("the parser");
                    }
                    return now;
                },
                now,
                Duration.ZERO,
                Clock.fixed(Samples.NOW, ZoneOffset.UTC));

        assertThatThrownBy(latest::get)
                .isInstanceOf(IllegalStateException.class)
                .hasRootCauseMessage("the parser");
        assertThat(latest.get()).isSameAs(now);
        assertThat(latest.get().failure()).isEmpty();
    }

    @Test
    void shouldReturnAStaleValueWhileItAsksForANewerOne() throws Exception {
        SiteSnapshot first = new SiteSnapshot(Samples.NOW, List.of(), "");
        SiteSnapshot second = new SiteSnapshot(Samples.NOW.plusSeconds(1), List.of(), "");
        AtomicBoolean isFirst = new AtomicBoolean(true);
        CountDownLatch answers = new CountDownLatch(1);
        CachedQuery<SiteSnapshot> latest = new CachedQuery<>(
                () -> {
                    if (isFirst.getAndSet(false)) {
                        return first;
                    }
                    answers.await();
                    return second;
                },
                first,
                Duration.ZERO,
                Duration.ofHours(1),
                Clock.fixed(Samples.NOW, ZoneOffset.UTC));

        assertThat(latest.get()).isSameAs(first);
        assertThat(latest.get()).as("the database has not answered").isSameAs(first);
        answers.countDown();
        await().until(() -> latest.get().equals(second));
    }
}
