package io.barograph.alerting;

/** One line of a message. */
public record MessageFact(String name, String value) {}
