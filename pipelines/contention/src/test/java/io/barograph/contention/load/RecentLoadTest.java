package io.barograph.contention.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.barograph.schemas.EventType;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class RecentLoadTest {
    private static final ServerLoad OST = new ServerLoad("OST0000", false, 1e9, 2e9, Double.NaN);
    private static final ServerLoad BUSY_OST = new ServerLoad("OST0000", false, 3e9, 4e9, Double.NaN);
    private static final ServerLoad MDT = new ServerLoad("MDT0000", true, Double.NaN, Double.NaN, 100);

    @Test
    void shouldReadWhatWasWrittenAlsoWhenServersComeAndGo() throws Exception {
        RecentLoad written = new RecentLoad();
        List<List<ServerLoad>> steps = List.of(
                List.of(OST, MDT), List.of(BUSY_OST, MDT), List.of(BUSY_OST), List.of(), List.of(), List.of(MDT, OST));
        for (int i = 0; i < steps.size(); i++) {
            written.add(sample(5_000L * i, steps.get(i)));
        }

        assertThat(read(bytes(written))).containsExactlyElementsOf(written);
    }

    @Test
    void shouldWriteTheNamesOfServersOnce() throws Exception {
        List<ServerLoad> servers = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            servers.add(new ServerLoad("a-file-system-with-a-long-name-OST" + (1_000 + i), false, i, i, Double.NaN));
        }
        RecentLoad recent = new RecentLoad();
        recent.add(sample(0, servers));
        int ofOne = bytes(recent).length;
        recent.add(sample(5_000, servers));

        assertThat(bytes(recent).length - ofOne).isLessThan(ofOne / 2);
    }

    @Property(tries = 200)
    void shouldMeanTheSameOfAllServersAsOfEachAlone(
            @ForAll @Size(min = 1, max = 12) List<@Size(max = 6) List<@IntRange(min = -1, max = 7) Integer>> steps,
            @ForAll @LongRange(min = 1, max = 70_000) long window) {
        RecentLoad recent = new RecentLoad();
        for (int step = 0; step < steps.size(); step++) {
            List<ServerLoad> servers = new ArrayList<>();
            for (int i = 0; i < steps.get(step).size(); i++) {
                int load = steps.get(step).get(i);
                if (load > 0) { // those that are there; -1 is one of which nothing is known
                    servers.add(new ServerLoad("OST000" + i, false, load / 7.0, 0, Double.NaN));
                } else if (load < 0) {
                    servers.add(new ServerLoad("OST000" + i, false, Double.NaN, 0, Double.NaN));
                }
            }
            recent.add(sample(5_000L * step, servers));
        }
        LoadSample newest = null;
        for (LoadSample sample : recent) {
            newest = sample;
        }

        Map<String, Double> means = new TreeMap<>();
        recent.meansOfServers(newest.time(), window)
                .forEachKnown((server, metadata, perSecond) -> means.put(server, perSecond));

        Map<String, Double> ofEach = new TreeMap<>();
        for (ServerLoad server : newest.servers()) {
            double mean = recent.mean(newest.time(), window, RecentLoad.of(server.server()));
            if (!Double.isNaN(mean)) {
                ofEach.put(server.server(), mean);
            }
        }
        assertThat(means).isEqualTo(ofEach);
    }

    @Test
    void shouldFindTheRiseOfOneJobButNotThatOfManyAlsoWhenSamplesAreLost() {
        double lost = Double.NaN;

        assertThat(rise(1, 1, 6, 6, 6)).as("in one interval").isEqualTo(5);
        assertThat(rise(1, 1, 4, 6, 6)).as("in two").isEqualTo(5);
        assertThat(rise(1, 2, 3, 4, 5, 6)).as("in five").isEqualTo(2);
        assertThat(rise(1, lost, lost, lost, 6, 6))
                .as("while nothing was known")
                .isEqualTo(5);
        assertThat(rise(6, 6, 1, 1)).as("it fell").isZero();
    }

    @Test
    void shouldCompareTheNewestKnownSampleWithTheLargestOfTheWindow() {
        RecentLoad recent = of(9, 2, 4, 3, Double.NaN);

        assertThat(recent.newestToLargest(20_000, 20_000, RecentLoad.of(EventType.READ)))
                .isEqualTo(0.75);
        assertThat(recent.newestToLargest(20_000, 30_000, RecentLoad.of(EventType.READ)))
                .isEqualTo(3.0 / 9);
        assertThat(recent.newestToLargest(20_000, 5_000, RecentLoad.of(EventType.READ)))
                .isNaN();
    }

    private static double rise(double... reads) {
        return of(reads).largestRise(10_000, RecentLoad.of(EventType.READ));
    }

    private static RecentLoad of(double... reads) {
        RecentLoad recent = new RecentLoad();
        for (int i = 0; i < reads.length; i++) {
            recent.add(new LoadSample(5_000L * i, 5_000, reads[i], 0, 0, 1, 0, List.of()));
        }
        return recent;
    }

    private static LoadSample sample(long time, List<ServerLoad> servers) {
        return new LoadSample(time, 5_000, 1e9, 2e9, 100, 2, 0, servers);
    }

    private static byte[] bytes(RecentLoad recent) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        recent.writeTo(new DataOutputStream(out));
        return out.toByteArray();
    }

    private static RecentLoad read(byte[] bytes) throws IOException {
        return RecentLoad.readFrom(new DataInputStream(new ByteArrayInputStream(bytes)));
    }
}
