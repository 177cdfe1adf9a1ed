package io.barograph.sources.tokio;

import io.barograph.schemas.ServerSample;
import java.time.Instant;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.function.IntFunction;

/** One sample per instant and server of one group of a file, where there is something to say. */
final class GroupSamples implements Iterator<ServerSample> {
    @FunctionalInterface
    interface Values {
        /** @return false if all of them are missing */
        boolean fill(int instant, ServerSample sample);
    }

    record Server(SampleTemplate template, Values values) {}

    private final int instants;
    private final IntFunction<Instant> times;
    private final List<Server> servers;
    private int instant;
    private int server;
    private ServerSample next;

    GroupSamples(int instants, IntFunction<Instant> times, List<Server> servers) {
        this.instants = servers.isEmpty() ? 0 : instants;
        this.times = times;
        this.servers = servers;
        advance();
    }

    @Override
    public boolean hasNext() {
        return next != null;
    }

    @Override
    public ServerSample next() {
        ServerSample sample = next;
        if (sample == null) {
            throw new NoSuchElementException();
        }
        advance();
        return sample;
    }

    private void advance() {
        next = null;
        while (next == null && instant < instants) {
            Server current = servers.get(server);
            ServerSample sample = current.template().at(times.apply(instant));
            if (current.values().fill(instant, sample)) {
                next = sample;
            }
            server++;
            if (server == servers.size()) {
                server = 0;
                instant++;
            }
        }
    }
}
