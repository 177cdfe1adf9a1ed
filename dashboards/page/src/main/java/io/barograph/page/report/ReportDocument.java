package io.barograph.page.report;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/**
 * The answer to a request for a report or its diagram.
 *
 * @param keep for how long it answers later requests, too
 */
public record ReportDocument(int status, String type, ByteBuffer body, Duration keep) {
    public static ReportDocument of(int status, String type, byte[] body, Duration keep) {
        return new ReportDocument(status, type, ByteBuffer.wrap(body).asReadOnlyBuffer(), keep);
    }

    public static ReportDocument html(int status, String document, Duration keep) {
        return of(status, "text/html; charset=utf-8", document.getBytes(StandardCharsets.UTF_8), keep);
    }

    /** @return a view of its own for each request, which reads it to its end */
    @Override
    public ByteBuffer body() {
        return body.duplicate();
    }

    public int size() {
        return body.remaining();
    }
}
