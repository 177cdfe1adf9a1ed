package io.barograph.schemas.admission;

import io.barograph.schemas.BenchmarkRun;
import io.barograph.schemas.BinaryCollections;
import io.barograph.schemas.CatalogueFileSystem;
import io.barograph.schemas.CollectorHealth;
import io.barograph.schemas.FileSystemCatalogue;
import io.barograph.schemas.JobEvent;
import io.barograph.schemas.JobSamples;
import io.barograph.schemas.JobSummary;
import io.barograph.schemas.ProbeTiming;
import io.barograph.schemas.ServerPoll;
import io.barograph.schemas.SiteEvent;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.apache.avro.SchemaNormalization;
import org.apache.avro.specific.SpecificRecord;

/**
 * Bounds how many names the sources of one partition invent in an hour: servers, jobs, operations, collectors. A source is
 * a collector, and its host where records say it. For one thread.
 *
 * <ul>
 *   <li>A name of this hour or the one before is not new, whoever brings it: real entries are not displaced.
 *   <li>A source brings at most a quota of new names an hour. Sources that were not there in the hour before share one.
 *   <li>All sources together bring two quotas of new names at most, and no more than four are known at a time.
 * </ul>
 *
 * <p>Hours are those of the records, which may not be ahead of the clock; so a backlog, or a topic that is read again, has
 * the quotas of the hours in which it was written.
 *
 * <p>Memory: 16 to 32 bytes for each name of two hours, which are known by 64 bits: names that are confused count as one.
 */
public final class SourceQuotas {
    /** What names are of. */
    enum Kind {
        SERVERS("servers", 16_384),
        OPERATIONS("kinds of operations", 1_024),
        JOBS("jobs", 262_144),
        PROBES("probed places", 16_384),
        BENCHMARKS("benchmarks", 4_096),
        NOTES("notes", 16_384),
        COLLECTORS("collectors", 4_096);

        private final String words;
        final int quota;

        Kind(String words, int quota) {
            this.words = words;
            this.quota = quota;
        }
    }

    /** Fewest servers that are a quota, however small the site. */
    static final int MIN_SERVERS = 1_024;

    /** A quota is that many times what the catalogue expects: targets, their hosts, and new ones. */
    static final int SERVERS_PER_EXPECTED = 4;

    /** Sources of an hour; those of the hour before find room for as many more. */
    static final int MAX_SOURCES = 16_384;

    private static final long HOUR = Duration.ofHours(1).toMillis();

    /** How far the clock of a host may be ahead of this one's. */
    private static final long AHEAD = Duration.ofMinutes(1).toMillis();

    private static final int ALL_NEW = 2;
    private static final int ALL_KNOWN = 4;

    private final int servers;
    private final Map<Kind, HourlyNames> names = new EnumMap<>(Kind.class);
    private long hour = Long.MIN_VALUE;

    /** @param servers quota of servers, as {@link #serversOf} says it */
    public SourceQuotas(int servers) {
        this.servers = servers;
    }

    /** {@return quota of servers of a site: four times those that its catalogue expects, if it says so of all file systems} */
    public static int serversOf(FileSystemCatalogue catalogue) {
        Collection<CatalogueFileSystem> fileSystems = catalogue.fileSystems();
        boolean areKnown =
                !fileSystems.isEmpty() && fileSystems.stream().allMatch(fileSystem -> fileSystem.expectedServers() > 0);
        long expected = fileSystems.stream()
                .mapToLong(CatalogueFileSystem::expectedServers)
                .sum();
        return areKnown
                ? (int) Math.max(MIN_SERVERS, Math.min(Kind.SERVERS.quota, SERVERS_PER_EXPECTED * expected))
                : Kind.SERVERS.quota;
    }

