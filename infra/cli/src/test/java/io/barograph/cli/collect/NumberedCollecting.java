package io.barograph.cli.collect;

import io.barograph.configuration.CollectingSettings;
import io.barograph.configuration.KafkaSettings;
import io.barograph.runtime.runner.CollectorRuntime;
import io.barograph.runtime.runner.ConfiguredCollector;
import io.barograph.schemas.FileSystemCatalogue;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Collects numbered events; as a program until it is killed or all are out. */
final class NumberedCollecting {
    /** Exit code if records are left on disk. */
    static final int LEFT = 3;

    private NumberedCollecting() {}

    static CollectorRuntime start(
            String bootstrapServers,
            Path folder,
            long spoolBytes,
            Consumer<String> notes,
            NumberedType.Options... all) {
        return start(bootstrapServers, folder, spoolBytes, Clock.systemUTC(), notes, all);
    }

    static CollectorRuntime start(
            String bootstrapServers,
            Path folder,
            long spoolBytes,
            Clock clock,
            Consumer<String> notes,
            NumberedType.Options... all) {
        CollectingSettings settings =
                new CollectingSettings(folder, spoolBytes, Duration.ofMillis(200), Duration.ofSeconds(30));
        CollectorRuntime.Site site =
                new CollectorRuntime.Site("host1", new FileSystemCatalogue(List.of()), settings, clock);
        List<ConfiguredCollector<?>> collectors = new ArrayList<>();
        for (NumberedType.Options options : all) {
            collectors.add(new ConfiguredCollector<>(options.fileSystem(), new NumberedType(), options, "test"));
        }
        return CollectorRuntime.start(site, new KafkaSettings(bootstrapServers, "", null), collectors, notes);
    }

    /** Arguments: broker, folder, key, events a poll, total. */
    public static void main(String[] args) throws InterruptedException {
        NumberedType.Options options = new NumberedType.Options(
                args[2], Integer.parseInt(args[3]), Integer.parseInt(args[4]), Duration.ofMillis(20), 0);
        CollectorRuntime runtime = start(args[0], Path.of(args[1]), 1L << 30, System.out::println, options);
        try (runtime) {
            while (!runtime.awaitEnd(Duration.ofSeconds(1))) {
                System.out.println(runtime.published());
            }
        }
        System.exit(runtime.leftBytes() > 0 ? LEFT : 0);
    }
}
