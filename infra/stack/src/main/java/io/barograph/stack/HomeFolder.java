package io.barograph.stack;

import io.barograph.runtime.PrivateFolder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.function.Consumer;

/** The folder {@code .barograph} beside the launcher, which holds all that commands leave behind: data and logs. */
public record HomeFolder(Path path) {
    /** System property that the launcher sets: the folder that it lies in. */
    static final String PROPERTY = "barograph.home";

    /** @return the folder of the launcher that started this program; of the working directory without one */
    public static HomeFolder ofLauncher() {
        Path launcherFolder = Path.of(System.getProperty(PROPERTY, "."));
        return new HomeFolder(launcherFolder.toAbsolutePath().normalize().resolve(".barograph"));
    }

    /**
     * Makes the folder if it is not there, and closes it to other users of the machine.
     *
     * @param notice called if others could reach it until now
     */
    public void protect(Consumer<String> notice) throws IOException {
        if (PrivateFolder.create(path)) {
            notice.accept(path + " was open to other users of this machine; it is closed now (mode 0700)");
        }
    }

    /** @param name name of a stack, for instance {@code demo} */
    public Path data(String name) {
        return path.resolve(name);
    }

    public Path log(String name) {
        return path.resolve("log").resolve(name);
    }
}
