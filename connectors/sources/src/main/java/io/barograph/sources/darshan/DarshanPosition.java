package io.barograph.sources.darshan;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.barograph.runtime.UnreadableSourceException;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * How far the tree has been read, as it is stored.
 *
 * @param firstDay all days before this one are done with
 * @param unreadable logs, below the root, that could not be read, with the first time it was tried
 */
record DarshanPosition(LocalDate firstDay, Map<String, Instant> unreadable) {
    private static final ObjectMapper JSON = new ObjectMapper();

    String text() {
        ObjectNode root = JSON.createObjectNode().put("firstDay", firstDay.toString());
        ObjectNode logs = root.putObject("unreadable");
        unreadable.forEach((log, since) -> logs.put(log, since.toString()));
        return root + "\n";
    }

    /** @throws UnreadableSourceException if the text is not a position */
    static DarshanPosition parse(String text, Path file) {
        try {
            JsonNode root = JSON.readTree(text);
            Map<String, Instant> unreadable = new TreeMap<>();
            root.required("unreadable")
                    .properties()
                    .forEach(entry -> unreadable.put(
                            entry.getKey(), Instant.parse(entry.getValue().asText())));
            return new DarshanPosition(LocalDate.parse(root.required("firstDay").asText()), unreadable);
        } catch (JsonProcessingException | IllegalArgumentException | DateTimeException e) {
            throw damaged(file, e);
        }
    }

    static String namesText(Collection<String> names) {
        return JSON.valueToTree(new TreeSet<>(names)) + "\n";
    }

    /** @throws UnreadableSourceException if the text is no list of names */
    static List<String> parseNames(String text, Path file) {
        try {
            JsonNode list = JSON.readTree(text);
            if (!list.isArray()) {
                throw new IllegalArgumentException("it is no list");
            }
            List<String> names = new ArrayList<>();
            list.forEach(name -> names.add(name.asText()));
            return names;
        } catch (JsonProcessingException | IllegalArgumentException e) {
            throw damaged(file, e);
        }
    }

    private static UnreadableSourceException damaged(Path file, Exception cause) {
        return new UnreadableSourceException(
                file.toString(),
                "not the position of a Darshan collector (" + cause.getMessage() + ")",
                "delete the folder it lies in and start with --since the last day that was taken",
                cause);
    }
}
