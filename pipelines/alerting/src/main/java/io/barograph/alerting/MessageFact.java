package io.barograph.alerting;

/**
 * One line of a message.
 *
 * @param name what it is
 * @param value what is known of it
 */
public record MessageFact(String name, String value) {}
