package io.barograph.slowdown;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * One slot of a probe.
 *
 * @param time instant at which the operation ended or was given up, microseconds since the epoch
 * @param server OST or MDT that the operation went to; empty if not known
 * @param seconds duration, or the time-out value; NaN without timing
 */
public record SlotResult(long time, String host, String directory, String server, Outcome outcome, double seconds) {
    public enum Outcome {
        /** Done. */
        DONE('D'),
        /** Not done after the time-out, which counts as its timing. */
        TIMEOUT('T'),
        /** Failed: no timing. */
        BROKEN('F'),
        /** No operation, because an earlier one hung. */
        BLOCKED('B');

        private final char letter;

        Outcome(char letter) {
            this.letter = letter;
        }

        private static Outcome of(int letter) throws IOException {
            return switch (letter) {
                case 'D' -> DONE;
                case 'T' -> TIMEOUT;
                case 'F' -> BROKEN;
                case 'B' -> BLOCKED;
                default -> throw new IOException("no outcome has the letter " + letter);
            };
        }
    }

    /** Checks that there is a timing where there should be one. */
    public SlotResult {
        boolean timing = outcome == Outcome.DONE || outcome == Outcome.TIMEOUT;
        if (timing != seconds >= 0) {
            throw new IllegalArgumentException(outcome + " with " + seconds + " s");
        }
    }

    /** @return milliseconds since the epoch */
    public long millis() {
        return Math.floorDiv(time, 1000L);
    }

    /** @return hash of what makes it the same slot: instant, host and directory */
    public int slotHash() {
        return 31 * (31 * Long.hashCode(time) + host.hashCode()) + directory.hashCode();
    }

    boolean isSlotOf(SlotResult other) {
        return time == other.time && host.equals(other.host) && directory.equals(other.directory);
    }

    public void writeTo(DataOutput out) throws IOException {
        out.writeLong(time);
        out.writeUTF(host);
        out.writeUTF(directory);
        out.writeUTF(server);
        out.writeByte(outcome.letter);
        out.writeDouble(seconds);
    }

    /**
     * @return what {@link #writeTo} wrote
     * @throws IOException if reading fails or the bytes are no slot
     */
    public static SlotResult readFrom(DataInput in) throws IOException {
        long time = in.readLong();
        String host = in.readUTF();
        String directory = in.readUTF();
        String server = in.readUTF();
        Outcome outcome = Outcome.of(in.readUnsignedByte());
        return new SlotResult(time, host, directory, server, outcome, in.readDouble());
    }
}
