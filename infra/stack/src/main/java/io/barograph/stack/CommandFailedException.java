package io.barograph.stack;

/** A failure that the user can do something about: printed with its remedy, without a stack trace; exit code 1. */
public final class CommandFailedException extends RuntimeException {
    private final String remedy;

    /** @param remedy what the user can do about it */
    public CommandFailedException(String message, String remedy) {
        this(message, remedy, null);
    }

    /**
     * @param remedy what the user can do about it
     * @param cause for the log; may be null
     */
    public CommandFailedException(String message, String remedy, Throwable cause) {
        super(message, cause);
        this.remedy = remedy;
    }

    /** @return what the user can do about it */
    public String remedy() {
        return remedy;
    }
}
