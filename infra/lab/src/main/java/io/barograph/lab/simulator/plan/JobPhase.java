package io.barograph.lab.simulator.plan;

import java.util.List;

/** A stretch of a job; the next begins when it is over. */
public sealed interface JobPhase {
    /**
     * The job computes and leaves the file systems alone.
     *
     * @param micros its length, microseconds
     */
    record Compute(long micros) implements JobPhase {}

    /**
     * The job computes until a fixed time after its start, as one does that checkpoints by the clock.
     *
     * @param microsSinceStart end of the phase, microseconds after the start of the job; over at once if that is past
     */
    record WaitUntil(long microsSinceStart) implements JobPhase {}

    /** A phase that loads servers. */
    sealed interface InputOutput extends JobPhase {
        String fileSystem();

        DemandKind load();

        /** @return indices of the OSTs, or of the MDT, that it loads */
        List<Integer> servers();
    }

    /**
     * The job moves bytes, spread evenly over OSTs. The phase is over when the slowest OST is done.
     *
     * @param bytesPerSecond what the job's clients can move at most, over all OSTs
     */
    record Transfer(
            String fileSystem,
            DemandKind load,
            List<Integer> servers,
            long bytes,
            long bytesPerSecond,
            int requestBytes)
            implements InputOutput {
        public Transfer {
            servers = List.copyOf(servers);
            if (bytes < servers.size() || bytesPerSecond < servers.size()) {
                throw new IllegalArgumentException(
                        "a transfer needs at least one byte, and one byte/s, for each of its " + servers.size()
                                + " OSTs, not " + bytes + " and " + bytesPerSecond);
            }
        }

        /** @return bytes on the OST at that position of {@link #servers} */
        public long bytesAt(int position) {
            return bytes / servers.size() + (position < bytes % servers.size() ? 1 : 0);
        }

        /** @return what the job's clients can move at most on one OST, bytes/s */
        public long bytesPerSecondAndOst() {
            return bytesPerSecond / servers.size();
        }
    }

    /**
     * The job does metadata operations on an MDT.
     *
     * @param workPerSecond work that the job's clients can ask for at most
     */
    record Metadata(String fileSystem, int mdt, MetadataMix mix, long cycles, long workPerSecond)
            implements InputOutput {
        @Override
        public DemandKind load() {
            return DemandKind.METADATA;
        }

        @Override
        public List<Integer> servers() {
            return List.of(mdt);
        }
    }

    /**
     * The job takes servers over: so many requests that all others wait behind them.
     *
     * @param servers indices of the OSTs, or of the MDTs if the load is metadata
     * @param factor how many times slower all others become
     * @param micros its length, microseconds
     */
    record Hammer(String fileSystem, DemandKind load, List<Integer> servers, double factor, long micros)
            implements InputOutput {
        public Hammer {
            servers = List.copyOf(servers);
        }
    }
}
