package io.barograph.sources.lmt;

/** TS_IDs from {@code first} to {@code last}, both included. */
record TsIdRange(long first, long last) {}
