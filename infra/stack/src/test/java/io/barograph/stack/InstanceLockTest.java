package io.barograph.stack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class InstanceLockTest {
    @TempDir
    private Path folder;

    @Test
    void shouldRefuseASecondHolderInThisProcessAndLeaveTheFirstItsLock() throws Exception {
        try (InstanceLock lock = InstanceLock.acquire(folder)) {
            assertThat(lock).isNotNull();
            for (int i = 0; i < 2; i++) {
                assertThatThrownBy(() -> InstanceLock.acquire(folder))
                        .isInstanceOf(CommandFailedException.class)
                        .hasMessageContaining(
                                "process " + ProcessHandle.current().pid());
            }
        }
        InstanceLock.acquire(folder).close();
    }

    @Test
    void shouldRefuseWhileAnotherProcessHoldsItAndTakeOverWhenThatIsKilled() throws Exception {
        Process holder = JavaProgram.start(Holder.class, folder.toString());
        try (BufferedReader said = holder.inputReader(StandardCharsets.UTF_8)) {
            assertThat(said.readLine()).isEqualTo("held");
            assertThatThrownBy(() -> InstanceLock.acquire(folder))
                    .isInstanceOfSatisfying(CommandFailedException.class, refusal -> {
                        assertThat(refusal).hasMessageContaining("process " + holder.pid());
                        assertThat(refusal.remedy()).contains("kill " + holder.pid());
                    });
        }
        holder.destroyForcibly().waitFor();
        assertThat(folder.resolve("pid")).exists();
        InstanceLock.acquire(folder).close();
        assertThat(folder.resolve("pid")).doesNotExist();
    }

    /** A program that holds the lock until it is killed. */
    static final class Holder {
        public static void main(String[] arguments) throws Exception {
            InstanceLock lock = InstanceLock.acquire(Path.of(arguments[0]));
            System.out.println("held");
            new CountDownLatch(1).await();
            lock.close();
        }
    }
}
