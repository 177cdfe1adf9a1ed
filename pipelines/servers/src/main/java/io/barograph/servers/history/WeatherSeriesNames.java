package io.barograph.servers.history;

/**
 * Names of the series of a file system from which the weather of its runs is answered. CPU use is kept in whole
 * millionths of a percent, so that sums do not depend on the order of arrival.
 */
public final class WeatherSeriesNames {
    public static final String READ_BYTES = "readBytes";

    /** Bytes written to data servers. */
    public static final String WRITE_BYTES = "writeBytes";

    /** CPU use of OSS, millionths of a percent. */
    public static final String OSS_CPU = "ossCpu";

    /** CPU use of MDS, likewise. */
    public static final String MDS_CPU = "mdsCpu";

    public static final double MILLIONTHS = 1e6;

    private static final String METADATA = "metadata/";

    private WeatherSeriesNames() {}

    /** @param kind kind of metadata operation, for instance {@code open} */
    public static String ofMetadata(String kind) {
        return METADATA + kind;
    }

    /** @return series of its CPU use, of which only intervals are kept */
    public static String ofOss(String host) {
        return OSS_CPU + '/' + host;
    }

    /**
     * @param percent CPU use, percent
     * @return the same in the unit of the series
     */
    public static long ofPercent(double percent) {
        return Math.round(percent * MILLIONTHS);
    }

    public static boolean isMetadata(String series) {
        return series.startsWith(METADATA);
    }
}
