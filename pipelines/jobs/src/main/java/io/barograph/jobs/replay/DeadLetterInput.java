package io.barograph.jobs.replay;

import io.barograph.schemas.AvroCodec;
import io.barograph.schemas.DeadLetter;
import io.barograph.schemas.MalformedRecordException;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;

/** Dead letters that are known before the replay begins. */
final class DeadLetterInput implements ReplayInput {
    private static final long serialVersionUID = 1L;

    private final ArrayList<byte[]> letters = new ArrayList<>();

    DeadLetterInput(List<DeadLetter> letters) {
        AvroCodec<DeadLetter> codec = AvroCodec.of(DeadLetter.class);
        letters.stream()
                .sorted(Comparator.comparing(DeadLetter::getTime))
                .forEach(letter -> this.letters.add(codec.encode(letter)));
    }

    @Override
    public boolean holdsWindow() {
        return false;
    }

    @Override
    public long from() {
        return Long.MIN_VALUE;
    }

    @Override
    public ReplayRecords open() {
        return new Letters(new ArrayDeque<>(letters), AvroCodec.of(DeadLetter.class));
    }

    private record Letters(Deque<byte[]> rest, AvroCodec<DeadLetter> codec) implements ReplayRecords {
        @Override
        public ReplayedRecord next() throws IOException {
            if (rest.isEmpty()) {
                return null;
            }
            try {
                DeadLetter letter = codec.decode(rest.remove());
                return ReplayedRecord.refused(letter, letter.getTime().toEpochMilli());
            } catch (MalformedRecordException e) {
                throw new IOException(e);
            }
        }

        @Override
        public void close() {
            // holds nothing
        }
    }
}
