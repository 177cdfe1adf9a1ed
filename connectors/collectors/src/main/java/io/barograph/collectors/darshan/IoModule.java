package io.barograph.collectors.darshan;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

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
        return switch (this) {
            case POSIX ->
                Map.of(
                        Counter.READ_BYTES, List.of("POSIX_BYTES_READ"),
                        Counter.WRITE_BYTES, List.of("POSIX_BYTES_WRITTEN"),
                        Counter.READS, List.of("POSIX_READS"),
                        Counter.WRITES, List.of("POSIX_WRITES"),
                        Counter.OPENS, List.of("POSIX_OPENS"),
                        Counter.STATS, List.of("POSIX_STATS"),
                        Counter.SEEKS, List.of("POSIX_SEEKS"));
            case MPI_IO ->
                Map.of(
                        Counter.READ_BYTES, List.of("MPIIO_BYTES_READ"),
                        Counter.WRITE_BYTES, List.of("MPIIO_BYTES_WRITTEN"),
                        Counter.READS,
                                List.of("MPIIO_INDEP_READS", "MPIIO_COLL_READS", "MPIIO_SPLIT_READS", "MPIIO_NB_READS"),
                        Counter.WRITES,
                                List.of(
                                        "MPIIO_INDEP_WRITES",
                                        "MPIIO_COLL_WRITES",
                                        "MPIIO_SPLIT_WRITES",
                                        "MPIIO_NB_WRITES"),
                        Counter.OPENS, List.of("MPIIO_INDEP_OPENS", "MPIIO_COLL_OPENS"));
            // STDIO_OPENS includes fdopen.
            case STDIO ->
                Map.of(
                        Counter.READ_BYTES, List.of("STDIO_BYTES_READ"),
                        Counter.WRITE_BYTES, List.of("STDIO_BYTES_WRITTEN"),
                        Counter.READS, List.of("STDIO_READS"),
                        Counter.WRITES, List.of("STDIO_WRITES"),
                        Counter.OPENS, List.of("STDIO_OPENS"),
                        Counter.SEEKS, List.of("STDIO_SEEKS"));
        };
    }

    /** @return the counters of time, seconds */
    Map<TimeCounter, String> times() {
        String prefix = symbolPrefix.toUpperCase(Locale.ROOT) + "_F_";
        return Map.of(
                TimeCounter.READ, prefix + "READ_TIME",
                TimeCounter.WRITE, prefix + "WRITE_TIME",
                TimeCounter.METADATA, prefix + "META_TIME");
    }
}
