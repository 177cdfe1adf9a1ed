package io.barograph.cli.note;

import io.barograph.cli.command.BarographCommand;
import io.barograph.cli.command.BrokerOptions;
import io.barograph.cli.export.ResultTopics;
import io.barograph.runtime.RefusedRecordException;
import io.barograph.schemas.SiteEvent;
import io.barograph.schemas.Topic;
import io.barograph.sources.note.SiteEventFactory;
import java.time.Duration;
import java.time.Instant;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "note",
        description = {
            "Tells Barograph of a purge, a failover, a rebuild, maintenance, an upgrade or another change of a file"
                    + " system. Dashboards show it; a change or an upgrade also begins a new fraction of peak and new"
                    + " correlations with performance.",
            "",
            "A note with the same file system, kind and beginning replaces the one before; so the end can be added"
                    + " later."
        },
        footer = {
            "  ./barograph note --fs scratch --kind purge --from 2026-01-31T08:00:00Z \"files older than 12 weeks\"",
            "  ./barograph note --fs scratch --kind upgrade --bootstrap-servers kafka1:9092 Lustre 2.15.4"
        })
public final class NoteCommand extends BarographCommand {
    @Option(names = "--fs", paramLabel = "NAME", description = "File system; must be given.")
    private String fileSystem;

    @Option(
            names = "--kind",
            paramLabel = "KIND",
            description = "purge, failover, rebuild, maintenance, upgrade or change; must be given.")
    private String kind;

    @Option(names = "--from", paramLabel = "TIME", description = "Beginning, with its zone (default: now).")
    private String from;

    @Option(names = "--to", paramLabel = "TIME", description = "End, with its zone; leave it out while not known.")
    private String to;

    @Option(names = "--author", paramLabel = "NAME", description = "Who says so (default: the user who runs this).")
    private String author;

    @Parameters(paramLabel = "TEXT", arity = "0..*", description = "What happened, or will happen.")
    private String[] words = {};

    @Mixin
    private BrokerOptions broker;

    /** How long a broker may take to answer. */
    private Duration patience = Duration.ofSeconds(15);

    void setPatience(Duration patience) {
        this.patience = patience;
    }

    @Override
    public Integer call() {
        BrokerOptions.Broker target = broker.broker();
        SiteEvent event = event(target);
        new ResultTopics(target.kafka()).publish(Topic.SITE_EVENTS, event, patience);
        say("Noted: " + event.getId());
        return 0;
    }

    private SiteEvent event(BrokerOptions.Broker target) {
        try {
            return new SiteEventFactory(target.catalogue())
                    .of(
                            fileSystem,
                            kind,
                            from,
                            to,
                            String.join(" ", words),
                            author == null ? System.getProperty("user.name") : author,
                            Instant.now());
        } catch (RefusedRecordException e) {
            throw wrongUsage(e.getMessage(), e);
        }
    }
}
