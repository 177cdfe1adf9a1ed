package io.barograph.jobs.publish;

import io.barograph.schemas.ServerRates;
import org.apache.flink.api.java.functions.KeySelector;

/** Keeps the revisions of the weather of one file system on one subtask, so that they are written in order. */
final class FileSystemKey implements KeySelector<ServerRates, String> {
    private static final long serialVersionUID = 1L;

    @Override
    public String getKey(ServerRates rates) {
        return rates.getFileSystem();
    }
}
