package io.barograph.jobs.analysis.coverage;

import io.barograph.analytics.volume.Window;
import io.barograph.jobs.types.BinaryFormat;
import io.barograph.jobs.types.BinaryType;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.List;

/**
 * One run on one file system, waiting for its decision.
 *
 * @param jobId batch job
 * @param user user, or empty
 * @param executable executable
 * @param startMicros start, microseconds since the epoch
 * @param endMicros end, microseconds since the epoch
 * @param processes number of processes
 * @param nodes number of nodes, or -1
 * @param fileSystem file system
 * @param readBytes bytes read on it, according to Darshan
 * @param writeBytes bytes written on it, according to Darshan
 * @param servers the data servers that the run used, as {@link DataServerSample#server}; empty for all
 * @param intervalMillis sampling interval of the file system
 * @param decidedAt event time of the decision, milliseconds since the epoch
 */
record Run(
        String jobId,
        String user,
        String executable,
        long startMicros,
        long endMicros,
        int processes,
        int nodes,
        String fileSystem,
        long readBytes,
        long writeBytes,
        List<String> servers,
        long intervalMillis,
        long decidedAt) {

    static final BinaryType<Run> TYPE = new BinaryType<>(new Format());

    /** (job id, start, executable, file system): what makes a result one of its own. */
    String identity() {
        return jobId + '\u0000' + startMicros + '\u0000' + executable + '\u0000' + fileSystem;
    }

    boolean namesServers() {
        return !servers.isEmpty();
    }

    Window window(Revision revision, long revisedAt) {
        Window window = Window.ofRun(startMicros, endMicros, intervalMillis, decidedAt);
        return revision == Revision.FIRST ? window : window.revisedAt(revisedAt);
    }

    /** Binary form. */
    static final class Format extends BinaryFormat<Run> {
        private static final long serialVersionUID = 1L;

        Format() {
            super(Run.class, 1);
        }

        @Override
        public void write(Run run, DataOutput out) throws IOException {
            Strings.write(run.jobId, out);
            Strings.write(run.user, out);
            Strings.write(run.executable, out);
            out.writeLong(run.startMicros);
            out.writeLong(run.endMicros);
            out.writeInt(run.processes);
            out.writeInt(run.nodes);
            Strings.write(run.fileSystem, out);
            out.writeLong(run.readBytes);
            out.writeLong(run.writeBytes);
            out.writeInt(run.servers.size());
            for (String server : run.servers) {
                Strings.write(server, out);
            }
            out.writeLong(run.intervalMillis);
            out.writeLong(run.decidedAt);
        }

        @Override
        public Run read(int writtenVersion, DataInput in) throws IOException {
            String jobId = Strings.read(in);
            String user = Strings.read(in);
            String executable = Strings.read(in);
            long startMicros = in.readLong();
            long endMicros = in.readLong();
            int processes = in.readInt();
            int nodes = in.readInt();
            String fileSystem = Strings.read(in);
            long readBytes = in.readLong();
            long writeBytes = in.readLong();
            String[] servers = new String[in.readInt()];
            for (int i = 0; i < servers.length; i++) {
                servers[i] = Strings.read(in);
            }
            return new Run(
                    jobId,
                    user,
                    executable,
                    startMicros,
                    endMicros,
                    processes,
                    nodes,
                    fileSystem,
                    readBytes,
                    writeBytes,
                    List.of(servers),
                    in.readLong(),
                    in.readLong());
        }
    }
}
