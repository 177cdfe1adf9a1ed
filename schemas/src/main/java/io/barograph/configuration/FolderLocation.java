package io.barograph.configuration;

import java.net.URI;
import java.nio.file.Path;
import java.util.regex.Pattern;

/** A folder of this machine, or one of any file system that has URIs. */
public final class FolderLocation {
    private static final Pattern WITH_SCHEME = Pattern.compile("[A-Za-z][A-Za-z0-9+.-]*:.*");

    private final URI uri;

    private FolderLocation(URI uri) {
        this.uri = uri;
    }

    /**
     * @param base folder that a relative path starts from
     * @throws IllegalArgumentException if it is neither
     */
    public static FolderLocation of(String text, Path base) {
        return new FolderLocation(
                WITH_SCHEME.matcher(text).matches()
                        ? URI.create(text)
                        : base.resolve(text).toAbsolutePath().normalize().toUri());
    }

    public URI uri() {
        return uri;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof FolderLocation location && uri.equals(location.uri);
    }

    @Override
    public int hashCode() {
        return uri.hashCode();
    }

    @Override
    public String toString() {
        return uri.toString();
    }
}
