package io.barograph.page;

/**
 * Who looks.
 *
 * @param user name of the user; empty if nobody says who it is
 */
record PageViewer(boolean staff, String user) {
    static final PageViewer STAFF = new PageViewer(true, "");

    static PageViewer user(String name) {
        return new PageViewer(false, name);
    }

    /**
     * @param owner whose job it is; null or empty if nobody knows
     * @return whether the job has a name for who looks
     */
    boolean sees(String owner) {
        return staff || owns(owner);
    }

    boolean owns(String owner) {
        return !staff && !user.isEmpty() && user.equals(owner);
    }
}
