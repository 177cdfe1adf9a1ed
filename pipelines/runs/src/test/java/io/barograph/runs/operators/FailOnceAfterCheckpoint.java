package io.barograph.runs.operators;

import java.util.concurrent.atomic.AtomicInteger;
import org.apache.flink.api.common.functions.RichMapFunction;
import org.apache.flink.api.common.state.CheckpointListener;
import org.apache.flink.util.FlinkRuntimeException;

/** Lets everything through, and kills its task once, some time after a checkpoint has completed. */
final class FailOnceAfterCheckpoint<T> extends RichMapFunction<T, T> implements CheckpointListener {
    /** How often a task was killed in this process. */
    static final AtomicInteger KILLED = new AtomicInteger();

    private final int elementsAfterCheckpoint;
    private transient int countdown;

    FailOnceAfterCheckpoint(int elementsAfterCheckpoint) {
        this.elementsAfterCheckpoint = elementsAfterCheckpoint;
    }

    @Override
    public T map(T value) {
        if (countdown > 0 && --countdown == 0 && KILLED.compareAndSet(0, 1)) {
            throw new FlinkRuntimeException("killed by the test");
        }
        return value;
    }

    @Override
    public void notifyCheckpointComplete(long checkpointId) {
        if (countdown == 0) {
            countdown = elementsAfterCheckpoint;
        }
    }
}
