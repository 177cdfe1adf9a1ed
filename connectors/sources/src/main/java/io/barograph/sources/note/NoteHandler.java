package io.barograph.sources.note;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import io.barograph.runtime.PasswordSource;
import io.barograph.runtime.RefusedRecordException;
import io.barograph.schemas.SiteEvent;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Clock;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * {@code POST /notes} with a JSON object {@code {"fileSystem": ..., "kind": ..., "from": ..., "to": ..., "text": ...,
 * "author": ...}}. Answers 201 with the event's id after it is stored, 4xx with the reason if the request is wrong, 503 if
 * the note could not be stored and should be sent again.
 */
final class NoteHandler implements HttpHandler {
    static final String PATH = "/notes";

    /** What is answered to anything but a POST. */
    static final String BY_POST = "send a note by POST";

    /** Largest body, bytes. */
    static final int MAX_SIZE = 64 * 1024;

    private static final Logger LOG = LoggerFactory.getLogger(NoteHandler.class);
    private static final List<String> FIELDS = List.of("fileSystem", "kind", "from", "to", "text", "author");
    private static final String FULL = "too many notes wait to be stored; send it again later";
    private static final long WAIT_SECONDS = 30;
    private static final int RETRY_SECONDS = 5;

    /** Requests that wait until their notes are stored; fewer than may be read, so that there is always one to answer. */
    static final int MAX_WAITING = 48;

