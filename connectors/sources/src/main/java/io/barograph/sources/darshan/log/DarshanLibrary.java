package io.barograph.sources.darshan.log;

import java.nio.file.Path;

/** The file of libdarshan-util, version {@value #OLDEST_VERSION} or later. */
public record DarshanLibrary(Path path) {
    /** First version that reads the Lustre records of composite layouts; older ones lay their records out differently. */
    public static final String OLDEST_VERSION = "3.4.6";

    /** Environment variable that names the library. */
    public static final String VARIABLE = "BAROGRAPH_DARSHAN_LIBRARY";

    /**
     * Looks for the library: {@value #VARIABLE}, LD_LIBRARY_PATH, the system's library folders, {@code /opt/darshan*},
     * the prefix in DARSHAN_UTIL, the Python package {@code darshan} of the {@code python3} on the PATH, and
     * {@code .barograph/darshan} in the installation or above the working directory.
     *
     * @return the first one found
     * @throws DarshanLibraryException if there is none
     */
    public static DarshanLibrary find() {
        return DarshanLibrarySearch.ofThisMachine().find();
    }

    /** @throws DarshanLibraryException if it does not exist */
    public static DarshanLibrary at(Path named) {
        return DarshanLibrarySearch.named(named, "--darshan-library");
    }
}
