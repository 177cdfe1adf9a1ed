package io.barograph.sources.darshan.log;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.barograph.schemas.CatalogueFileSystem;
import io.barograph.schemas.FileSystemCatalogue;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.apache.avro.specific.SpecificRecordBase;

/**
 * What the collector and its reading process say to each other: one JSON object a line. Collector: {@link Setup}, then
 * paths of logs; process: one {@link Reply} for each. After each log the process also prints {@link #END_OF_LOG} to its
 * standard error, so that what the library printed there belongs to the log before.
 */
public final class LogReaderProtocol {
    /** Line on standard error after each log. */
    public static final String END_OF_LOG = "\u0001barograph: end of log\u0001";

    private static final ObjectMapper MAPPER =
            new ObjectMapper().addMixIn(SpecificRecordBase.class, FieldsOfRecord.class);

    @JsonIgnoreProperties({"schema", "specificData"})
    private static final class FieldsOfRecord {}

    private LogReaderProtocol() {}

    /** @param fileSystems what is needed to resolve names: aliases by name */
    public record Setup(String library, Map<String, Set<String>> fileSystems) {
        public static Setup of(DarshanLibrary library, FileSystemCatalogue catalogue) {
            Map<String, Set<String>> aliases = new LinkedHashMap<>();
            catalogue.fileSystems().forEach(fileSystem -> aliases.put(fileSystem.name(), fileSystem.aliases()));
            return new Setup(library.path().toString(), aliases);
        }

        public FileSystemCatalogue catalogue() {
            return new FileSystemCatalogue(fileSystems.entrySet().stream()
                    .map(known -> CatalogueFileSystem.of(
                            known.getKey(), known.getValue().toArray(String[]::new)))
                    .toList());
        }
    }

    /**
     * @param contents what the log holds; null if it was refused, and in reply to {@link Setup}
     * @param refusal why the log is refused, or why none can be read; null if all is well
     */
    public record Reply(LogContents contents, String refusal) {}

    public static String encode(Object message) {
        try {
            return MAPPER.writeValueAsString(message);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }

    public static <T> T decode(String line, Class<T> type) {
        try {
            return MAPPER.readValue(line, type);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("no " + type.getSimpleName() + ": " + line, e);
        }
    }
}
