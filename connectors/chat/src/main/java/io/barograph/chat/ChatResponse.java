package io.barograph.chat;

import java.util.Optional;

/**
 * What a service answered.
 *
 * @param status HTTP status
 * @param body begin of the body
 * @param whole whether that is all of it
 * @param retryAfter header {@code Retry-After}
 */
record ChatResponse(int status, String body, boolean whole, Optional<String> retryAfter) {}
