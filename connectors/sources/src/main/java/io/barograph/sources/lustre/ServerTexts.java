package io.barograph.sources.lustre;

import java.util.List;
import java.util.Optional;
import java.util.SortedSet;

/**
 * All texts of one server at one moment. A path is written as under {@code /proc} and {@code /sys}, without the part that
 * differs between versions: {@code lustre/obdfilter/scratch-OST0001/stats}, {@code lnet/stats}, {@code proc/meminfo}.
 */
interface ServerTexts {
    /** @return names of the folders in it; empty if it is not there */
    SortedSet<String> folders(String folder);

    /** @return the text; empty if it is not there */
    Optional<ServerText> text(String path);

    List<ServerText> textInEach(String folder, String name);
}
