package io.barograph.cli.command;

import java.util.List;

/** Commands that a module beside the command line brings along; {@link java.util.ServiceLoader} finds it. */
public interface CommandList {
    /** Classes annotated with {@link picocli.CommandLine.Command}. */
    List<Class<?>> commands();
}
