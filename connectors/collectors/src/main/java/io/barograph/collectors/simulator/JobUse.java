package io.barograph.collectors.simulator;

import java.util.Arrays;
import java.util.List;

/** One job's account on one file system. */
final class JobUse {
    private final SimulatedFileSystem fileSystem;
    private final List<Integer> measuredOsts;
    private final Volume serversAtStart;
    private final Volume serversAtSampleBeforeStart;
    private final long[] readBytes;
    private final long[] writeBytes;
    private long readMicros;
    private long writeMicros;

    /**
     * Opens the account at the start of the job.
     *
     * @param fileSystem the file system
     * @param measuredOsts the OSTs over which the servers' volume is taken
     */
    JobUse(SimulatedFileSystem fileSystem, List<Integer> measuredOsts) {
        this.fileSystem = fileSystem;
        this.measuredOsts = measuredOsts;
        this.serversAtStart = fileSystem.moved(measuredOsts);
        this.serversAtSampleBeforeStart = fileSystem.movedAtLastSample(measuredOsts);
        this.readBytes = new long[fileSystem.model().osts()];
        this.writeBytes = new long[fileSystem.model().osts()];
    }

    void book(Direction direction, int ost, long bytes) {
        (direction == Direction.READ ? readBytes : writeBytes)[ost] += bytes;
    }

    void bookTime(Direction direction, long micros) {
        if (direction == Direction.READ) {
            readMicros += micros;
        } else {
            writeMicros += micros;
        }
    }

    SimulatedFileSystem fileSystem() {
        return fileSystem;
    }

    List<Integer> measuredOsts() {
        return measuredOsts;
    }

    Volume moved() {
        return new Volume(
                Arrays.stream(readBytes).sum(), Arrays.stream(writeBytes).sum());
    }

    Volume movedOn(int ost) {
        return new Volume(readBytes[ost], writeBytes[ost]);
    }

    long readMicros() {
        return readMicros;
    }

    long writeMicros() {
        return writeMicros;
    }

    /** @return what the servers have moved since the start of the job */
    Volume serversSinceStart() {
        return fileSystem.moved(measuredOsts).minus(serversAtStart);
    }

    /** @return what the servers moved from the last sampling instant before the start to the last one so far */
    Volume serversBetweenSamples() {
        return fileSystem.movedAtLastSample(measuredOsts).minus(serversAtSampleBeforeStart);
    }
}
