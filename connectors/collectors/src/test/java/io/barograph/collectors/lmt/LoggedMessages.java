package io.barograph.collectors.lmt;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.Logger;
import org.apache.logging.log4j.core.appender.AbstractAppender;
import org.apache.logging.log4j.core.config.Configurator;
import org.apache.logging.log4j.core.config.Property;

/** What one class logs, as "LEVEL message". */
final class LoggedMessages extends AbstractAppender {
    private final Logger logger;
    private final List<String> messages = new CopyOnWriteArrayList<>();

    private LoggedMessages(Logger logger) {
        super("messages of " + logger.getName(), null, null, true, Property.EMPTY_ARRAY);
        this.logger = logger;
    }

    static LoggedMessages of(Class<?> type) {
        Configurator.setLevel(type, Level.INFO);
        LoggedMessages messages = new LoggedMessages((Logger) LogManager.getLogger(type));
        messages.start();
        messages.logger.addAppender(messages);
        return messages;
    }

    @Override
    public void append(LogEvent event) {
        messages.add(event.getLevel() + " " + event.getMessage().getFormattedMessage());
    }

    /** Ends the listening. */
    List<String> messages() {
        logger.removeAppender(this);
        return List.copyOf(messages);
    }
}
