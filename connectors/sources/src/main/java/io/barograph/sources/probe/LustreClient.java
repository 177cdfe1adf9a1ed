package io.barograph.sources.probe;

import io.barograph.runtime.TimedCommand;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** What the probe asks of {@code lfs}, the command of the Lustre client. */
record LustreClient(String lfs, String fileSystem) {
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final int MAX_BYTES = 16 * 1024 * 1024;

    /** Makes an empty file that is striped over all OSTs; the size of a stripe is in bytes. */
    void stripeOverAll(Path file, long stripeSize) throws IOException, InterruptedException {
        run("setstripe", "-c", "-1", "-S", Long.toString(stripeSize), file.toString());
    }

    /** @return where the stripes of a file lie */
    LustreLayout layout(Path file) throws IOException, InterruptedException {
        String text = run("getstripe", "-y", file.toString());
        try {
            return LustreLayout.parse(text);
        } catch (IOException e) {
            throw new IOException("cannot use what " + lfs + " getstripe says of " + file + ": " + e.getMessage(), e);
        }
    }

    /** @return indices of the active MDTs of the file system that a folder lies on */
    List<Integer> metadataTargets(Path folder) throws IOException, InterruptedException {
        List<Integer> targets = LustreLayout.activeTargets(run("mdts", folder.toString()));
        if (targets.isEmpty()) {
            throw new IOException(lfs + " mdts names no active MDT");
        }
        return targets;
    }

    /** Makes a folder whose entries one MDT keeps. */
    void makeFolderOn(int target, Path folder) throws IOException, InterruptedException {
        run("mkdir", "-i", Integer.toString(target), folder.toString());
    }

    /** @return name of an OST as the servers call it */
    String dataServer(int index) {
        return String.format(Locale.ROOT, "%s-OST%04x", fileSystem, index);
    }

    /** @return name of an MDT as the servers call it */
    String metadataServer(int index) {
        return String.format(Locale.ROOT, "%s-MDT%04x", fileSystem, index);
    }

    private String run(String... arguments) throws IOException, InterruptedException {
        List<String> command =
                Stream.concat(Stream.of(lfs), Arrays.stream(arguments)).toList();
        return output(command, MAX_BYTES);
    }

    /** @return what a command printed that ended well */
    static String output(List<String> command, int mostBytes) throws IOException, InterruptedException {
        TimedCommand.Outcome outcome = TimedCommand.run(command, LIMIT, mostBytes);
        if (!outcome.succeeded()) {
            throw new IOException(String.join(" ", command) + ": " + outcome.failure(LIMIT));
        }
        return outcome.output();
    }
}
