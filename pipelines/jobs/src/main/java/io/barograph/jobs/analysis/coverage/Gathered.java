package io.barograph.jobs.analysis.coverage;

import io.barograph.analytics.volume.Volume;
import io.barograph.jobs.types.BinaryFormat;
import io.barograph.jobs.types.BinaryType;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * The answers to one decision of one run that have arrived.
 *
 * @param run the run
 * @param ofFileSystem volume of all data servers, or null while it is not there
 * @param ofNamedServers volume of the named servers that have answered
 */
record Gathered(Run run, Volume ofFileSystem, Volume ofNamedServers) {
    static final BinaryType<Gathered> TYPE = new BinaryType<>(new Format());

    static Gathered nothing(Run run) {
        return new Gathered(run, null, Volume.NONE);
    }

    Gathered with(Answer answer) {
        return answer.ofFileSystem()
                ? new Gathered(run, answer.volume(), ofNamedServers)
                : new Gathered(run, ofFileSystem, ofNamedServers.plus(answer.volume()));
    }

    boolean isComplete() {
        return ofFileSystem != null && ofNamedServers.servers() == run.servers().size();
    }

    Volume ofUsedServers() {
        return run.namesServers() ? ofNamedServers : ofFileSystem;
    }

    boolean missesSamples() {
        return ofFileSystem.missingSamples() > 0 || ofUsedServers().missingSamples() > 0;
    }

    /** Binary form. */
    static final class Format extends BinaryFormat<Gathered> {
        private static final long serialVersionUID = 1L;
        private final Run.Format runs = new Run.Format();

        Format() {
            super(Gathered.class, 1);
        }

        @Override
        public void write(Gathered value, DataOutput out) throws IOException {
            runs.write(value.run, out);
            out.writeBoolean(value.ofFileSystem != null);
            if (value.ofFileSystem != null) {
                value.ofFileSystem.writeTo(out);
            }
            value.ofNamedServers.writeTo(out);
        }

        @Override
        public Gathered read(int writtenVersion, DataInput in) throws IOException {
            Run run = runs.read(writtenVersion, in);
            Volume ofFileSystem = in.readBoolean() ? Volume.readFrom(in) : null;
            return new Gathered(run, ofFileSystem, Volume.readFrom(in));
        }
    }
}
