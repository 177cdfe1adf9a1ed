package io.barograph.influxdb;

/**
 * A server's answer to a write.
 *
 * @param message the server's message, without secrets; may be empty
 * @param retryAfter the header {@code Retry-After}; empty if there is none
 */
record WriteResponse(int status, String message, String retryAfter) {}
