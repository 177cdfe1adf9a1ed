package io.barograph.jobs.replay;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.junit.jupiter.api.Test;

class MergedRecordsTest {
    private final List<String> opened = new ArrayList<>();
    private final List<String> closed = new ArrayList<>();

    private static ReplayedRecord record(String topic, long offset, long time) {
        return new ReplayedRecord(topic, 0, offset, time, null);
    }

    private final class Place implements ReplayInput {
        private final String name;
        private final long from;
        private final transient List<ReplayedRecord> records;

        Place(String name, long from, ReplayedRecord... records) {
            this.name = name;
            this.from = from;
            this.records = List.of(records);
        }

        @Override
        public boolean holdsWindow() {
            return true;
        }

        @Override
        public long from() {
            return from;
        }

        @Override
        public ReplayRecords open() {
            opened.add(name);
            Iterator<ReplayedRecord> rest = records.iterator();
            return new ReplayRecords() {
                @Override
                public ReplayedRecord next() {
                    return rest.hasNext() ? rest.next() : null;
                }

                @Override
                public void close() {
                    closed.add(name);
                }
            };
        }
    }

    private static List<String> all(MergedRecords merged) throws IOException {
        List<String> all = new ArrayList<>();
        for (ReplayedRecord record = merged.next(); record != null; record = merged.next()) {
            all.add(record.topic() + record.offset() + "@" + record.time());
        }
        return all;
    }

    @Test
    void shouldMergeByTimeThenByTopicAndOffsetWhateverTheOrderOfThePlaces() throws Exception {
        Place a = new Place("a", 0, record("a", 1, 5), record("a", 2, 7));
        Place b = new Place("b", 0, record("b", 1, 5), record("b", 2, 6));
        List<String> expected = List.of("a1@5", "b1@5", "b2@6", "a2@7");
        assertThat(all(MergedRecords.ofInputs(List.of(a, b)))).isEqualTo(expected);
        assertThat(all(MergedRecords.ofInputs(List.of(b, a)))).isEqualTo(expected);
    }

    @Test
    void shouldOpenAPlaceWhenTheOrderHasComeToItAndCloseItAtItsEnd() throws Exception {
        Place early = new Place("early", 0, record("t", 1, 1), record("t", 2, 50));
        Place late = new Place("late", 40, record("t", 3, 40), record("t", 4, 41));
        MergedRecords merged = MergedRecords.ofInputs(List.of(late, early));
        assertThat(merged.next().offset()).isEqualTo(1);
        assertThat(opened).containsExactly("early");
        assertThat(all(merged)).containsExactly("t3@40", "t4@41", "t2@50");
        assertThat(opened).containsExactly("early", "late");
        assertThat(closed).containsExactly("late", "early");
    }

    @Test
    void shouldGiveARecordThatCameLateRightAfterThoseItCameBehind() throws Exception {
        Place disordered = new Place("p", 0, record("t", 1, 10), record("t", 2, 3), record("t", 3, 11));
        Place other = new Place("q", 0, record("u", 1, 9), record("u", 2, 10));
        assertThat(all(MergedRecords.ofInputs(List.of(disordered, other))))
                .containsExactly("u1@9", "t1@10", "t2@3", "u2@10", "t3@11");
    }

    @Test
    void shouldCloseWhatIsOpenWhenItIsLeftOff() throws Exception {
        MergedRecords merged = MergedRecords.ofInputs(
                List.of(new Place("a", 0, record("t", 1, 1)), new Place("b", 0, record("t", 2, 2), record("t", 3, 3))));
        merged.next();
        merged.close();
        assertThat(closed).containsExactlyInAnyOrder("a", "b");
    }
}
