package io.barograph.sources.probe;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Mounted file systems as {@code /proc/self/mounts} lists them. Reading the list touches none of them, so it cannot hang.
 */
record MountTable(List<Mount> mounts) {
    /**
     * One mounted file system.
     *
     * @param source device, or {@code 10.0.0.1@o2ib:/scratch1} for Lustre
     * @param type for instance {@code lustre}
     */
    record Mount(String source, Path point, String type) {
        /**
         * @return Lustre's own name of the file system, the first part of the path behind the addresses of the management
         *     servers; empty if this is not Lustre
         */
        Optional<String> lustreName() {
            int colon = source.indexOf(":/");
            if (!type.equals("lustre") || colon < 0) {
                return Optional.empty();
            }
            String name = source.substring(colon + 2).split("/", 2)[0];
            return name.isEmpty() ? Optional.empty() : Optional.of(name);
        }

        boolean isGluster() {
            return type.equals("fuse.glusterfs");
        }
    }

    /** @param text contents of {@code /proc/self/mounts}; lines that are no mounts are passed over */
    static MountTable parse(String text) {
        List<Mount> mounts = new ArrayList<>();
        text.lines().forEach(line -> {
            String[] fields = line.split(" ", 4);
            if (fields.length == 4 && fields[1].startsWith("/")) {
                path(unescape(fields[1]))
                        .ifPresent(point -> mounts.add(new Mount(unescape(fields[0]), point, fields[2])));
            }
        });
        return new MountTable(mounts);
    }

    /** A name that the process's character set cannot express is none that it could be asked to probe. */
    private static Optional<Path> path(String text) {
        try {
            return Optional.of(Path.of(text));
        } catch (InvalidPathException e) {
            return Optional.empty();
        }
    }

    /** The kernel writes blank, tab, line feed and backslash as three octal digits. */
    private static String unescape(String field) {
        return field.replace("\\040", " ")
                .replace("\\011", "\t")
                .replace("\\012", "\n")
                .replace("\\134", "\\");
    }

    /** @return the mount that it lies on: the deepest one, of several the last */
    Optional<Mount> of(Path path) {
        Path normal = path.normalize();
        return mounts.stream()
                .filter(mount -> normal.startsWith(mount.point()))
                .reduce((first, second) ->
                        second.point().getNameCount() >= first.point().getNameCount() ? second : first);
    }
}
