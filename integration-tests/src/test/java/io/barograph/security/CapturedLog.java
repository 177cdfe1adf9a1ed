package io.barograph.security;

import java.nio.file.Path;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.core.Appender;
import org.apache.logging.log4j.core.LoggerContext;
import org.apache.logging.log4j.core.appender.FileAppender;
import org.apache.logging.log4j.core.config.LoggerConfig;
import org.apache.logging.log4j.core.layout.PatternLayout;

/** Writes all that this process logs, from level INFO on, to a file, too: what clients say of their settings, above all. */
final class CapturedLog implements AutoCloseable {
    private final LoggerContext context = (LoggerContext) LogManager.getContext(false);
    private final Appender appender;
    private final Level before;

    private CapturedLog(Path file) {
        appender = FileAppender.newBuilder()
                .setName("captured")
                .setFileName(file.toString())
                .setImmediateFlush(true)
                .setLayout(PatternLayout.newBuilder()
                        .setPattern("%d %level %logger %message%n%throwable")
                        .build())
                .build();
        appender.start();
        LoggerConfig root = context.getConfiguration().getRootLogger();
        before = root.getLevel();
        root.addAppender(appender, Level.INFO, null);
        root.setLevel(Level.INFO);
        context.updateLoggers();
    }

    static CapturedLog start(Path file) {
        return new CapturedLog(file);
    }

    @Override
    public void close() {
        LoggerConfig root = context.getConfiguration().getRootLogger();
        root.removeAppender("captured");
        root.setLevel(before);
        context.updateLoggers();
        appender.stop();
    }
}
