package io.barograph.page;

/**
 * Which report for whom.
 *
 * @param viewer who looks; others' jobs have no names for users
 */
record ReportKey(String jobId, PageViewer viewer, Form form) {
    enum Form {
        PAGE,
        PICTURE
    }
}
