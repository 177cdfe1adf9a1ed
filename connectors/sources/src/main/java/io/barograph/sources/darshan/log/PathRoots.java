package io.barograph.sources.darshan.log;

import io.barograph.sources.darshan.log.LogContents.PathKind;
import io.barograph.sources.darshan.log.LogContents.Place;
import java.util.Map;
import java.util.Set;

/**
 * Finds the mount point and the catalogue's path that a file lies below, by whole path components.
 *
 * @param mountTypes file-system types by mount point
 * @param aliases the catalogue's paths
 */
record PathRoots(Map<String, String> mountTypes, Set<String> aliases) {
    private static final Set<String> STREAMS = Set.of("<STDIN>", "<STDOUT>", "<STDERR>");

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
