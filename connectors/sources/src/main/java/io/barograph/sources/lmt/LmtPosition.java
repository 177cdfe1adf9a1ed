package io.barograph.sources.lmt;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.barograph.runtime.PositionStore;
import io.barograph.runtime.UnreadableSourceException;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * How far the collector has read: every TS_ID up to {@code settled} is done with; of those after it, which are read again,
 * the servers already published are listed.
 *
 * @param settled last TS_ID that is not read again
 * @param published keys of the published servers by later TS_ID
 * @param times what the times of these TS_IDs were resolved to, so that a restart in the hour that a clock change repeats
 *     goes on in the same hour
 */
record LmtPosition(long settled, NavigableMap<Long, Set<String>> published, NavigableMap<Long, Instant> times) {
    private static final ObjectMapper JSON = new ObjectMapper();

    static LmtPosition after(long settled) {
        return new LmtPosition(settled, new TreeMap<>(), new TreeMap<>());
    }

    static Optional<LmtPosition> load(PositionStore store) {
        return store.read().map(text -> parse(text, store));
    }

    void save(PositionStore store) {
        ObjectNode root = JSON.createObjectNode();
        root.put("settled", settled);
        root.set("published", JSON.valueToTree(published));
        ObjectNode timesNode = root.putObject("times");
        times.forEach((tsId, time) -> timesNode.put(tsId.toString(), time.toString()));
        store.write(root + "\n");
    }

    private static LmtPosition parse(String text, PositionStore store) {
        try {
            JsonNode root = JSON.readTree(text);
            LmtPosition position = after(root.required("settled").longValue());
            root.required("published").properties().forEach(entry -> {
                Set<String> servers = new TreeSet<>();
                entry.getValue().forEach(server -> servers.add(server.textValue()));
                position.published().put(Long.valueOf(entry.getKey()), servers);
            });
            root.required("times").properties().forEach(entry -> position.times()
                    .put(
                            Long.valueOf(entry.getKey()),
                            Instant.parse(entry.getValue().textValue())));
            return position;
        } catch (JsonProcessingException | IllegalArgumentException | DateTimeException e) {
            throw new UnreadableSourceException(
                    store.file().toString(),
                    "not the position of an LMT collector (" + e.getMessage() + ")",
                    "delete it to begin with the newest samples",
                    e);
        }
    }
}
