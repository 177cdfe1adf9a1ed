package io.barograph.sources.darshan;

import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** The modules whose file records are summed, with the library's names of their counters. */
enum IoModule {
    POSIX("POSIX", "posix"),
    MPI_IO("MPI-IO", "mpiio"),
    STDIO("STDIO", "stdio");

    /** What every version of every module records. */
    static final Set<Counter> ALWAYS_RECORDED =
            Set.of(Counter.READ_BYTES, Counter.WRITE_BYTES, Counter.READS, Counter.WRITES, Counter.OPENS);

    private final String darshanName;
    private final String symbolPrefix;

    IoModule(String darshanName, String symbolPrefix) {
        this.darshanName = darshanName;
        this.symbolPrefix = symbolPrefix;
    }

    /** @return Darshan's name of the module */
    String darshanName() {
        return darshanName;
    }

    /** @return data symbol of the library that lists the names of the integer counters */
    String counterSymbol() {
        return symbolPrefix + "_counter_names";
    }

    /** @return likewise for the floating-point counters */
    String timeSymbol() {
        return symbolPrefix + "_f_counter_names";
    }

    /** @return for each quantity the counters whose sum it is */
    Map<Counter, List<String>> counters() {
        Map<Counter, List<String>> names = new EnumMap<>(Counter.class);
        names.put(Counter.READ_BYTES, named("BYTES_READ"));
        names.put(Counter.WRITE_BYTES, named("BYTES_WRITTEN"));
        switch (this) {
            case POSIX -> {
                names.put(Counter.READS, named("READS"));
                names.put(Counter.WRITES, named("WRITES"));
                names.put(Counter.OPENS, named("OPENS"));
                names.put(Counter.STATS, named("STATS"));
                names.put(Counter.SEEKS, named("SEEKS"));
                names.put(Counter.SYNCS, named("FSYNCS", "FDSYNCS"));
                names.put(Counter.SMALL_READS, named("SIZE_READ_0_100", "SIZE_READ_100_1K"));
                names.put(Counter.SMALL_WRITES, named("SIZE_WRITE_0_100", "SIZE_WRITE_100_1K"));
                names.put(Counter.SEQUENTIAL_READS, named("SEQ_READS"));
                names.put(Counter.SEQUENTIAL_WRITES, named("SEQ_WRITES"));
                names.put(Counter.CONSECUTIVE_READS, named("CONSEC_READS"));
                names.put(Counter.CONSECUTIVE_WRITES, named("CONSEC_WRITES"));
            }
            case MPI_IO -> {
                names.put(Counter.READS, named("INDEP_READS", "COLL_READS", "SPLIT_READS", "NB_READS"));
                names.put(Counter.WRITES, named("INDEP_WRITES", "COLL_WRITES", "SPLIT_WRITES", "NB_WRITES"));
                names.put(Counter.OPENS, named("INDEP_OPENS", "COLL_OPENS"));
                names.put(Counter.SYNCS, named("SYNCS"));
                names.put(Counter.SMALL_READS, named("SIZE_READ_AGG_0_100", "SIZE_READ_AGG_100_1K"));
                names.put(Counter.SMALL_WRITES, named("SIZE_WRITE_AGG_0_100", "SIZE_WRITE_AGG_100_1K"));
                names.put(Counter.COLLECTIVE_READS, named("COLL_READS", "SPLIT_READS"));
                names.put(Counter.COLLECTIVE_WRITES, named("COLL_WRITES", "SPLIT_WRITES"));
                names.put(Counter.INDEPENDENT_READS, named("INDEP_READS", "NB_READS"));
                names.put(Counter.INDEPENDENT_WRITES, named("INDEP_WRITES", "NB_WRITES"));
            }
            case STDIO -> {
                names.put(Counter.READS, named("READS"));
                names.put(Counter.WRITES, named("WRITES"));
                // Includes fdopen.
                names.put(Counter.OPENS, named("OPENS"));
                names.put(Counter.SEEKS, named("SEEKS"));
                names.put(Counter.SYNCS, named("FLUSHES"));
            }
        }
        return names;
    }

    /** @return the counters that are read of each record by itself */
    Map<Detail, String> details() {
        if (this == MPI_IO) {
            return Map.of();
        }
        return Map.of(
                Detail.LAST_BYTE_READ, name("MAX_BYTE_READ"),
                Detail.LAST_BYTE_WRITTEN, name("MAX_BYTE_WRITTEN"),
                Detail.FASTEST_RANK, name("FASTEST_RANK"),
                Detail.FASTEST_RANK_BYTES, name("FASTEST_RANK_BYTES"),
                Detail.SLOWEST_RANK, name("SLOWEST_RANK"),
                Detail.SLOWEST_RANK_BYTES, name("SLOWEST_RANK_BYTES"));
    }

    /** @return the counters of time, seconds */
    Map<TimeCounter, String> times() {
        return Map.of(
                TimeCounter.READ, name("F_READ_TIME"),
                TimeCounter.WRITE, name("F_WRITE_TIME"),
                TimeCounter.METADATA, name("F_META_TIME"));
    }

    /** @return the floating-point counters that are read of each record by itself */
    Map<TimeDetail, String> timeDetails() {
        return Map.of(
                TimeDetail.READ_START, name("F_READ_START_TIMESTAMP"),
                TimeDetail.READ_END, name("F_READ_END_TIMESTAMP"),
                TimeDetail.WRITE_START, name("F_WRITE_START_TIMESTAMP"),
                TimeDetail.WRITE_END, name("F_WRITE_END_TIMESTAMP"),
                TimeDetail.RANK_BYTES_VARIANCE, name("F_VARIANCE_RANK_BYTES"));
    }

    private String name(String counter) {
        return symbolPrefix.toUpperCase(Locale.ROOT) + "_" + counter;
    }

    private List<String> named(String... counters) {
        return Stream.of(counters).map(this::name).toList();
    }
}
