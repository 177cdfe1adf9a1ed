package io.barograph.lab.simulator;

/** What servers are asked for. */
public enum DemandKind {
    READ,
    WRITE,
    METADATA
}
