package io.barograph.sources.note;

/** A note that cannot be taken; the message says to its author what to change. */
public final class RefusedNoteException extends Exception {
    RefusedNoteException(String reason) {
        super(reason);
    }
}
