package io.barograph.jobs.archive;

import static io.barograph.jobs.archive.ArchivedPolls.START;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ArchiveInventoryEntryTest {
    private static ArchiveFile file(String topic, String fileSystem, Duration from, Duration to, long records) {
        return new ArchiveFile(
                "file:/a.avro",
                topic,
                fileSystem,
                100,
                records,
                START.plus(from).toEpochMilli(),
                START.plus(to).toEpochMilli(),
                Map.of());
    }

    @Test
    void shouldSumUpEachTopicAndFileSystemAndNameTheHoursWithoutRecords() {
        List<ArchiveInventoryEntry> holdings = ArchiveInventoryEntry.of(List.of(
                file("server-polls", "scratch", Duration.ofHours(4), Duration.ofMinutes(299), 10),
                file("server-polls", "scratch", Duration.ofMinutes(10), Duration.ofMinutes(20), 1),
                file("server-polls", "scratch", Duration.ofMinutes(0), Duration.ofMinutes(59), 20),
                file("server-polls", "home", Duration.ofMinutes(0), Duration.ofMinutes(119), 30),
                file("server-polls", "home", Duration.ofMinutes(120), Duration.ofMinutes(121), 5),
                file("job-events", "", Duration.ofMinutes(59), Duration.ofMinutes(59), 2)));
        Instant one = START.plus(Duration.ofHours(1));
        assertThat(holdings)
                .containsExactly(
                        new ArchiveInventoryEntry(
                                "job-events",
                                "",
                                2,
                                1,
                                100,
                                START.plus(Duration.ofMinutes(59)),
                                START.plus(Duration.ofMinutes(59)),
                                List.of()),
                        new ArchiveInventoryEntry(
                                "server-polls",
                                "home",
                                35,
                                2,
                                200,
                                START,
                                START.plus(Duration.ofMinutes(121)),
                                List.of()),
                        new ArchiveInventoryEntry(
                                "server-polls",
                                "scratch",
                                31,
                                3,
                                300,
                                START,
                                START.plus(Duration.ofMinutes(299)),
                                List.of(new ArchiveInventoryEntry.Gap(one, START.plus(Duration.ofHours(4))))));
    }
}
