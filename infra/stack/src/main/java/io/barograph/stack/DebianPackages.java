package io.barograph.stack;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;

/** Installs packages on Debian and its relatives, without starting the services that come with them. */
final class DebianPackages {
    private DebianPackages() {}

    /** @return true if this is such a system, and this user is root or may become it */
    static boolean canInstall() throws IOException {
        return ProgramFinder.find("apt-get").isPresent()
                && (isRoot() || ProgramFinder.find("sudo").isPresent());
    }

    /**
     * @param name package
     * @param log file for what the installation says
     */
    static void install(String name, Path log) throws IOException, InterruptedException {
        Files.createDirectories(log.getParent());
        Path script = Files.createTempFile("install-debian-packages", ".sh");
        try {
            try (InputStream in = DebianPackages.class.getResourceAsStream("install-debian-packages.sh")) {
                Files.copy(in, script, StandardCopyOption.REPLACE_EXISTING);
            }
            List<String> command = new ArrayList<>();
            if (!isRoot()) {
                command.add("sudo");
            }
            command.addAll(List.of("sh", script.toString(), name));
            Process process = new ProcessBuilder(command)
                    .redirectInput(ProcessBuilder.Redirect.INHERIT) // sudo may ask for a password
                    .redirectErrorStream(true)
                    .redirectOutput(log.toFile())
                    .start();
            int exitCode = process.waitFor();
            if (exitCode != 0) {
                throw new CommandFailedException(
                        "installing the package " + name + " failed with exit code " + exitCode + "; the log is " + log,
                        "Install it by hand: apt-get install " + name);
            }
        } finally {
            Files.delete(script);
        }
    }

    private static boolean isRoot() throws IOException {
        return Files.getAttribute(Path.of("/proc/self"), "unix:uid").equals(0);
    }
}
