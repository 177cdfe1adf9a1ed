package io.barograph.cli.serve;

import io.barograph.cli.export.ResultTopics;
import io.barograph.cli.export.TopicReader;
import io.barograph.cli.reports.TopicEvidence;
import io.barograph.configuration.KafkaSettings;
import io.barograph.configuration.LivePageSettings;
import io.barograph.influxdb.InfluxDbConfig;
import io.barograph.page.LivePage;
import io.barograph.page.results.RecentResults;
import io.barograph.page.results.WeatherQueries;
import io.barograph.schemas.FileSystemCatalogue;
import io.barograph.schemas.Topic;
import io.barograph.stack.CommandFailedException;
import java.io.IOException;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.IsolationLevel;

/** The live page with its readers of the result topics. A topic that cannot be read is tried again until it can. */
public final class LivePageServer implements AutoCloseable {
    private static final Duration RETRY = Duration.ofSeconds(5);

    /**
     * What the page shows.
     *
     * @param kafka where the result topics are
     * @param influxDb where results are published to
     * @param retentionLevels whether rates lie in three levels there
     * @param catalogue file systems that are shown even if nothing has been heard of them
     */
    public record Installation(
            KafkaSettings kafka, InfluxDbConfig influxDb, boolean retentionLevels, FileSystemCatalogue catalogue) {}

    private final KafkaSettings kafka;
    private final Properties clientProperties;
    private final RecentResults view = new RecentResults();
    private final CountDownLatch stopped = new CountDownLatch(1);
    private final List<Thread> readers = new ArrayList<>();
    private final LivePage page;

    private LivePageServer(LivePageSettings settings, Installation installation, Clock clock) throws IOException {
        this.kafka = installation.kafka();
        this.clientProperties = kafka.clientProperties();
        this.page = LivePage.start(
                settings,
                new LivePage.Sources(
                        new WeatherQueries(installation.influxDb(), installation.retentionLevels()),
                        view,
                        new TopicEvidence(new ResultTopics(kafka)),
                        installation.catalogue().names()),
                clock);
    }

    /**
     * @param settings where the page listens and who looks
     * @throws CommandFailedException if it cannot listen there, or a secret cannot be read
     */
    public static LivePageServer start(LivePageSettings settings, Installation installation, Clock clock) {
        LivePageServer serving;
        try {
            serving = new LivePageServer(settings, installation, clock);
        } catch (IOException e) {
            throw new CommandFailedException(
                    e.getMessage(), "docs/live-page.md explains the section livePage of the configuration.", e);
        }
        serving.follow(Topic.CONTENTION_EVENTS, serving.view::add);
        serving.follow(Topic.JOB_WEATHER, serving.view::add);
        serving.follow(Topic.ANOMALIES, serving.view::add);
        return serving;
    }

    private <T extends SpecificRecord> void follow(Topic<T> topic, Consumer<T> handler) {
        TopicFollower.Reading reading = caughtUp -> new TopicReader<>(
                        kafka.bootstrapServers(),
                        topic.in(kafka.topicPrefix()),
                        IsolationLevel.READ_COMMITTED,
                        clientProperties)
                .tail(handler, () -> stopped.getCount() == 0, caughtUp);
        Thread thread = new Thread(
                new TopicFollower(
                        topic.name(),
                        reading,
                        () -> view.read(topic.name()),
                        why -> view.lost(topic.name(), why),
                        stopped,
                        RETRY),
                "live-page " + topic.name());
        thread.setDaemon(true);
        readers.add(thread);
        thread.start();
    }

    /** @return address of the page for a browser on this host */
    public URI url() {
        return page.url();
    }

    /** Stops the page, then the readers. */
    @Override
    public void close() throws InterruptedException {
        page.close();
        stopped.countDown();
        for (Thread reader : readers) {
            reader.join();
        }
    }
}
