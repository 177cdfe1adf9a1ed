package io.barograph.configuration;

/** The configuration cannot be used. The message names file and line, the key, and what was expected. */
public final class ConfigurationException extends RuntimeException {
    /** @param message file, line, key, what is wrong, what is expected */
    public ConfigurationException(String message) {
        super(message);
    }

    /** @param message file, line, key, what is wrong, what is expected */
    public ConfigurationException(String message, Throwable cause) {
        super(message, cause);
    }
}
