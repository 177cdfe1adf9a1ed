package io.barograph.chat;

import java.util.Optional;

/**
 * What a service answered.
 *
 * @param retryAfter header {@code Retry-After}
 */
record ChatResponse(int status, String body, boolean whole, Optional<String> retryAfter) {}
