package io.barograph.schemas;

/** What software a file system runs on. */
public enum FileSystemKind {
    /** Lustre: OST, OSS, MDT, MDS. */
    LUSTRE,
    /** GPFS, also called Spectrum Scale: NSD servers. */
    GPFS,
    /** Any other, or not known. */
    OTHER
}
