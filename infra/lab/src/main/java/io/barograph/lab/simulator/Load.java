package io.barograph.lab.simulator;

/** What servers are asked for. */
public enum Load {
    READ,
    WRITE,
    METADATA
}
