package io.barograph.sources.tokio;

import java.util.Optional;

/**
 * A file system that a table names and the catalogue does not have.
 *
 * @param nearest the most similar name in the catalogue
 */
public record UnresolvedFileSystem(String name, long summaries, Optional<String> nearest) {}
