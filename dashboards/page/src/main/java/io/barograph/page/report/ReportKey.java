package io.barograph.page.report;

import io.barograph.page.results.PageViewer;

/**
 * Which report for whom.
 *
 * @param viewer who looks; others' jobs have no names for users
 */
public record ReportKey(String jobId, PageViewer viewer, Form form) {
    public enum Form {
        PAGE,
        PICTURE
    }
}
