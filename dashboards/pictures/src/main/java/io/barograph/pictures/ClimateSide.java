package io.barograph.pictures;

/** Which runs of the motif a run is put beside. */
public enum ClimateSide {
    /** The earlier ones, as the verdict did. */
    BEFORE,
    /** Earlier and later ones. */
    AROUND,
    /** The later ones: was it the beginning of something? */
    AFTER
}
