package io.barograph.sources.probe;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;

/** On which brick a file of a GlusterFS mount lies, as its virtual attribute {@code trusted.glusterfs.pathinfo} says. */
final class GlusterLocation {
    private static final int MAX_BYTES = 64 * 1024;
    private static final Pattern COPY = Pattern.compile("<POSIX\\(([^)]+)\\):([^:>]+):[^>]*>");

    private GlusterLocation() {}

    /**
     * Asks {@code getfattr}, of the Debian package {@code attr}. The attribute is only for root.
     *
     * @return {@code HOST:PATH}, as the cluster calls the brick
     * @throws IOException if it cannot be asked, or the file is on more than one brick
     */
    static String brick(Path file) throws IOException, InterruptedException {
        List<String> command = List.of(
                "getfattr", "--absolute-names", "--only-values", "-n", "trusted.glusterfs.pathinfo", file.toString());
        return parse(LustreClient.output(command, MAX_BYTES));
    }

    static String parse(String pathInfo) throws IOException {
        List<String> bricks = COPY.matcher(pathInfo)
                .results()
                .map(copy -> copy.group(2) + ":" + copy.group(1))
                .distinct()
                .toList();
        if (bricks.size() != 1) {
            throw new IOException("it has parts or copies on " + bricks.size() + " bricks");
        }
        return bricks.get(0);
    }
}
