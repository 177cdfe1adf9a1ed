package io.barograph.stack;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class StackDiskTest {
    private static final long MEBIBYTE = 1024 * 1024;

    private final Deque<Long> free = new ArrayDeque<>();
    private final List<String> said = new ArrayList<>();
    private final StackDisk disk = new StackDisk(Path.of("/srv/run"), this::next, said::add);

    private long next() {
        return free.size() > 1 ? free.pop() : free.element();
    }

    @Test
    void shouldBeShortBelowTheReserveAndThenUntilTwiceAsMuchIsFree() {
        for (long mebibytes : List.of(5120L, 768L, 512L, 511L, 0L, 512L, 1023L, 1024L, 768L, 512L, 511L, 768L)) {
            free.add(mebibytes * MEBIBYTE);
        }
        assertThat(Stream.generate(disk::isShort).limit(free.size()))
                .containsExactly(false, false, false, true, true, true, true, false, false, false, true, true);
    }

    @Test
    void shouldSayWhatStandsStillAndWait() throws Exception {
        free.addAll(List.of(512 * MEBIBYTE, 512 * MEBIBYTE - 1, 300 * MEBIBYTE, 1023 * MEBIBYTE, 1024 * MEBIBYTE));
        assertThat(disk.isShort()).isFalse();
        assertThat(disk.isShort()).isTrue();
        disk.sayShort("Nothing is started.");
        disk.awaitRoom("Nothing is started.");
        assertThat(said)
                .containsExactly(
                        "The disk is nearly full: /srv/run has 300 MiB free. Nothing is started. Free some space: at"
                                + " 1,024 MiB everything resumes by itself (it stops below 512 MiB).",
                        "There is space again: /srv/run has 1,024 MiB free. Resuming.");
    }
}
