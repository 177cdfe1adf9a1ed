package io.barograph.schemas.activity;

/** Which way the bytes of an access went. */
public enum AccessDirection {
    READ,
    WRITE
}
