package io.barograph.lab.simulator.plan;

/**
 * One file system of a simulated site.
 *
 * @param ostsPerOss number of OSTs that share one host
 * @param ostBytesPerSecond bandwidth of one OST, bytes/s, reads and writes together
 * @param ostKibibytes capacity of one OST, KiB
 * @param mdts number of MDTs, each on a host of its own; 0 for a site without metadata load
 * @param mdtOperationsPerSecond what one MDT can do: opens per second; other operations are more or less work
 */
public record FileSystemModel(
        String name,
        String mountPoint,
        int osts,
        int ostsPerOss,
        long ostBytesPerSecond,
        long ostKibibytes,
        int mdts,
        long mdtOperationsPerSecond) {
    public FileSystemModel {
        if (osts < 1 || ostsPerOss < 1 || mdts < 0) {
            throw new IllegalArgumentException("file system " + name
                    + ": osts and ostsPerOss must be at least 1 and mdts not negative, not " + osts + ", " + ostsPerOss
                    + " and " + mdts);
        }
        if (ostBytesPerSecond < 1_000_000 || ostKibibytes < 1_000_000) {
            throw new IllegalArgumentException("file system " + name
                    + ": ostBytesPerSecond and ostKibibytes must be at least 1000000, not " + ostBytesPerSecond
                    + " and " + ostKibibytes);
        }
        if (mdts > 0 && mdtOperationsPerSecond < 100) {
            throw new IllegalArgumentException("file system " + name
                    + ": mdtOperationsPerSecond must be at least 100, not " + mdtOperationsPerSecond);
        }
    }

    /** @return a file system of OSTs of 32 TiB and 1 GB/s, eight to a host, and of MDTs of 20 000 opens per second */
    public static FileSystemModel of(String name, int osts, int mdts) {
        return new FileSystemModel(name, "/" + name, osts, 8, 1_000_000_000L, 32L << 30, mdts, 20_000);
    }
}
