package io.barograph.runs.operators;

import io.barograph.schemas.AvroCodec;
import io.barograph.schemas.CatalogueFileSystem;
import io.barograph.schemas.FileSystemCatalogue;
import io.barograph.schemas.FileSystemUse;
import io.barograph.schemas.IoDirection;
import io.barograph.schemas.IoInterval;
import io.barograph.schemas.JobEvent;
import io.barograph.schemas.JobEventKind;
import io.barograph.schemas.JobSummary;
import io.barograph.schemas.ServerKind;
import io.barograph.schemas.ServerSample;
import java.io.Serializable;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * Some hours of a file system and its batch jobs, by a fixed rule, so that every true value is known: servers sampled
 * every 5 s, of which one sample in 20 000 is lost; jobs of 1 minute to the longest time, half of them of 1 to 3
 * minutes, that are under way when the first hour begins; 60 % of the logs name 1 to all OSTs, half of these one or two;
 * 3 % of the logs come late, by up to half the longest time.
 */
final class BusySite implements Serializable {
    static final long START = Instant.parse("2018-02-09T00:00:00Z").toEpochMilli();
    static final long HOUR = 3_600_000;
    static final long INTERVAL = 5_000;
    static final FileSystemCatalogue CATALOGUE =
            new FileSystemCatalogue(List.of(CatalogueFileSystem.of("scratch", "/scratch")));

    private static final long ONE_LOST_IN = 20_000;
    private static final String[] METADATA = {
        "open",
        "close",
        "mknod",
        "link",
        "unlink",
        "mkdir",
        "rmdir",
        "rename",
        "getattr",
        "setattr",
        "getxattr",
        "statfs"
    };

    static {
        AvroCodec.of(ServerSample.class);
        AvroCodec.of(JobSummary.class);
        AvroCodec.of(JobEvent.class);
    }

    private final int osts;
    private final int hours;
    private final int jobsPerHour;
    private final int longestHours;
    private transient String[] names;
    /** Of each lost sample the number of samples before it that are not. */
    private transient long[] lost;

    private transient long[] moved;
    private transient long[] startMicros;
    private transient long[] endMicros;
    private transient long[] collectedAt;
    private transient int[] nodes;
    private transient int[] firstOst;
    private transient int[] stripes;
    private transient int[] summaries;
    private transient long[] events;

    /**
     * @param osts data servers; half as many OSS, one MDT and MDS for 50 of them
     * @param hours length
     * @param jobsPerHour jobs that start in an hour
     * @param longestHours length of the longest job
     */
    BusySite(int osts, int hours, int jobsPerHour, int longestHours) {
        this.osts = osts;
        this.hours = hours;
        this.jobsPerHour = jobsPerHour;
        this.longestHours = longestHours;
        nameServers();
        lost = LongStream.range(0, (long) polls() * names.length)
                .filter(place -> isLost(place / names.length, place % names.length))
                .toArray();
        for (int i = 0; i < lost.length; i++) {
            lost[i] -= i;
        }
        moveBytes();
        runJobs();
    }

    private Object readResolve() {
        return new BusySite(osts, hours, jobsPerHour, longestHours);
    }

    private void nameServers() {
        List<String> all = new ArrayList<>();
        IntStream.range(0, osts).forEach(ost -> all.add(String.format(Locale.ROOT, "scratch-OST%04x", ost)));
        IntStream.range(0, osses()).forEach(oss -> all.add("oss" + oss));
        IntStream.range(0, mdts()).forEach(mdt -> all.add(String.format(Locale.ROOT, "scratch-MDT%04x", mdt)));
        IntStream.range(0, mdts()).forEach(mds -> all.add("mds" + mds));
        names = all.toArray(String[]::new);
    }

    private void moveBytes() {
        moved = new long[polls()];
        for (int poll = 1; poll < moved.length; poll++) {
            moved[poll] = moved[poll - 1] + 1_000 + poll * 37L % 1_009;
        }
    }

