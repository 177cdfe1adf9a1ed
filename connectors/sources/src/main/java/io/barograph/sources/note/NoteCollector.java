package io.barograph.sources.note;

import com.sun.net.httpserver.HttpServer;
import io.barograph.configuration.ThisHostNames;
import io.barograph.runtime.CollectorContext;
import io.barograph.runtime.PasswordSource;
import io.barograph.runtime.RecordPublisher;
import io.barograph.runtime.SourceCollector;
import io.barograph.runtime.UnreadableSourceException;
import io.barograph.schemas.Topic;
import io.barograph.sources.note.NoteHandler.Note;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.HttpURLConnection;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * Takes notes by HTTP. A client gets its response after its note is stored on disk, or is dropped because the spool is
 * full: the requests wait in a short queue until the next poll has published them.
 */
final class NoteCollector implements SourceCollector {
    /** From the first byte of a request to the last of its body. */
    private static final Duration REQUEST_TIMEOUT = Duration.ofSeconds(10);

    private static final int MAX_REQUESTS = 64;
    private static final int MAX_NOTES = 100;
    private static final long WAIT_MILLIS = 500;
    private static final Duration ANSWER_TIMEOUT = Duration.ofSeconds(2);

    private final NoteOptions options;
    private final CollectorContext context;
    private final BlockingQueue<Note> pending = new ArrayBlockingQueue<>(MAX_NOTES);
    private final Duration requestTimeout;
    private HttpServer server;
    private NoteRequestThreads threads;

    NoteCollector(NoteOptions options, CollectorContext context) {
        this(options, context, REQUEST_TIMEOUT);
    }

    NoteCollector(NoteOptions options, CollectorContext context, Duration requestTimeout) {
        this.options = options;
        this.context = context;
        this.requestTimeout = requestTimeout;
    }

    @Override
    public boolean poll(RecordPublisher output) throws InterruptedException {
        if (server == null) {
            listen();
        }
        Note note = pending.poll(WAIT_MILLIS, TimeUnit.MILLISECONDS);
        if (note != null) {
            try {
                if (output.publish(Topic.SITE_EVENTS, note.event())) {
                    output.flush();
                    note.stored().complete(true);
                }
            } finally {
                note.stored().complete(false); // unless it was
            }
        }
        return true;
    }

    private void listen() {
        try {
            HttpServer listening = HttpServer.create(options.socketAddress(), 0);
            threads = new NoteRequestThreads(requestTimeout, MAX_REQUESTS);
            listening.setExecutor(threads);
            listening.createContext(
                    "/",
                    new NoteHandler(
                            new SiteEventFactory(context.catalogue()),
                            options.tokenFile() == null ? null : new PasswordSource(options.tokenFile(), null),
                            pending,
                            context.clock(),
                            this::isForThisSite,
                            threads::bodyIsRead));
            listening.start();
            server = listening;
        } catch (IOException e) {
            throw cannotListen(e);
        }
        context.notes().accept("takes notes at " + url());
    }

    /** With a token, whoever knows it is right, by whatever name the request came. */
    private boolean isForThisSite(String hostHeader) {
        return options.tokenFile() != null || ThisHostNames.include(hostHeader, options.address());
    }

    private String url() {
        InetSocketAddress address = server.getAddress();
        return "http://" + address.getAddress().getHostAddress() + ":" + address.getPort() + NoteHandler.PATH;
    }

    private UnreadableSourceException cannotListen(IOException cause) {
        return new UnreadableSourceException(
                options.address() + ":" + options.port(),
                "cannot listen there (" + cause.getMessage() + ")",
                "choose a free port, and an address of this host",
                cause);
    }

    @Override
    public String check() throws InterruptedException {
        if (options.tokenFile() != null) {
            try {
                new PasswordSource(options.tokenFile(), null).read();
            } catch (IllegalStateException | UncheckedIOException e) {
                throw new UnreadableSourceException(
                        options.tokenFile().toString(), e.getMessage(), "write the token into its first line", e);
            }
        }
        if (server != null) {
            return "listens at " + url();
        }
        try (ServerSocket socket = new ServerSocket()) {
            socket.setReuseAddress(true);
            socket.bind(options.socketAddress());
            return "can listen on " + options.address() + ":" + socket.getLocalPort();
        } catch (IOException e) {
            if (isAnotherListening()) {
                return "takes notes at http://" + options.address() + ":" + options.port() + NoteHandler.PATH
                        + " already, in a running site or collector";
            }
            throw cannotListen(e);
        }
    }

    /** What asks for notes there is no note, and is answered as {@link NoteHandler} answers it. */
    private boolean isAnotherListening() throws InterruptedException {
        HttpRequest question = HttpRequest.newBuilder(
                        URI.create("http://" + options.address() + ":" + options.port() + NoteHandler.PATH))
                .timeout(ANSWER_TIMEOUT)
                .build();
        try {
            HttpResponse<String> answer = HttpClient.newBuilder()
                    .connectTimeout(ANSWER_TIMEOUT)
                    .build()
                    .send(question, HttpResponse.BodyHandlers.ofString());
            return answer.statusCode() == HttpURLConnection.HTTP_BAD_METHOD
                    && answer.body().contains(NoteHandler.BY_POST);
        } catch (IOException e) {
            return false;
        }
    }

    @Override
    public void close() {
        if (server != null) {
            server.stop(0);
            threads.close();
            server = null;
        }
        for (Note note = pending.poll(); note != null; note = pending.poll()) {
            note.stored().complete(false);
        }
    }
}
