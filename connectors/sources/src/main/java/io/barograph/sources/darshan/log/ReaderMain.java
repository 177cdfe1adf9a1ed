package io.barograph.sources.darshan.log;

import com.sun.jna.Function;
import com.sun.jna.NativeLibrary;
import com.sun.jna.Platform;
import io.barograph.sources.darshan.log.LogReaderProtocol.Reply;
import io.barograph.sources.darshan.log.LogReaderProtocol.Setup;
import io.barograph.sources.darshan.record.DarshanLibraryException;
import java.io.BufferedReader;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/**
 * The process that reads logs: requests on standard input, replies on standard output. It ends when its standard input
 * does, also while a log keeps it busy.
 */
public final class ReaderMain {
    private static final int PR_SET_DUMPABLE = 4;

    private ReaderMain() {}

    /** Started by {@link ReaderProcess}. */
    public static void main(String[] arguments) throws InterruptedException {
        PrintStream replies = new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);
        System.setOut(System.err);
        BlockingQueue<String> lines = new LinkedBlockingQueue<>();
        Thread input = new Thread(() -> readInput(lines), "input");
        input.setDaemon(true);
        input.start();
        avoidCoreFiles();

        Setup setup = LogReaderProtocol.decode(lines.take(), Setup.class);
        LogReader reader;
        try {
            reader = new LogReader(Path.of(setup.library()), setup.catalogue());
        } catch (DarshanLibraryException e) {
            replies.println(LogReaderProtocol.encode(new Reply(null, e.getMessage())));
            return;
        }
        System.err.println(LogReaderProtocol.END_OF_LOG);
        replies.println(LogReaderProtocol.encode(new Reply(null, null)));
        while (true) {
            Reply reply = reply(reader, LogReaderProtocol.decode(lines.take(), String.class));
            System.err.println("\n" + LogReaderProtocol.END_OF_LOG);
            replies.println(LogReaderProtocol.encode(reply));
        }
    }

    private static Reply reply(LogReader reader, String log) {
        try {
            return new Reply(reader.read(Path.of(log)), null);
        } catch (UnreadableLogException e) {
            return new Reply(null, e.getMessage());
        } catch (RuntimeException e) {
            return new Reply(null, "its values make no sense (" + e + ")");
        }
    }

    private static void readInput(BlockingQueue<String> lines) {
        try (BufferedReader input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            String line;
            while ((line = input.readLine()) != null) {
                lines.add(line);
            }
        } catch (IOException e) {
            System.err.println("standard input: " + e);
        }
        Runtime.getRuntime().halt(0);
    }

    /** A damaged log that crashes the library should not leave a core file behind. */
    private static void avoidCoreFiles() {
        if (Platform.isLinux()) {
            Function prctl = NativeLibrary.getInstance(Platform.C_LIBRARY_NAME).getFunction("prctl");
            prctl.invokeInt(new Object[] {PR_SET_DUMPABLE, 0L, 0L, 0L, 0L});
        }
    }
}
