package io.barograph.page.results;

/**
 * Who looks.
 *
 * @param user name of the user; empty if nobody says who it is
 */
public record PageViewer(boolean staff, String user) {
    public static final PageViewer STAFF = new PageViewer(true, "");

    public static PageViewer user(String name) {
        return new PageViewer(false, name);
    }

    /**
     * @param owner whose job it is; null or empty if nobody knows
     * @return whether the job has a name for who looks
     */
    public boolean sees(String owner) {
        return staff || owns(owner);
    }

    public boolean owns(String owner) {
        return !staff && !user.isEmpty() && user.equals(owner);
    }
}
