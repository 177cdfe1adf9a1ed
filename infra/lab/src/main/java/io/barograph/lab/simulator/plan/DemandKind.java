package io.barograph.lab.simulator.plan;

/** What servers are asked for. */
public enum DemandKind {
    READ,
    WRITE,
    METADATA
}
