package io.barograph.runs;

import io.barograph.schemas.CoverageLimits;
import io.barograph.schemas.Quality;
import io.barograph.servers.history.WindowVolume;

/**
 * Coverage factors of one run on one file system (Lockwood et al., UMAMI, PDSW 2017, eq. 1): the bytes of the run
 * according to Darshan / the bytes of the servers during the run. What is missing to 1 was not seen by this run's
 * Darshan: neighbours, sibling runs without a log, read-ahead, uninstrumented I/O.
 *
 * @param cfBw bytes read and written, over the servers that the run used; null if not known
 * @param cfBwFs the same over all data servers of the file system; null if not known
 * @param cfRead bytes read, over the servers that the run used; null if not known
 * @param cfWrite bytes written, over the servers that the run used; null if not known
 * @param quality how far the factors can be trusted
 */
public record CoverageFactors(Double cfBw, Double cfBwFs, Double cfRead, Double cfWrite, Quality quality) {
    /**
     * @param readBytes bytes that the run read, according to Darshan
     * @param writeBytes bytes that the run wrote, according to Darshan
     * @param used volume of the servers that the run used
     * @param edgeBytes what the same servers moved in the intervals that the run's start and end cut
     * @param all volume of all data servers of the file system
     */
    public static CoverageFactors of(
            long readBytes, long writeBytes, WindowVolume used, long edgeBytes, WindowVolume all) {
        long bytes = readBytes + writeBytes;
        Double cfBw = ofBytes(bytes, used);
        Double cfBwFs = ofBytes(bytes, all);
        Double cfRead = quotient(readBytes, used, used.traffic().readBytes());
        Double cfWrite = quotient(writeBytes, used, used.traffic().writeBytes());
        boolean movedWithoutTraffic = bytes > 0 && cfBw == null;
        return new CoverageFactors(
                cfBw,
                cfBwFs,
                cfRead,
                cfWrite,
                quality(bytes, used, edgeBytes, movedWithoutTraffic || above(cfBw) || above(cfBwFs)));
    }

    /** @return the same for a run whose bytes are lower bounds: where nothing else is wrong, it is marked for that */
    public CoverageFactors partial() {
        boolean isUsable = quality == Quality.OK || quality == Quality.EDGES || quality == Quality.COARSE;
        return isUsable ? new CoverageFactors(cfBw, cfBwFs, cfRead, cfWrite, Quality.PARTIAL) : this;
    }

    /**
     * @param bytes bytes of one or several runs, according to Darshan
     * @return coverage factor of bandwidth; null if not known
     */
    public static Double ofBytes(long bytes, WindowVolume volume) {
        return quotient(bytes, volume, bytes(volume));
    }

    /**
     * @param operations operations of a run, according to Darshan
     * @param serverOperations operations of the same kind of the servers
     * @return coverage factor of operations; null if not known, and where not every sample reports operations
     */
    public static Double ofOperations(long operations, long serverOperations, WindowVolume volume) {
        return volume.traffic().operationSamples() < volume.traffic().samples()
                ? null
                : quotient(operations, volume, serverOperations);
    }

    private static Quality quality(long jobBytes, WindowVolume used, long edgeBytes, boolean implausible) {
        if (used.tooOld()) {
            return Quality.TOO_OLD;
        }
        if (used.traffic().samples() <= 0) {
            return Quality.NO_SERVER_DATA;
        }
        if (implausible) {
            return Quality.IMPLAUSIBLE;
        }
        if (used.traffic().faults() > 0 || used.missingFraction() > CoverageLimits.MISSING_ABOVE) {
            return Quality.MISSING;
        }
        if (used.coarse()) {
            return Quality.COARSE;
        }
        long ofOthers = Math.min(edgeBytes, bytes(used) - jobBytes);
        return ofOthers > CoverageLimits.EDGES_ABOVE * bytes(used) ? Quality.EDGES : Quality.OK;
    }

    private static long bytes(WindowVolume volume) {
        return volume.traffic().readBytes() + volume.traffic().writeBytes();
    }

    private static boolean above(Double factor) {
        return factor != null && factor > CoverageLimits.IMPLAUSIBLE_ABOVE;
    }

    /** Null where nothing is known, and where the servers moved nothing: 0 / 0 is no coverage. */
    private static Double quotient(long jobBytes, WindowVolume volume, long serverBytes) {
        return volume.isKnown() && serverBytes > 0 ? (double) jobBytes / serverBytes : null;
    }
}
