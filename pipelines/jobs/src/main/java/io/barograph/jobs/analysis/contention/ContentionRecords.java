package io.barograph.jobs.analysis.contention;

import io.barograph.analytics.contention.EventSentences;
import io.barograph.analytics.contention.TrackedEvent;
import io.barograph.schemas.ContentionEvent;
import io.barograph.schemas.EventKind;
import io.barograph.schemas.EventState;
import java.time.Instant;
import java.util.ArrayList;

/** Makes records of events. */
final class ContentionRecords {
    private final String fileSystem;
    private final long decidedAt;

    ContentionRecords(String fileSystem, long decidedAt) {
        this.fileSystem = fileSystem;
        this.decidedAt = decidedAt;
    }

    /** The next record of an event. */
    ContentionEvent of(TrackedEvent event) {
        event.recorded();
        ContentionEvent.Builder record = ContentionEvent.newBuilder()
                .setKind(event.kind())
                .setType(event.type())
                .setFileSystem(fileSystem)
                .setServer(event.server())
                .setOnset(Instant.ofEpochMilli(event.onset()))
                .setState(state(event))
                .setRevision(event.revision())
                .setDecidedAt(Instant.ofEpochMilli(decidedAt))
                .setOpenedAt(Instant.ofEpochMilli(event.openedAt()))
                .setStart(Instant.ofEpochMilli(event.start()))
                .setPeak(time(event.peak()))
                .setEnd(time(event.end()))
                .setMergedInto(time(event.mergedInto()))
                .setEvidence(new ArrayList<>(event.evidence()))
                .setThreshold(known(event.threshold()))
                .setProvisionalThreshold(event.isProvisional())
                .setPeakPerSecond(known(event.peakPerSecond()))
                .setFullness(known(event.fullness()))
                .setWorstSlowdown(known(event.worstSlowdown()))
                .setWorstOperation(event.worstOperation().isEmpty() ? null : event.worstOperation())
                .setSentence(EventSentences.of(event));
        if (event.kind() != EventKind.CAPACITY) {
            record.setReadBytes(Math.round(event.moved().readBytes()))
                    .setWriteBytes(Math.round(event.moved().writeBytes()))
                    .setMetadataOperations(event.moved().operations())
                    .setMissingFraction(known(event.moved().missingFraction()));
        }
        return record.build();
    }

    private static EventState state(TrackedEvent event) {
        if (!event.isOpen()) {
            return EventState.CLOSED;
        }
        return event.revision() == 1 ? EventState.OPENED : EventState.UPDATED;
    }

    private static Instant time(long millis) {
        return millis == TrackedEvent.NONE ? null : Instant.ofEpochMilli(millis);
    }

    private static Double known(double value) {
        return Double.isFinite(value) ? value : null;
    }
}
