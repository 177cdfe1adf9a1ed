package io.barograph.lab.simulator.plan;

import io.barograph.configuration.Setting;
import java.time.Duration;
import java.util.List;

/**
 * Something that goes wrong at a known time for a known reason.
 *
 * @param servers indices of the OSTs or MDTs concerned; empty for all, for a HOTSPOT the first one; of SLOW_HOST the
 *     numbers of the probing hosts, from 0, empty for the first one
 */
public record SimulatedFault(
        @Setting("CONTENTION, HOTSPOT, DEGRADED, SLOW_HOST or CAPACITY") Kind kind,
        @Setting("Name of the file system") String fileSystem,
        @Setting(
                        value = "Of contention what the culprit does; of a degradation METADATA for MDTs, else OSTs",
                        defaultValue = "WRITE")
                DemandKind load,
        @Setting("Time from the begin of the simulation to the onset") Duration after,
        @Setting("How long it lasts") Duration lasting,
        @Setting(
                        value = "How many times slower it makes its victims; of CAPACITY the fullness reached, 0 to 1",
                        defaultValue = "3")
                double factor,
        @Setting("Indices of the OSTs or MDTs, or of the probing hosts, concerned; none for all")
                List<Integer> servers) {
    /** What can go wrong. */
    public enum Kind {
        /** A job takes the servers over; everybody else waits behind its requests. */
        CONTENTION,
        /** The same on a single server. */
        HOTSPOT,
        /** Servers are slower without more load: a rebuild, a failover, a sick disk. */
        DEGRADED,
        /** A probing host is slow, not the file system. */
        SLOW_HOST,
        /** Space is allocated without being written, over half of the time, and freed at the end. */
        CAPACITY
    }

    public SimulatedFault {
        servers = servers == null ? List.of() : List.copyOf(servers);
        if (kind == null || fileSystem == null || load == null || after == null || lasting == null) {
            throw new IllegalArgumentException("a fault needs kind, fileSystem, load, after and lasting");
        }
        if (after.isNegative() || lasting.toMillis() <= 0) {
            throw new IllegalArgumentException("fault " + kind + ": after must not be negative and lasting at least"
                    + " 1 ms, not " + after + " and " + lasting);
        }
        if (kind == Kind.CAPACITY ? !(factor > 0 && factor <= 1) : !(factor > 1 && factor <= 1000)) {
            throw new IllegalArgumentException("fault " + kind + ": factor must be "
                    + (kind == Kind.CAPACITY ? "above 0 and at most 1" : "above 1 and at most 1000") + ", not "
                    + factor);
        }
    }

    /** @return the same, that long after the begin of the simulation */
    public SimulatedFault at(Duration changed) {
        return new SimulatedFault(kind, fileSystem, load, changed, lasting, factor, servers);
    }

    /** A job hammers all servers. */
    public static SimulatedFault contention(
            String fileSystem, DemandKind load, Duration after, Duration lasting, double factor) {
        return new SimulatedFault(Kind.CONTENTION, fileSystem, load, after, lasting, factor, List.of());
    }

    /** A job hammers one OST. */
    public static SimulatedFault hotspot(String fileSystem, int ost, Duration after, Duration lasting, double factor) {
        return new SimulatedFault(Kind.HOTSPOT, fileSystem, DemandKind.WRITE, after, lasting, factor, List.of(ost));
    }

    /** Servers are slow without more load. */
    public static SimulatedFault degraded(
            String fileSystem, DemandKind load, Duration after, Duration lasting, double factor) {
        return new SimulatedFault(Kind.DEGRADED, fileSystem, load, after, lasting, factor, List.of());
    }

    /**
     * One probing host is slow.
     *
     * @param host number of the host among those that probe it, from 0
     */
    public static SimulatedFault slowHost(
            String fileSystem, int host, Duration after, Duration lasting, double factor) {
        return new SimulatedFault(Kind.SLOW_HOST, fileSystem, DemandKind.READ, after, lasting, factor, List.of(host));
    }

    /**
     * All OSTs fill.
     *
     * @param fullness fullness reached after half of that time, 0 to 1
     */
    public static SimulatedFault capacity(String fileSystem, Duration after, Duration lasting, double fullness) {
        return new SimulatedFault(Kind.CAPACITY, fileSystem, DemandKind.WRITE, after, lasting, fullness, List.of());
    }
}
