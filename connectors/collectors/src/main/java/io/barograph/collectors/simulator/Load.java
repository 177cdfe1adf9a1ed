package io.barograph.collectors.simulator;

/** What servers are asked for. */
public enum Load {
    READ,
    WRITE,
    METADATA
}
