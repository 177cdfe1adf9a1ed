package io.barograph.page;

/**
 * Which report for whom.
 *
 * @param jobId job
 * @param viewer who looks; others' jobs have no names for users
 * @param form what is asked for
 */
record ReportKey(String jobId, PageViewer viewer, Form form) {
    enum Form {
        PAGE,
        PICTURE
    }
}
