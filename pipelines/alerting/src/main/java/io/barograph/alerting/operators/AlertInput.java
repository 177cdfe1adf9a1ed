package io.barograph.alerting.operators;

import io.barograph.alerting.AlertBook;
import io.barograph.alerting.AlertDescription;
import io.barograph.alerting.AlertSignal;
import io.barograph.alerting.AlertSignal.Status;
import io.barograph.alerting.AlertSilence;
import io.barograph.alerting.AlertSource;
import io.barograph.alerting.MessageFact;
import io.barograph.flink.quarantine.AttributableElement;
import io.barograph.flink.quarantine.RecordIdentity;
import io.barograph.flink.quarantine.SkippedRecords;
import io.barograph.flink.state.BinaryType;
import io.barograph.flink.state.DelegatingFormat;
import io.barograph.schemas.RecordForm;
import io.barograph.schemas.admission.NameRule;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.List;

/** One thing that alerting takes in. */
sealed interface AlertInput {
    /** Flink's view of it. */
    BinaryType<AlertInput> TYPE = DelegatingFormat.typeOf(AlertInput.class, 1, AlertInput::write, AlertInput::read);

    RecordForm<AlertSignal> SIGNAL = RecordForm.of(AlertSignal.class);
    RecordForm<AlertSilence> SILENCE = RecordForm.of(AlertSilence.class);

    void enter(AlertBook book, long now);

    /** What a record says of something. */
    record Seen(AlertSignal observation) implements AlertInput {
        @Override
        public void enter(AlertBook book, long now) {
            book.observe(observation, now);
        }
    }

    record Refused(String source, String origin, String reason) implements AlertInput {
        @Override
        public void enter(AlertBook book, long now) {
            if (SkippedRecords.isReason(reason)) {
                book.observe(quarantined(now), now);
            } else {
                book.countDeadLetter(source, reason, now);
            }
        }

        /** One is enough: a job was down because of it. */
        private AlertSignal quarantined(long now) {
            AlertDescription story = new AlertDescription(
                    "A record of " + source + " made a job fail and is skipped from now on",
                    List.of(new MessageFact("Record", origin)),
                    List.of(
                            reason,
                            "The job restarted from its checkpoint; nothing else is missing from its results.",
                            "Topic dead-letters holds the record, topic quarantine what happened."),
                    "",
                    "barograph-health");
            return new AlertSignal(
                    AlertSource.QUARANTINE, origin, "", "", "", now, 0, Status.ACTIVE, now, now, Double.NaN, story);
        }
    }

    /**
     * Samples of a file system, or a result of it. Both count from when they come: their own times are of clocks that
     * differ, and results are behind by the lateness.
     */
    record Progress(String fileSystem, boolean isResult) implements AlertInput {
        /** No file system has a longer name. */
        public Progress {
            fileSystem = fileSystem.substring(0, Math.min(NameRule.MAX_NAME, fileSystem.length()));
        }

        @Override
        public void enter(AlertBook book, long now) {
            AlertDescription story = new AlertDescription(
                    "The analysis gives no results of " + fileSystem + ", though its samples arrive",
                    List.of(new MessageFact("How bad", "unknown since then; other alerts of it stay away")),
                    List.of(
                            "The job analysis restarts again and again, waits, or cannot write its results.",
                            "Look at ./barograph doctor, the log of the job analysis, and topic quarantine."),
                    "/",
                    AlertValueFormat.dashboard("barograph-health", fileSystem));
            book.observe(
                    new AlertSignal(
                            AlertSource.SILENT_ANALYSIS,
                            fileSystem,
                            fileSystem,
                            "",
                            "",
                            now,
                            isResult ? 1 : 0,
                            isResult ? Status.MEASURED : Status.ACTIVE,
                            now,
                            0,
                            Double.NaN,
                            story),
                    now);
        }
    }

    /** Somebody wants quiet. */
    record Quiet(AlertSilence silence) implements AlertInput {
        @Override
        public void enter(AlertBook book, long now) {
            book.silence(silence, now);
        }
    }

    /** One of the others, and the record that it is made of. */
    record Attributed(RecordIdentity origin, AlertInput input) implements AlertInput, AttributableElement {
        @Override
        public void enter(AlertBook book, long now) {
            input.enter(book, now);
        }
    }

    private static void write(AlertInput value, DataOutput out) throws IOException {
        if (value instanceof Seen seen) {
            out.writeByte(0);
            SIGNAL.write(seen.observation(), out);
        } else if (value instanceof Refused refused) {
            out.writeByte(1);
            out.writeUTF(refused.source());
            out.writeUTF(refused.origin());
            out.writeUTF(refused.reason());
        } else if (value instanceof Quiet quiet) {
            out.writeByte(2);
            SILENCE.write(quiet.silence(), out);
        } else if (value instanceof Progress progress) {
            out.writeByte(3);
            out.writeUTF(progress.fileSystem());
            out.writeBoolean(progress.isResult());
        } else if (value instanceof Attributed attributed) {
            out.writeByte(4);
            out.writeUTF(attributed.origin().topic());
            out.writeUTF(attributed.origin().name());
            write(attributed.input(), out);
        }
    }

    private static AlertInput read(DataInput in) throws IOException {
        byte kind = in.readByte();
        return switch (kind) {
            case 0 -> new Seen(SIGNAL.read(in));
            case 1 -> new Refused(in.readUTF(), in.readUTF(), in.readUTF());
            case 2 -> new Quiet(SILENCE.read(in));
            case 3 -> new Progress(in.readUTF(), in.readBoolean());
            case 4 -> new Attributed(new RecordIdentity(in.readUTF(), in.readUTF()), read(in));
            default -> throw new IOException("unknown kind " + kind + " of an input of alerting");
        };
    }
}
