package io.barograph.analytics.activity;

/** Which way the bytes of an access went. */
public enum Direction {
    READ,
    WRITE
}
