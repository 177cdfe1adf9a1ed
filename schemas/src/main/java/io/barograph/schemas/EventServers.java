package io.barograph.schemas;

/** Names the servers of an event. */
public final class EventServers {
    private EventServers() {}

    /** @return for instance {@code OST0003 and 15 other servers}; empty for an event of the file system */
    public static String words(ContentionEvent event) {
        return words(event.getServer(), event.getServerCount());
    }

    /**
     * @param first the server that gives the event its identity; empty for the file system
     * @param count how many there are
     */
    public static String words(String first, int count) {
        int others = count - 1;
        return first.isEmpty() || others < 1
                ? first
                : first + " and " + (others == 1 ? "another server" : others + " other servers");
    }
}
