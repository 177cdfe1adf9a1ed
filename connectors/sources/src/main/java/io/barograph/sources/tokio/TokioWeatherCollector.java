package io.barograph.sources.tokio;

import io.barograph.runtime.CollectorContext;
import io.barograph.runtime.PositionStore;
import io.barograph.runtime.RecordPublisher;
import io.barograph.runtime.SourceCollector;
import io.barograph.runtime.UnreadableSourceException;
import io.barograph.schemas.DeadLetter;
import io.barograph.schemas.JobWeather;
import io.barograph.schemas.Topic;
import io.barograph.schemas.motif.MotifRules;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Publishes the rows of tables as the weather of past runs, in the order of their decision; each table once, also over
 * restarts: the position lists the tables that were published, with the time of their last change. Applications have the
 * names of the table.
 */
record TokioWeatherCollector(TokioWeatherOptions options, CollectorContext context) implements SourceCollector {
    private static final Comparator<JobWeather> ORDER = Comparator.comparing(JobWeather::getDecidedAt)
            .thenComparing(weather -> Topic.JOB_WEATHER.key().apply(weather));

    @Override
    public boolean poll(RecordPublisher output) {
        PositionStore position = context.position("tables");
        Set<String> done = new LinkedHashSet<>(
                position.read().map(text -> text.lines().toList()).orElse(List.of()));
        for (Path table : options.tables()) {
            String state = state(table);
            if (done.contains(state)) {
                context.notes().accept(table + ": published before");
                continue;
            }
            List<JobWeather> rows = read(table, letter -> {
                letter.setTime(context.clock().instant());
                output.refuse(letter);
            });
            rows.sort(ORDER);
            rows.forEach(row -> output.publish(Topic.JOB_WEATHER, row));
            output.flush();
            done.add(state);
            position.write(String.join("\n", done));
            context.notes().accept(String.format(Locale.ROOT, "%s: %,d runs", table, rows.size()));
        }
        return false;
    }

    private static String state(Path table) {
        try {
            return Files.getLastModifiedTime(table).toInstant() + " " + table.toAbsolutePath();
        } catch (IOException e) {
            throw new UnreadableSourceException(table.toString(), e.toString(), "give tables that can be read", e);
        }
    }

    private List<JobWeather> read(Path table, Consumer<DeadLetter> letters) {
        List<JobWeather> rows = new ArrayList<>();
        try (TokioWeather weather = new TokioWeather(table, context.catalogue(), MotifRules.DEFAULT, letters)) {
            weather.forEachRemaining(rows::add);
            for (UnresolvedFileSystem unknown : weather.unresolved()) {
                context.notes()
                        .accept(String.format(
                                Locale.ROOT,
                                "%s: %,d runs on file system %s, which is not configured",
                                table,
                                unknown.summaries(),
                                unknown.name()));
            }
        }
        return rows;
    }

    @Override
    public String check() {
        int rows = 0;
        List<DeadLetter> refused = new ArrayList<>();
        for (Path table : options.tables()) {
            rows += read(table, refused::add).size();
        }
        return String.format(Locale.ROOT, "%,d runs, %,d rows refused", rows, refused.size());
    }
}