    private static final int MAX_DEPTH = 4;
    private static final JsonMapper MAPPER = JsonMapper.builder(JsonFactory.builder()
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxNestingDepth(MAX_DEPTH)
                            .build())
                    .build())
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    private final SiteEventFactory events;
    private final PasswordSource token;
    private final BlockingQueue<Note> pending;
    private final Clock clock;
    private final Predicate<String> isKnownHost;
    private final Runnable bodyIsRead;
    private final Semaphore waiting = new Semaphore(MAX_WAITING);

    /**
     * @param token what a client must send; null if anybody may write
     * @param isKnownHost whether requests with that {@code Host} header, which may be null, are meant for this server
     * @param bodyIsRead run in the thread of a request when its body has been read
     */
    NoteHandler(
            SiteEventFactory events,
            PasswordSource token,
            BlockingQueue<Note> pending,
            Clock clock,
            Predicate<String> isKnownHost,
            Runnable bodyIsRead) {
        this.events = events;
        this.token = token;
        this.pending = pending;
        this.clock = clock;
        this.isKnownHost = isKnownHost;
        this.bodyIsRead = bodyIsRead;
    }

    /** A note on its way to the publisher, whose author waits to hear whether it is stored. */
    record Note(SiteEvent event, CompletableFuture<Boolean> stored) {}

    private record NoteReply(int status, String field, String message) {
        static NoteReply error(int status, String message) {
            return new NoteReply(status, "error", message);
        }
    }

    @Override
    public void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            NoteReply answer = answer(exchange);
            byte[] body = (JsonNodeFactory.instance.objectNode().put(answer.field(), answer.message()) + "\n")
                    .getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            if (answer.status() == 503) {
                exchange.getResponseHeaders().set("Retry-After", String.valueOf(RETRY_SECONDS));
            }
            exchange.sendResponseHeaders(answer.status(), body.length);
            exchange.getResponseBody().write(body);
        }
    }

    private NoteReply answer(HttpExchange exchange) throws IOException {
        if (!isKnownHost.test(exchange.getRequestHeaders().getFirst("Host"))) {
            return NoteReply.error(
                    421,
                    "without a token notes are taken for this host alone: send them to http://127.0.0.1:PORT" + PATH
                            + ", or configure tokenFile");
        }
        if (!PATH.equals(exchange.getRequestURI().getPath())) {
            return NoteReply.error(404, "there is nothing here; notes go to " + PATH);
        }
        if (!exchange.getRequestMethod().equals("POST")) {
            exchange.getResponseHeaders().set("Allow", "POST");
            return NoteReply.error(405, BY_POST);
        }
        try {
            if (!isAllowed(exchange.getRequestHeaders().getFirst("Authorization"))) {
                exchange.getResponseHeaders().set("WWW-Authenticate", "Bearer");
                return NoteReply.error(401, "send the token of this site: Authorization: Bearer TOKEN");
            }
        } catch (IllegalStateException | UncheckedIOException e) {
            LOG.error("the token of the collector notes cannot be read: {}", e.getMessage());
            return NoteReply.error(503, "the token on the server cannot be read; its log says why");
        }
        String type = exchange.getRequestHeaders().getFirst("Content-Type");
        if (type == null || !type.toLowerCase(Locale.ROOT).startsWith("application/json")) {
            return NoteReply.error(415, "send a note as JSON, with Content-Type: application/json");
        }
        byte[] body = exchange.getRequestBody().readNBytes(MAX_SIZE + 1);
        if (body.length > MAX_SIZE) {
            return NoteReply.error(413, "a note has at most " + MAX_SIZE + " bytes");
        }
        bodyIsRead.run();
        try {
            return storeIfThereIsRoom(event(body));
        } catch (RefusedRecordException e) {
            return NoteReply.error(400, e.getMessage());
        }
    }

    private boolean isAllowed(String authorization) {
        if (token == null) {
            return true;
        }
        byte[] expected = ("Bearer " + token.read().strip()).getBytes(StandardCharsets.UTF_8);
        return authorization != null
                && MessageDigest.isEqual(expected, authorization.strip().getBytes(StandardCharsets.UTF_8));
    }

    SiteEvent event(byte[] body) throws RefusedRecordException {
        JsonNode note = json(body);
        for (var field : note.properties()) {
            if (!FIELDS.contains(field.getKey())) {
                throw new RefusedRecordException("a note has no field \"" + SiteEventFactory.shortened(field.getKey())
                        + "\"; it has " + String.join(", ", FIELDS));
            }
            if (!field.getValue().isTextual() && !field.getValue().isNull()) {
                throw new RefusedRecordException("the field " + field.getKey() + " should be text");
            }
        }
        return events.of(
                text(note, "fileSystem"),
                text(note, "kind"),
                text(note, "from"),
                text(note, "to"),
                text(note, "text"),
                text(note, "author"),
                clock.instant());
    }

    private static JsonNode json(byte[] body) throws RefusedRecordException {
        try {
            JsonNode note = MAPPER.readTree(body);
            if (note != null && note.isObject()) {
                return note;
            }
            throw new RefusedRecordException("the body is no JSON object");
        } catch (JsonProcessingException e) {
            throw new RefusedRecordException(
                    "the body is no JSON: " + SiteEventFactory.shortened(e.getOriginalMessage()));
        } catch (IOException e) {
            throw new RefusedRecordException("the body is no JSON");
        }
    }

    private static String text(JsonNode note, String field) {
        return note.hasNonNull(field) ? note.get(field).asText() : null;
    }

    private NoteReply storeIfThereIsRoom(SiteEvent event) {
        if (!waiting.tryAcquire()) {
            return NoteReply.error(503, FULL);
        }
        Note note = new Note(event, new CompletableFuture<>());
        try {
            if (!pending.offer(note)) {
                return NoteReply.error(503, FULL);
            }
            return note.stored().get(WAIT_SECONDS, TimeUnit.SECONDS)
                    ? new NoteReply(201, "id", event.getId())
                    : NoteReply.error(503, "the note could not be stored; send it again later");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            pending.remove(note);
            return NoteReply.error(503, "the collector ends; send the note again later");
        } catch (TimeoutException e) {
            pending.remove(note);
            return NoteReply.error(503, "the note was not stored within " + WAIT_SECONDS + " s; send it again later");
        } catch (ExecutionException e) {
            throw new IllegalStateException("an outcome is true or false", e);
        } finally {
            waiting.release();
        }
    }
}
