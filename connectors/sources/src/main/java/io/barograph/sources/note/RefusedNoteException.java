package io.barograph.sources.note;

/** A note that cannot be taken; the message tells its author what to change. */
public final class RefusedNoteException extends Exception {
    private static final long serialVersionUID = 1L;

    RefusedNoteException(String reason) {
        super(reason);
    }
}
