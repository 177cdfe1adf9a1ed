package io.barograph.page.results;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.barograph.page.Samples;
import java.time.Clock;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.List;
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
}
