package io.barograph.runtime.runner;

import static org.assertj.core.api.Assertions.assertThat;

import io.barograph.configuration.KafkaSettings;
import io.barograph.testing.AtLength;
import java.io.RandomAccessFile;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SpoolSenderTest {
    private static final long LIMIT = 256 * 1024;
    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    @TempDir
    private Path folder;

    /** It ended the thread: nothing was sent any more, and nobody noticed. */
    @AtLength
    @Test
    void shouldReportAnErrorAndGoOn() throws Exception {
        try (Spool spool = new Spool(folder, LIMIT)) {
            for (int number = 0; number < 3; number++) {
                spool.append(new SpooledRecord("server-polls", number, new byte[] {1}, new byte[100]));
            }
            spool.sync();
        }
        Path segment = folder.resolve("00000000000000000000.spool");
        try (RandomAccessFile file = new RandomAccessFile(segment.toFile(), "rw")) {
            file.seek(100);
            file.write(0xff);
        }
        AtomicInteger calls = new AtomicInteger();
        List<String> losses = new CopyOnWriteArrayList<>();
        SpoolSender.Fates fates = new SpoolSender.Fates() {
            @Override
            public void refused(SpooledRecord record, Exception failure) {
                losses.add("refused");
            }

            @Override
            public void lost(long records, String description) {
                if (calls.incrementAndGet() < 3) {
                    throw new NoClassDefFoundError("io/barograph/Missing");
                }
                losses.add(records + ": " + description);
            }
        };
        try (Spool spool = new Spool(folder, LIMIT);
                BrokerConnection broker =
                        new BrokerConnection(new KafkaSettings("127.0.0.1:9", "", null), Clock.systemUTC())) {
            SpoolSender sender = new SpoolSender("a", spool, broker, fates, note -> {});
            Thread thread = new Thread(sender, "send a");
            thread.start();
            try {
                Awaitility.await()
                        .atMost(TIMEOUT)
                        .until(() -> sender.problem().orElse("").contains("NoClassDefFoundError"));
                Awaitility.await().atMost(TIMEOUT).until(() -> !losses.isEmpty());
                assertThat(thread.isAlive()).isTrue();
                assertThat(losses)
                        .containsExactly("1: " + segment + " at offset " + SpoolSegment.HEADER_BYTES
                                + " (151 bytes) is damaged");
            } finally {
                sender.stop();
                thread.join();
            }
        }
    }
}
