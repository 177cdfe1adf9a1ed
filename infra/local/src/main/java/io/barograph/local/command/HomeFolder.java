package io.barograph.local.command;

import java.nio.file.Path;

/**
 * The folder {@code .barograph} beside the launcher, which holds all that commands leave behind: data and logs.
 *
 * @param path the folder
 */
public record HomeFolder(Path path) {
    /** System property that the launcher sets: the folder that it lies in. */
    static final String PROPERTY = "barograph.home";

    /** @return the folder of the launcher that started this program; of the working directory without one */
    public static HomeFolder ofLauncher() {
        Path launcherFolder = Path.of(System.getProperty(PROPERTY, "."));
        return new HomeFolder(launcherFolder.toAbsolutePath().normalize().resolve(".barograph"));
    }

    /**
     * @param name name of a stack, for instance {@code demo}
     * @return the folder of its data
     */
    public Path data(String name) {
        return path.resolve(name);
    }

    /**
     * @param name file name
     * @return that log file
     */
    public Path log(String name) {
        return path.resolve("log").resolve(name);
    }
}
