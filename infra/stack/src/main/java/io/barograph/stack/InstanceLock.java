package io.barograph.stack;

import io.barograph.runtime.PrivateFolder;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Lets only one process at a time use a folder. The operating system drops the lock with its process, so that a process
 * that was killed leaves nothing to clean up.
 */
public final class InstanceLock implements AutoCloseable {
    /** A second look at a file that this process has locked would drop the lock: closing any channel of it does. */
    private static final Set<Path> HELD_BY_THIS_PROCESS = ConcurrentHashMap.newKeySet();

    private final Path file;
    private final FileLock lock;

    private InstanceLock(Path file, FileLock lock) {
        this.file = file;
        this.lock = lock;
    }

    /** @throws CommandFailedException if another process holds it; the message names that process */
    public static InstanceLock acquire(Path folder) throws IOException {
        PrivateFolder.create(folder);
        Path file = folder.toRealPath().resolve("lock");
        Path pidFile = file.resolveSibling("pid");
        if (!HELD_BY_THIS_PROCESS.add(file)) {
            throw refusal(folder, pidFile);
        }
        FileChannel channel = null;
        FileLock lock = null;
        try {
            channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            lock = channel.tryLock();
            if (lock == null) {
                throw refusal(folder, pidFile);
            }
            Files.writeString(pidFile, Long.toString(ProcessHandle.current().pid()));
            return new InstanceLock(file, lock);
        } finally {
            if (lock == null) {
                HELD_BY_THIS_PROCESS.remove(file);
                if (channel != null) {
                    channel.close();
                }
            }
        }
    }

    @Override
    public void close() throws IOException {
        Files.deleteIfExists(file.resolveSibling("pid"));
        lock.acquiredBy().close();
        HELD_BY_THIS_PROCESS.remove(file);
    }

    private static CommandFailedException refusal(Path folder, Path pidFile) throws IOException {
        String pid = Files.exists(pidFile) ? Files.readString(pidFile).strip() : "unknown";
        return new CommandFailedException(
                "the stack \"" + folder.getFileName() + "\" already runs: process " + pid + " uses " + folder,
                "End it with Ctrl-C in its terminal, or with: kill " + pid);
    }
}
