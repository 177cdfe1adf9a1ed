package io.barograph.sources.darshan.log;

import io.barograph.sources.darshan.log.LogContents.PathKind;
import io.barograph.sources.darshan.log.LogContents.Place;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Finds the mount point and the catalogue's path that a file lies below, by whole path components. */
final class PathRoots {
    private static final Set<String> STREAMS = Set.of("<STDIN>", "<STDOUT>", "<STDERR>");

    private final Map<String, String> mountTypes;
    private final Set<String> aliases;

    PathRoots(Map<String, String> mountTypes, Collection<String> aliases) {
        this.mountTypes = mountTypes;
        this.aliases = new TreeSet<>(aliases);
    }

    Place placeOf(String path) {
        if (STREAMS.contains(path)) {
            return Place.STREAM;
        }
        if (!path.startsWith("/")) {
            return Place.NOWHERE;
        }
        String mountPoint = longestPrefix(path, mountTypes.keySet());
        String alias = longestPrefix(path, aliases);
        if (alias != null && mountPoint != null && alias.length() < mountPoint.length()) {
            alias = null;
        }
        return new Place(PathKind.ABSOLUTE, mountPoint, mountPoint == null ? null : mountTypes.get(mountPoint), alias);
    }

    private static String longestPrefix(String path, Set<String> roots) {
        String prefix = path;
        while (!prefix.isEmpty()) {
            if (roots.contains(prefix)) {
                return prefix;
            }
            prefix = prefix.substring(0, prefix.lastIndexOf('/'));
        }
        return roots.contains("/") ? "/" : null;
    }
}
