package io.barograph.sources.probe;

import io.barograph.schemas.ProbeOperation;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/** One kind of operation, or the preparation, hangs as if in the kernel: no interrupt ends it. */
final class HangingOperations implements DirectoryOperations {
    private final ProbeOperation hanging;
    private final CountDownLatch released = new CountDownLatch(1);
    private final AtomicInteger inside = new AtomicInteger();

    /** @param hanging the operation; UNKNOWN: the preparation */
    HangingOperations(ProbeOperation hanging) {
        this.hanging = hanging;
    }

    @Override
    public void prepare(Runnable progress) {
        hangIf(ProbeOperation.UNKNOWN);
    }

    @Override
    public long run(ProbeOperation operation, Consumer<Target> target) {
        target.accept(new Target(null, null, "scratch-MDT0003", null));
        hangIf(operation);
        return 1_000;
    }

    @Override
    public void finish(Runnable progress) {}

    private void hangIf(ProbeOperation operation) {
        if (operation != hanging) {
            return;
        }
        inside.incrementAndGet();
        boolean open = false;
        while (!open) {
            try {
                released.await();
                open = true;
            } catch (InterruptedException e) {
                Thread.interrupted();
            }
        }
        inside.decrementAndGet();
    }

    int threadsInside() {
        return inside.get();
    }

    void release() {
        released.countDown();
    }
}
