package io.barograph.contention;

import io.barograph.contention.capacity.SpaceSample;
import io.barograph.contention.event.ContentionPolicy;
import io.barograph.contention.event.TrackedEvent;
import io.barograph.contention.load.LoadSample;
import io.barograph.contention.load.ServerLoad;
import io.barograph.schemas.EventKind;
import io.barograph.schemas.EventType;
import io.barograph.slowdown.SlidingSlowdown;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;

/**
 * A file system of 8 data servers and 2 metadata servers, watched every 5 s. Its ordinary load is 0.2 to 0.8 GB/s each
 * way and 200 to 800 operations/s, evenly spread, and changes every minute.
 */
final class WatchedSite {
    static final long START = Instant.parse("2026-03-02T00:00:00Z").toEpochMilli();
    static final int STEP = 5_000;

    private static final int OSTS = 8;
    private static final int MDTS = 2;

    private final SplittableRandom random;
    private final ContentionPolicy policy = ContentionPolicy.DEFAULT;
    private FileSystemWatch watch = new FileSystemWatch();
    private long now = START;
    private final List<TrackedEvent> changes = new ArrayList<>();
    private final List<TrackedEvent> loads = new ArrayList<>();
    private double readLevel = 0.5;
    private double writeLevel = 0.5;
    private double metadataLevel = 0.5;

    /** Load of reads, GB/s, in place of the ordinary one; NaN for that. */
    double read = Double.NaN;

    double readFactor = 1;
    double writeFactor = 1;
    double metadataFactor = 1;
    double dataSlowdown = 1;
    double metadataSlowdown = 1;
    Set<String> slowServers = Set.of();
    double serverSlowdown = 1;
    double serverFactor = 1;
    /** The only metadata operation that is slow; empty if all are. */
    String slowOperation = "";

    /** True if the data servers keep the metadata as well. */
    boolean isShared;

    /** True while no server reports its metadata operations. */
    boolean isMetadataLost;

    boolean slowClient;
    boolean isProbed = true;
    boolean isMeasured = true;
    int hosts = 2;
    int calmMinutes = 30;
    /** Sampling interval of its servers, milliseconds. */
    int sampledEvery = STEP;

    WatchedSite(long seed) {
        random = new SplittableRandom(seed);
    }

    /** From now on an OST has so many times its load of writes, and is so many times slower. */
    void slowDown(int ost, double loadFactor, double slowdown) {
        slowServers = Set.of(ost(ost));
        serverFactor = loadFactor;
        serverSlowdown = slowdown;
    }

    /** A site that has been watched for an hour. */
    static WatchedSite known() {
        WatchedSite site = new WatchedSite(1);
        site.pass(3600);
        return site;
    }

    static String ost(int index) {
        return "scratch-OST000" + index;
    }

    static String mdt(int index) {
        return "scratch-MDT000" + index;
    }

    long now() {
        return now;
    }

    /** Lets some seconds pass; what began or ended is added to the changes, as it was then. */
    void pass(int seconds) {
        for (int second = 0; second < seconds; second += STEP / 1000) {
            now += STEP;
            watch.step(now, isMeasured && now % sampledEvery == 0 ? sample() : null, slowdowns(), policy, this::note);
        }
    }

    private void note(TrackedEvent event) {
        boolean isLoad = event.kind() == EventKind.TRANSIENT || event.kind() == EventKind.SUSTAINED;
        (isLoad ? loads : changes).add(event.copy());
    }

    void space(boolean metadata, EventType type, String target, double fullest) {
        now += STEP;
        watch.step(new SpaceSample(now, metadata, type, target, fullest), policy, this::note);
    }

    /** Transients and sustained load that began or ended, in order. */
    List<TrackedEvent> loads() {
        return loads;
    }

    FileSystemWatch watch() {
        return watch;
    }

    /** Contention, degradation and lack of space that began or ended, in order. */
    List<TrackedEvent> changes() {
        return changes;
    }

    List<TrackedEvent> open() {
        return watch.open();
    }

    /** Goes on with what a checkpoint would have kept. */
    void restore() {
        try {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            watch.writeTo(new DataOutputStream(bytes));
            watch = FileSystemWatch.readFrom(new DataInputStream(new ByteArrayInputStream(bytes.toByteArray())));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private LoadSample sample() {
        if (now % 60_000 == 0) {
            readLevel = random.nextDouble(0.2, 0.8);
            writeLevel = random.nextDouble(0.2, 0.8);
            metadataLevel = random.nextDouble(0.2, 0.8);
        }
        double reads = Double.isNaN(read) ? readLevel * 1e9 * readFactor : read * 1e9;
        double write = writeLevel * 1e9 * writeFactor;
        double operations = metadataLevel * 1e3 * metadataFactor;
        List<ServerLoad> servers = new ArrayList<>();
        double readSum = 0;
        double writeSum = 0;
        double operationsSum = 0;
        for (int ost = 0; ost < OSTS; ost++) {
            double factor = slowServers.contains(ost(ost)) ? serverFactor : 1;
            double names = isShared && !isMetadataLost ? operations / OSTS : Double.NaN;
            servers.add(new ServerLoad(ost(ost), false, reads / OSTS, factor * write / OSTS, names));
            operationsSum += isShared && !isMetadataLost ? names : 0;
            readSum += reads / OSTS;
            writeSum += factor * write / OSTS;
        }
        for (int mdt = 0; mdt < MDTS && !isShared; mdt++) {
            double factor = slowServers.contains(mdt(mdt)) ? serverFactor : 1;
            servers.add(new ServerLoad(mdt(mdt), true, Double.NaN, Double.NaN, factor * operations / MDTS));
            operationsSum += factor * operations / MDTS;
        }
        return new LoadSample(now, sampledEvery, readSum, writeSum, operationsSum, OSTS + MDTS, 0, servers);
    }

    private List<SlidingSlowdown> slowdowns() {
        List<SlidingSlowdown> slowdowns = new ArrayList<>();
        if (isProbed) {
            for (String operation : List.of("DATA_READ", "DATA_WRITE")) {
                double factor = noisy(dataSlowdown);
                Map<String, Double> byServer = new TreeMap<>();
                for (int ost = 0; ost < OSTS; ost++) {
                    byServer.put(ost(ost), noisy(slowServers.contains(ost(ost)) ? serverSlowdown : dataSlowdown));
                }
                slowdowns.add(slowdown(operation, factor, byServer));
            }
            for (String operation : List.of("CREATE", "STAT", "READ", "DELETE")) {
                boolean isSlow = slowOperation.isEmpty() || slowOperation.equals(operation);
                double ofAll = isSlow ? metadataSlowdown : 1;
                double factor = noisy(ofAll);
                Map<String, Double> byServer = new TreeMap<>();
                for (int mdt = 0; mdt < MDTS; mdt++) {
                    byServer.put(mdt(mdt), noisy(slowServers.contains(mdt(mdt)) ? serverSlowdown : ofAll));
                }
                slowdowns.add(slowdown(operation, factor, byServer));
            }
        }
        return slowdowns;
    }

    private double noisy(double factor) {
        return factor * random.nextDouble(0.98, 1.02);
    }

    private SlidingSlowdown slowdown(String operation, double factor, Map<String, Double> byServer) {
        return new SlidingSlowdown("scratch", operation, now, factor, calmMinutes, hosts, slowClient, byServer);
    }
}