    /**
     * @param time time of the record, milliseconds since the epoch
     * @param now wall clock, milliseconds since the epoch
     * @return why it is refused; null if it is admitted
     */
    public String refusal(SpecificRecord record, long time, long now) {
        long hourOfRecord = Math.floorDiv(Math.min(time, now + AHEAD), HOUR);
        if (hourOfRecord > hour) {
            boolean follows = hourOfRecord == hour + 1;
            names.values().forEach(known -> known.advance(follows));
            hour = hourOfRecord;
        }
        NameVisitor visitor = new NameVisitor();
        visitor.visit(record);
        return visitor.refusal;
    }

    private int quota(Kind kind) {
        return kind == Kind.SERVERS ? servers : kind.quota;
    }

    /** Looks each name of one record up, until one is refused. */
    private final class NameVisitor {
        private String source;
        private String refusal;

        void visit(SpecificRecord record) {
            if (record instanceof ServerPoll poll) {
                source = poll.getCollector() + "@" + poll.getHost();
                poll.getServers().forEach(server -> name(Kind.SERVERS, poll.getFileSystem(), server));
                poll.getMetadataOperations().forEach(column -> name(Kind.OPERATIONS, column.getName(), ""));
            } else if (record instanceof JobSamples samples) {
                source = samples.getCollector();
                name(Kind.SERVERS, samples.getFileSystem(), samples.getServer());
                operations(samples.getMetadataOperations());
                samples.getJobs().forEach(job -> {
                    name(Kind.JOBS, job.getJobId(), "");
                    operations(job.getMetadataOperations());
                });
            } else if (record instanceof JobEvent event) {
                source = event.getCollector();
                name(Kind.JOBS, event.getJobId(), "");
            } else if (record instanceof JobSummary summary) {
                source = summary.getCollector();
                name(Kind.JOBS, summary.getJobId(), "");
            } else if (record instanceof ProbeTiming timing) {
                source = timing.getCollector() + "@" + timing.getHost();
                name(Kind.PROBES, timing.getFileSystem(), timing.getServer() == null ? "" : timing.getServer());
                name(Kind.PROBES, timing.getHost(), timing.getDirectory());
            } else if (record instanceof BenchmarkRun run) {
                source = run.getCollector();
                name(Kind.BENCHMARKS, run.getFileSystem(), run.getBenchmark());
                name(Kind.BENCHMARKS, run.getBenchmark(), run.getPhase());
            } else if (record instanceof SiteEvent event) {
                source = event.getAuthor() == null ? "" : event.getAuthor();
                name(Kind.NOTES, event.getFileSystem(), event.getId());
            } else if (record instanceof CollectorHealth health) {
                source = health.getHost();
                name(Kind.COLLECTORS, health.getCollector(), health.getHost());
            }
        }

        private void operations(Map<String, Long> operations) {
            if (operations != null) {
                operations.keySet().forEach(operation -> name(Kind.OPERATIONS, operation, ""));
            }
        }

        private void name(Kind kind, String name, String more) {
            if (refusal == null
                    && !names.computeIfAbsent(kind, each -> new HourlyNames())
                            .admits(source, fingerprint(name, more), quota(kind))) {
                refusal = "collector " + source + " is one of too many, or brings too many " + kind.words
                        + ": a source has " + quota(kind) + " new ones an hour, and so have all new sources together";
            }
        }

        /** CRC-64-AVRO of both, with a zero between them. */
        private long fingerprint(String name, String more) {
            byte[] bytes = (name + '\0' + more).getBytes(StandardCharsets.UTF_8);
            return SchemaNormalization.fingerprint64(bytes) | 1; // zero is a free place
        }
    }

    public void writeTo(DataOutput out) throws IOException {
        out.writeLong(hour);
        out.writeByte(names.size());
        for (Map.Entry<Kind, HourlyNames> known : names.entrySet()) {
            out.writeUTF(known.getKey().name());
            known.getValue().writeTo(out);
        }
    }

    /** Replaces what is known by what {@link #writeTo} wrote. */
    public void readFrom(DataInput in) throws IOException {
        names.clear();
        hour = in.readLong();
        for (int kinds = in.readByte(); kinds > 0; kinds--) {
            names.put(Kind.valueOf(in.readUTF()), HourlyNames.readFrom(in));
        }
    }

