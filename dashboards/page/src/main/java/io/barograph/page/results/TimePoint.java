package io.barograph.page.results;

import java.time.Instant;

/** @param value null if it is not known */
public record TimePoint(Instant time, Double value) {}
