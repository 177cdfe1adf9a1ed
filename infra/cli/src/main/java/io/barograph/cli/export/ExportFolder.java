package io.barograph.cli.export;

import io.barograph.schemas.Topic;
import io.barograph.stack.CommandFailedException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;
import org.apache.avro.specific.SpecificRecord;

/** A folder that {@code ./barograph replay --export} wrote. */
public record ExportFolder(Path path) implements ResultSource {
    @Override
    public <T extends SpecificRecord> boolean read(Topic<T> topic, Consumer<? super T> handler) throws IOException {
        if (!Files.isDirectory(path)) {
            throw new CommandFailedException(
                    "there is no folder " + path, "./barograph replay ... --export " + path + " makes it.");
        }
        Path file = path.resolve(topic.name() + ".jsonl");
        if (!Files.exists(file)) {
            return false;
        }
        try {
            new JsonRecords<>(topic.type()).readAll(file, handler);
            return true;
        } catch (MalformedJsonLineException e) {
            throw new CommandFailedException(
                    e.getMessage(), "Write the folder anew: ./barograph replay ... --export " + path, e);
        }
    }

    @Override
    public String name() {
        return path.toString();
    }
}
