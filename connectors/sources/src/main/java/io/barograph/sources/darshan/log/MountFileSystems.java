package io.barograph.sources.darshan.log;

import io.barograph.schemas.CatalogueFileSystem;
import io.barograph.schemas.FileSystemCatalogue;
import io.barograph.schemas.admission.NameRule;
import io.barograph.sources.darshan.log.LogContents.PathKind;
import io.barograph.sources.darshan.log.LogContents.Place;
import java.util.Optional;

/** Which file system the files of a place count for. */
record MountFileSystems(FileSystemCatalogue catalogue) {
    private static final String ROOT = "/";

    /**
     * @param name name in the catalogue; the mount point, as a name, if no entry claims it
     * @param mountPoint mount point as the log has it, or the catalogue's path
     */
    record Named(String name, boolean resolved, String mountPoint) {}

    /**
     * @param posix whether they have records of the POSIX module: what a run prints goes to no file system, what its
     *     descriptors wrote may, if somebody redirected them
     * @return the file system; empty if the files have no known path and nothing claims {@code /}
     */
    Optional<Named> of(Place place, boolean posix) {
        if (place.kind() == PathKind.STREAM && !posix) {
            return Optional.empty();
        }
        String known = place.alias() != null ? place.alias() : place.mountPoint() != null ? place.mountPoint() : ROOT;
        String mountPoint = NameRule.path(place.mountPoint() == null ? known : place.mountPoint());
        Optional<CatalogueFileSystem> fileSystem = catalogue.resolve(known);
        if (fileSystem.isPresent()) {
            return Optional.of(new Named(fileSystem.get().name(), true, mountPoint));
        }
        return place.mountPoint() == null
                ? Optional.empty()
                : Optional.of(new Named(NameRule.name(mountPoint), false, mountPoint));
    }
}
