package io.barograph.sources.darshan.record;

import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** The modules whose file records are summed, with the library's names of their counters. */
public enum IoModule {
    POSIX("POSIX", "posix"),
    MPI_IO("MPI-IO", "mpiio"),
    STDIO("STDIO", "stdio");

    public static final Set<SummedCounter> ALWAYS_RECORDED = Set.of(
            SummedCounter.READ_BYTES,
            SummedCounter.WRITE_BYTES,
            SummedCounter.READS,
            SummedCounter.WRITES,
            SummedCounter.OPENS);

    private final String darshanName;
    private final String symbolPrefix;

    IoModule(String darshanName, String symbolPrefix) {
        this.darshanName = darshanName;
        this.symbolPrefix = symbolPrefix;
    }

    public String darshanName() {
        return darshanName;
    }

    /** @return data symbol of the library that lists the names of the integer counters */
    public String counterSymbol() {
        return symbolPrefix + "_counter_names";
    }

    public String timeSymbol() {
        return symbolPrefix + "_f_counter_names";
    }

    /** @return for each quantity the counters whose sum it is */
    public Map<SummedCounter, List<String>> counters() {
        Map<SummedCounter, List<String>> names = new EnumMap<>(SummedCounter.class);
        names.put(SummedCounter.READ_BYTES, named("BYTES_READ"));
        names.put(SummedCounter.WRITE_BYTES, named("BYTES_WRITTEN"));
        switch (this) {
            case POSIX -> {
                names.put(SummedCounter.READS, named("READS"));
                names.put(SummedCounter.WRITES, named("WRITES"));
                names.put(SummedCounter.OPENS, named("OPENS"));
                names.put(SummedCounter.STATS, named("STATS"));
                names.put(SummedCounter.SEEKS, named("SEEKS"));
                names.put(SummedCounter.SYNCS, named("FSYNCS", "FDSYNCS"));
                names.put(SummedCounter.SMALL_READS, named("SIZE_READ_0_100", "SIZE_READ_100_1K"));
                names.put(SummedCounter.SMALL_WRITES, named("SIZE_WRITE_0_100", "SIZE_WRITE_100_1K"));
                names.put(SummedCounter.SEQUENTIAL_READS, named("SEQ_READS"));
                names.put(SummedCounter.SEQUENTIAL_WRITES, named("SEQ_WRITES"));
                names.put(SummedCounter.CONSECUTIVE_READS, named("CONSEC_READS"));
                names.put(SummedCounter.CONSECUTIVE_WRITES, named("CONSEC_WRITES"));
            }
            case MPI_IO -> {
                names.put(SummedCounter.READS, named("INDEP_READS", "COLL_READS", "SPLIT_READS", "NB_READS"));
                names.put(SummedCounter.WRITES, named("INDEP_WRITES", "COLL_WRITES", "SPLIT_WRITES", "NB_WRITES"));
                names.put(SummedCounter.OPENS, named("INDEP_OPENS", "COLL_OPENS"));
                names.put(SummedCounter.SYNCS, named("SYNCS"));
                names.put(SummedCounter.SMALL_READS, named("SIZE_READ_AGG_0_100", "SIZE_READ_AGG_100_1K"));
                names.put(SummedCounter.SMALL_WRITES, named("SIZE_WRITE_AGG_0_100", "SIZE_WRITE_AGG_100_1K"));
                names.put(SummedCounter.COLLECTIVE_READS, named("COLL_READS", "SPLIT_READS"));
                names.put(SummedCounter.COLLECTIVE_WRITES, named("COLL_WRITES", "SPLIT_WRITES"));
                names.put(SummedCounter.INDEPENDENT_READS, named("INDEP_READS", "NB_READS"));
                names.put(SummedCounter.INDEPENDENT_WRITES, named("INDEP_WRITES", "NB_WRITES"));
            }
            case STDIO -> {
                names.put(SummedCounter.READS, named("READS"));
                names.put(SummedCounter.WRITES, named("WRITES"));
                // Includes fdopen.
                names.put(SummedCounter.OPENS, named("OPENS"));
                names.put(SummedCounter.SEEKS, named("SEEKS"));
                names.put(SummedCounter.SYNCS, named("FLUSHES"));
            }
        }
        return names;
    }

    /** @return the counters that are read of each record by itself */
    public Map<PerRecordCounter, String> details() {
        if (this == MPI_IO) {
            return Map.of();
        }
        return Map.of(
                PerRecordCounter.LAST_BYTE_READ, name("MAX_BYTE_READ"),
                PerRecordCounter.LAST_BYTE_WRITTEN, name("MAX_BYTE_WRITTEN"),
                PerRecordCounter.FASTEST_RANK, name("FASTEST_RANK"),
                PerRecordCounter.FASTEST_RANK_BYTES, name("FASTEST_RANK_BYTES"),
                PerRecordCounter.SLOWEST_RANK, name("SLOWEST_RANK"),
                PerRecordCounter.SLOWEST_RANK_BYTES, name("SLOWEST_RANK_BYTES"));
    }

    /** @return the counters of time, seconds */
    public Map<SummedTimeCounter, String> times() {
        return Map.of(
                SummedTimeCounter.READ, name("F_READ_TIME"),
                SummedTimeCounter.WRITE, name("F_WRITE_TIME"),
                SummedTimeCounter.METADATA, name("F_META_TIME"));
    }

    /** @return the floating-point counters that are read of each record by itself */
    public Map<PerRecordTimeCounter, String> timeDetails() {
        return Map.of(
                PerRecordTimeCounter.READ_START, name("F_READ_START_TIMESTAMP"),
                PerRecordTimeCounter.READ_END, name("F_READ_END_TIMESTAMP"),
                PerRecordTimeCounter.WRITE_START, name("F_WRITE_START_TIMESTAMP"),
                PerRecordTimeCounter.WRITE_END, name("F_WRITE_END_TIMESTAMP"),
                PerRecordTimeCounter.RANK_BYTES_VARIANCE, name("F_VARIANCE_RANK_BYTES"));
    }

    private String name(String counter) {
        return symbolPrefix.toUpperCase(Locale.ROOT) + "_" + counter;
    }

    private List<String> named(String... counters) {
        return Stream.of(counters).map(this::name).toList();
    }
}