    /** The names of this hour and the one before, and who brought new ones. */
    private static final class HourlyNames {
        private FingerprintSet known = new FingerprintSet();
        private FingerprintSet before = new FingerprintSet();
        private Map<String, Integer> newOfSources = new HashMap<>();
        private Set<String> sourcesBefore = new HashSet<>();
        private int all;
        private int ofNewSources;

        void advance(boolean follows) {
            before = follows ? known : new FingerprintSet();
            sourcesBefore = follows ? new HashSet<>(newOfSources.keySet()) : new HashSet<>();
            known = new FingerprintSet();
            newOfSources = new HashMap<>();
            all = 0;
            ofNewSources = 0;
        }

        boolean admits(String source, long name, int quota) {
            if (known.contains(name)) {
                return true;
            }
            Integer brought = newOfSources.get(source);
            boolean isNew = !sourcesBefore.contains(source);
            if (brought == null && newOfSources.size() >= (isNew ? MAX_SOURCES : 2 * MAX_SOURCES)) {
                return before.contains(name);
            }
            if (known.size >= ALL_KNOWN * quota) {
                return false;
            }
            if (before.contains(name)) {
                newOfSources.putIfAbsent(source, 0);
                return known.add(name);
            }
            int count = brought == null ? 0 : brought;
            if (count >= quota || all >= ALL_NEW * quota || (isNew && ofNewSources >= quota)) {
                return false;
            }
            newOfSources.put(source, count + 1);
            all++;
            ofNewSources += isNew ? 1 : 0;
            return known.add(name);
        }

        void writeTo(DataOutput out) throws IOException {
            known.writeTo(out);
            before.writeTo(out);
            BinaryCollections.writeMap(newOfSources, out, BinaryCollections.TEXT, (count, to) -> to.writeInt(count));
            BinaryCollections.write(sourcesBefore, out, BinaryCollections.TEXT);
            out.writeInt(all);
            out.writeInt(ofNewSources);
        }

        static HourlyNames readFrom(DataInput in) throws IOException {
            HourlyNames names = new HourlyNames();
            names.known = FingerprintSet.readFrom(in);
            names.before = FingerprintSet.readFrom(in);
            BinaryCollections.readMap(names.newOfSources, in, DataInput::readUTF, DataInput::readInt);
            BinaryCollections.read(in, DataInput::readUTF, names.sourcesBefore::add);
            names.all = in.readInt();
            names.ofNewSources = in.readInt();
            return names;
        }
    }

    /** Open addressing, at most half full. */
    private static final class FingerprintSet {
        private long[] table = new long[16];
        private int size;

        /** {@return the place of a fingerprint, or the free one where it would be; none is zero} */
        private static int place(long[] table, long fingerprint) {
            int at = (int) (fingerprint ^ fingerprint >>> 32) & (table.length - 1);
            while (table[at] != 0 && table[at] != fingerprint) {
                at = (at + 1) & (table.length - 1);
            }
            return at;
        }

        boolean contains(long fingerprint) {
            return table[place(table, fingerprint)] != 0;
        }

        boolean add(long fingerprint) {
            if (2 * (size + 1) > table.length) {
                long[] larger = new long[2 * table.length];
                for (long each : table) {
                    if (each != 0) {
                        larger[place(larger, each)] = each;
                    }
                }
                table = larger;
            }
            int at = place(table, fingerprint);
            boolean isNew = table[at] == 0;
            table[at] = fingerprint;
            size += isNew ? 1 : 0;
            return isNew;
        }

        void writeTo(DataOutput out) throws IOException {
            out.writeInt(size);
            for (long each : table) {
                if (each != 0) {
                    out.writeLong(each);
                }
            }
        }

        static FingerprintSet readFrom(DataInput in) throws IOException {
            FingerprintSet set = new FingerprintSet();
            for (int left = in.readInt(); left > 0; left--) {
                set.add(in.readLong());
            }
            return set;
        }
    }
}
