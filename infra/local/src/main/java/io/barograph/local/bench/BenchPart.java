package io.barograph.local.bench;

import java.io.IOException;

/** One benchmark. */
interface BenchPart {
    /** @return what {@code --only} calls it */
    String name();

    /**
     * @param scale how large
     * @return what it found
     * @throws IOException if a server does not start
     * @throws InterruptedException if interrupted
     */
    BenchResult run(BenchScale scale) throws IOException, InterruptedException;
}
