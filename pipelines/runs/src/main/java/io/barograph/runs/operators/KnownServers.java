package io.barograph.runs.operators;

import io.barograph.flink.state.BinaryType;
import io.barograph.flink.state.DelegatingFormat;
import io.barograph.schemas.BinaryCollections;
import io.barograph.servers.operators.CurveChange;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;

/** The servers of a file system, with the first and last hour in which each reported. */
final class KnownServers {
    static final BinaryType<KnownServers> TYPE =
            DelegatingFormat.mutableTypeOf(KnownServers.class, 1, KnownServers::write, KnownServers::read);

    private final Map<String, long[]> hoursByServer = new TreeMap<>();

    void note(String server, long hour) {
        hoursByServer.merge(server, new long[] {hour, hour}, (known, now) ->
                new long[] {Math.min(known[0], now[0]), Math.max(known[1], now[1])});
    }

    int dataServers(long byHour) {
        return count("", byHour) - count(CurveChange.LOAD, byHour);
    }

    /** OSS that had reported their CPU use by an hour. */
    int osses(long byHour) {
        return count(CurveChange.OSS, byHour);
    }

    /** MDS likewise. */
    int mdses(long byHour) {
        return count(CurveChange.MDS, byHour);
    }

    private int count(String prefix, long byHour) {
        int count = 0;
        for (Map.Entry<String, long[]> entry : hoursByServer.entrySet()) {
            if (entry.getKey().startsWith(prefix) && entry.getValue()[0] <= byHour) {
                count++;
            }
        }
        return count;
    }

    /** Forgets the servers that are silent since an hour. */
    void forgetHour(long hour) {
        hoursByServer.values().removeIf(known -> known[1] <= hour);
    }

    private static void write(KnownServers value, DataOutput out) throws IOException {
        BinaryCollections.writeMap(value.hoursByServer, out, BinaryCollections.TEXT, (hours, target) -> {
            target.writeLong(hours[0]);
            target.writeLong(hours[1]);
        });
    }

    private static KnownServers read(DataInput in) throws IOException {
        KnownServers servers = new KnownServers();
        BinaryCollections.readMap(servers.hoursByServer, in, DataInput::readUTF, source ->
                new long[] {source.readLong(), source.readLong()});
        return servers;
    }
}
