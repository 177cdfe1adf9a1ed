package io.barograph.flink.quarantine;

import java.io.IOException;
import java.util.Locale;
import org.apache.flink.runtime.execution.CancelTaskException;
import org.apache.kafka.common.KafkaException;

/** A record made an operator fail. */
public record OperatorFailure(RecordIdentity record, String operator, String exception) {
    private static final int MAX_MESSAGE_CHARACTERS = 300;
    private static final String OWN_CODE = "io.barograph.";
    private static final String STATE_BACKEND = "rocksdb";

    /**
     * @return true if the record that it worked on may have caused that; false for the broker, the network, files,
     *     memory and the end of the task
     */
    static boolean isOfARecord(Throwable thrown) {
        if (Thread.currentThread().isInterrupted()) {
            return false; // the task is cancelled: anything may fail
        }
        for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
            boolean lacksMemory = cause instanceof VirtualMachineError && !(cause instanceof StackOverflowError);
            if (lacksMemory
                    || cause instanceof IOException
                    || cause instanceof InterruptedException
                    || cause instanceof CancelTaskException
                    || cause instanceof KafkaException
                    || cause instanceof LinkageError
                    || cause.getClass().getName().toLowerCase(Locale.ROOT).contains(STATE_BACKEND)) {
                return false;
            }
        }
        return true;
    }

    /** @return the innermost cause with its place in the code, in one line */
    public static String textOf(Throwable thrown) {
        Throwable root = thrown;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        String message =
                root.getMessage() == null ? "" : ": " + root.getMessage().replaceAll("\\s+", " ");
        String text = root.getClass().getSimpleName() + message;
        String cut = text.length() <= MAX_MESSAGE_CHARACTERS ? text : text.substring(0, MAX_MESSAGE_CHARACTERS) + "...";
        for (StackTraceElement frame : root.getStackTrace()) {
            if (frame.getClassName().startsWith(OWN_CODE)) {
                String name = frame.getClassName();
                return cut + " (" + name.substring(name.lastIndexOf('.') + 1) + "." + frame.getMethodName() + ")";
            }
        }
        return cut;
    }
}
