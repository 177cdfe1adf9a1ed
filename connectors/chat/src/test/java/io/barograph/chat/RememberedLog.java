package io.barograph.chat;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.LoggerContext;
import org.apache.logging.log4j.core.appender.AbstractAppender;
import org.apache.logging.log4j.core.config.Property;

/** All that is logged, at every level, with the texts of exceptions. */
final class RememberedLog extends AbstractAppender {
    private final List<String> lines = new CopyOnWriteArrayList<>();
    private Level before;

    RememberedLog() {
        super("remembered", null, null, true, Property.EMPTY_ARRAY);
    }

    @Override
    public void start() {
        super.start();
        LoggerContext context = (LoggerContext) LogManager.getContext(false);
        before = context.getConfiguration().getRootLogger().getLevel();
        context.getConfiguration().getRootLogger().setLevel(Level.ALL);
        context.getConfiguration().getRootLogger().addAppender(this, Level.ALL, null);
        context.updateLoggers();
    }

    @Override
    public void stop() {
        LoggerContext context = (LoggerContext) LogManager.getContext(false);
        context.getConfiguration().getRootLogger().removeAppender(getName());
        context.getConfiguration().getRootLogger().setLevel(before);
        context.updateLoggers();
        super.stop();
    }

    @Override
    public void append(LogEvent event) {
        lines.add(event.getThreadName() + " " + event.getMessage().getFormattedMessage() + " " + event.getThrown());
    }

    List<String> lines() {
        return lines;
    }
}