    private void runJobs() {
        int jobs = jobsPerHour * (longestHours + hours);
        long longest = longestHours * HOUR;
        startMicros = new long[jobs];
        endMicros = new long[jobs];
        collectedAt = new long[jobs];
        nodes = new int[jobs];
        firstOst = new int[jobs];
        stripes = new int[jobs];
        SplittableRandom random = new SplittableRandom(1);
        for (int job = 0; job < jobs; job++) {
            double arrival = (job + random.nextDouble()) / jobsPerHour;
            startMicros[job] = (START - longest) * 1_000 + (long) (arrival * HOUR * 1_000);
            long length = (long) (60e6 * Math.pow(60.0 * longestHours, Math.pow(random.nextDouble(), 3)));
            endMicros[job] = startMicros[job] + length;
            long delay = random.nextInt(100) < 3
                    ? random.nextLong(longest / 24, longest / 2)
                    : random.nextLong(5_000, 60_000);
            collectedAt[job] = endMicros[job] / 1_000 + delay;
            nodes[job] = (int) Math.pow(1_000, Math.pow(random.nextDouble(), 3));
            stripes[job] = random.nextInt(10) < 6 ? (int) Math.pow(osts, Math.pow(random.nextDouble(), 3)) : 0;
            firstOst[job] = random.nextInt(osts);
        }
        summaries = IntStream.range(0, jobs)
                .filter(job -> collectedAt[job] >= START && collectedAt[job] < end())
                .boxed()
                .sorted((a, b) -> Long.compare(collectedAt[a], collectedAt[b]))
                .mapToInt(Integer::intValue)
                .toArray();
        events = LongStream.range(0, 2L * jobs)
                .filter(event -> isAnnounced((int) (event / 2)) && eventTime(event) < end())
                .boxed()
                .sorted((a, b) -> Long.compare(eventTime(a), eventTime(b)))
                .mapToLong(Long::longValue)
                .toArray();
    }

    private int osses() {
        return (osts + 1) / 2;
    }

    private int mdts() {
        return (osts + 49) / 50;
    }

    private int polls() {
        return Math.toIntExact(hours * HOUR / INTERVAL) + 1;
    }

    int hours() {
        return hours;
    }

    int osts() {
        return osts;
    }

    /** Number of jobs, whether they leave a log in these hours or not. */
    int jobs() {
        return startMicros.length;
    }

    long end() {
        return START + hours * HOUR;
    }

    long sampleCount() {
        return (long) polls() * names.length - lost.length;
    }

    private long place(long index) {
        int before = Arrays.binarySearch(lost, index);
        while (before >= 0 && before < lost.length && lost[before] == index) {
            before++;
        }
        return index + (before < 0 ? -before - 1 : before);
    }

    int summaryCount() {
        return summaries.length;
    }

    int eventCount() {
        return events.length;
    }

    long sampleTime(long index) {
        return START + place(index) / names.length * INTERVAL;
    }

    long summaryTime(long index) {
        return index < summaries.length ? collectedAt[summaries[(int) index]] : end();
    }

    long eventTimeAt(long index) {
        return index < events.length ? eventTime(events[(int) index]) : end();
    }

    private long eventTime(long event) {
        int job = (int) (event / 2);
        return (event % 2 == 0 ? startMicros[job] : endMicros[job]) / 1_000;
    }

    private boolean isAnnounced(int job) {
        return endMicros[job] / 1_000 >= START;
    }

    private static boolean isLost(long poll, long server) {
        return poll > 0 && (poll * 7_919 + server * 104_729) % ONE_LOST_IN == 0;
    }

    ServerSample sample(long index) {
        int server = (int) (place(index) % names.length);
        int poll = (int) (place(index) / names.length);
        Instant time = Instant.ofEpochMilli(START + poll * INTERVAL);
        ServerSample.Builder sample = ServerSample.newBuilder()
                .setFileSystem("scratch")
                .setServer(names[server])
                .setTime(time)
                .setPublishedAt(time.plusSeconds(1))
                .setIntervalMillis((int) INTERVAL);
        if (server < osts) {
            return sample.setKind(ServerKind.OST)
                    .setHost(names[osts + server / 2])
                    .setReadBytes(readBytes(server, poll))
                    .setWriteBytes(3 * readBytes(server, poll))
                    .setUsedKibibytes(1_000_000_000L + poll)
                    .setTotalKibibytes(4_000_000_000L)
                    .build();
        }
        boolean mdt = server >= osts + osses() && server < osts + osses() + mdts();
        if (mdt) {
            Map<String, Long> operations = new TreeMap<>();
            for (int kind = 0; kind < METADATA.length; kind++) {
                operations.put(METADATA[kind], poll * (long) (kind + 1));
            }
            return sample.setKind(ServerKind.MDT)
                    .setMetadataOperations(operations)
                    .build();
        }
        return sample.setKind(server < osts + osses() ? ServerKind.OSS : ServerKind.MDS)
                .setHost(names[server])
                .setCpuPercent((poll + server) % 100 / 2.0)
                .build();
    }

    private long readBytes(int ost, int poll) {
        return moved[poll] * (1_000 + ost);
    }

