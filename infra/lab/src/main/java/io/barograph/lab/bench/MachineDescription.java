package io.barograph.lab.bench;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/**
 * Where and on what the figures were measured.
 *
 * @param revision the commit that was measured; null outside of a clone
 */
record MachineDescription(
        int processors, long memoryBytes, long heapBytes, String java, String system, Instant date, String revision) {
    static MachineDescription here(Path source) throws InterruptedException {
        return new MachineDescription(
                Runtime.getRuntime().availableProcessors(),
                processes().getTotalMemorySize(),
                Runtime.getRuntime().maxMemory(),
                System.getProperty("java.version") + " (" + System.getProperty("java.vendor") + ")",
                System.getProperty("os.name") + " " + System.getProperty("os.version") + " "
                        + System.getProperty("os.arch"),
                Instant.now().truncatedTo(ChronoUnit.SECONDS),
                revision(source));
    }

    /** @return processor time of this process so far, garbage collection and compilation included */
    static double processorSeconds() {
        return processes().getProcessCpuTime() / 1e9;
    }

    private static OperatingSystemMXBean processes() {
        return (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    }

    private static String revision(Path source) throws InterruptedException {
        try {
            Process git = new ProcessBuilder("git", "-C", source.toString(), "describe", "--always", "--dirty")
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            String said = new String(git.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
            return git.waitFor() == 0 && !said.isEmpty() ? said : null;
        } catch (IOException e) {
            return null; // no git here, hence no clone
        }
    }
}
