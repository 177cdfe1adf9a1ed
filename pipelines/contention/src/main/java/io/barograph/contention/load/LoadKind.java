package io.barograph.contention.load;

/** Kinds of load of a file system as a whole. */
public enum LoadKind {
    /** Bytes read from data servers. */
    READ,
    /** Bytes written to data servers. */
    WRITE,
    /** Operations of metadata servers, of all kinds. */
    METADATA
}
