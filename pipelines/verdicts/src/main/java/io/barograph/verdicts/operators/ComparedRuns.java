package io.barograph.verdicts.operators;

import io.barograph.flink.state.BinaryFormat;
import io.barograph.flink.state.BinaryType;
import io.barograph.verdicts.climate.ComparedRun;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Some runs; never changed. */
record ComparedRuns(List<ComparedRun> runs) {
    static final BinaryType<ComparedRuns> TYPE = new BinaryType<>(new Format());

    /** These and one more; a run of the same identity is replaced. */
    static ComparedRuns with(ComparedRuns others, ComparedRun run) {
        List<ComparedRun> runs = new ArrayList<>();
        if (others != null) {
            for (ComparedRun other : others.runs) {
                if (!other.identity().equals(run.identity())) {
                    runs.add(other);
                }
            }
        }
        runs.add(run);
        return new ComparedRuns(runs);
    }

    /** Binary form. */
    static final class Format extends BinaryFormat<ComparedRuns> {
        private static final long serialVersionUID = 1L;

        Format() {
            super(ComparedRuns.class, 1);
        }

        @Override
        public void write(ComparedRuns value, DataOutput out) throws IOException {
            ComparedRun.write(value.runs, out);
        }

        @Override
        public ComparedRuns read(int writtenVersion, DataInput in) throws IOException {
            return new ComparedRuns(ComparedRun.read(in));
        }
    }
}
