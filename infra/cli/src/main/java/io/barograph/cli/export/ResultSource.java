package io.barograph.cli.export;

import io.barograph.schemas.Topic;
import java.io.IOException;
import java.util.function.Consumer;
import org.apache.avro.specific.SpecificRecord;

/** Where results of the analysis are read from. Each call reads anew, so that nobody has to hold all of them. */
public interface ResultSource {
    /**
     * @param handler given every record, in no particular order
     * @return true if the source has the topic; false if there are no such records because it was never written
     * @throws io.barograph.stack.CommandFailedException if it cannot be read
     */
    <T extends SpecificRecord> boolean read(Topic<T> topic, Consumer<? super T> handler)
            throws IOException, InterruptedException;

    /** @return what to call it in a message */
    String name();
}