    JobSummary summary(long index) {
        int job = summaries[(int) index];
        long length = endMicros[job] - startMicros[job];
        List<IoInterval> active = new ArrayList<>();
        for (int phase = 0; phase <= job % 8; phase++) {
            active.add(IoInterval.newBuilder()
                    .setDirection(phase % 2 == 0 ? IoDirection.READ : IoDirection.WRITE)
                    .setBytes(length / 200)
                    .setStartMicros(length * phase / 8)
                    .setEndMicros(length * phase / 8 + length / 32)
                    .build());
        }
        return JobSummary.newBuilder()
                .setJobId(jobId(job))
                .setExecutable("/software/applications/bin/application-" + job % 50)
                .setUser("user" + job % 500)
                .setStartTime(instant(startMicros[job]))
                .setEndTime(instant(endMicros[job]))
                .setRunTimeSeconds(length / 1e6)
                .setProcesses(32 * nodes[job])
                .setNodes(nodes[job])
                .setCollectedAt(Instant.ofEpochMilli(collectedAt[job]))
                .setFileSystems(List.of(FileSystemUse.newBuilder()
                        .setFileSystem("scratch")
                        .setResolved(true)
                        .setMountPoint("/scratch")
                        .setReadBytes(length / 100)
                        .setWriteBytes(length / 50)
                        .setReads(length / 1_000_000)
                        .setWrites(length / 500_000)
                        .setOpens(32L * nodes[job])
                        .setOsts(
                                stripes[job] == 0 ? null : usedOsts(job).boxed().toList())
                        .setOstsComplete(stripes[job] > 0)
                        .setIoIntervals(active)
                        .build()))
                .build();
    }

    private static Instant instant(long micros) {
        return Instant.EPOCH.plus(micros, ChronoUnit.MICROS);
    }

    private static String jobId(int job) {
        return Integer.toString(10_000_000 + job);
    }

    /** The job that an id is of. */
    static int jobOf(String jobId) {
        return Integer.parseInt(jobId) - 10_000_000;
    }

    JobEvent event(long index) {
        int job = (int) (events[(int) index] / 2);
        boolean starts = events[(int) index] % 2 == 0;
        Instant time = Instant.ofEpochMilli(eventTime(events[(int) index]));
        return JobEvent.newBuilder()
                .setJobId(jobId(job))
                .setKind(starts ? JobEventKind.START : JobEventKind.END)
                .setTime(time)
                .setPublishedAt(time.plusSeconds(1))
                .setUser("user" + job % 500)
                .setNodes(nodes[job])
                .setState(starts ? "RUNNING" : "COMPLETED")
                .build();
    }

    private IntStream usedOsts(int job) {
        return IntStream.range(firstOst[job], firstOst[job] + Math.max(1, stripes[job]))
                .map(ost -> ost % osts);
    }

    boolean namesServers(int job) {
        return stripes[job] > 0;
    }

    long startMillis(int job) {
        return startMicros[job] / 1_000;
    }

    long endMillis(int job) {
        return endMicros[job] / 1_000;
    }

    /** First label that belongs to a run, and the first one after it, milliseconds since the epoch. */
    long firstLabel(int job) {
        return ceilingMillis(startMicros[job]);
    }

    long endLabel(int job) {
        return ceilingMillis(endMicros[job]) + INTERVAL;
    }

    private static long ceilingMillis(long micros) {
        return -Math.floorDiv(-micros, 1_000);
    }

    int nodes(int job) {
        return nodes[job];
    }

    /** The bytes that all servers read in [from, to), labels of samples, milliseconds since the epoch. */
    long readByAll(long from, long to) {
        return IntStream.range(0, osts).mapToLong(ost -> read(ost, from, to)).sum();
    }

    /** The bytes that the servers of a job read in [from, to). */
    long readByUsed(int job, long from, long to) {
        return usedOsts(job).mapToLong(ost -> read(ost, from, to)).sum();
    }

    private long read(int ost, long from, long to) {
        return readBytes(ost, lastPollBefore(ost, to)) - readBytes(ost, lastPollBefore(ost, from));
    }

    /** The last poll of a server before an instant of which the sample was not lost; the first one if there is none. */
    private int lastPollBefore(int ost, long time) {
        int poll = (int) Math.max(0, Math.min(polls() - 1L, Math.floorDiv(time - START - 1, INTERVAL)));
        while (isLost(poll, ost)) {
            poll--;
        }
        return poll;
    }

    /** Jobs that ran at any instant of [from, to], as far as the scheduler reported them. */
    IntStream runningBetween(long from, long to) {
        return IntStream.range(0, jobs())
                .filter(this::isAnnounced)
                .filter(job -> startMillis(job) <= to && endMillis(job) >= from);
    }
}
