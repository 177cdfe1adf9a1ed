package io.barograph.chat;

import static org.assertj.core.api.Assertions.assertThat;

import io.barograph.chat.ChatMessage.State;
import io.barograph.configuration.ChatChannelSettings;
import java.time.Duration;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

class ChatThreadsTest {
    @Test
    void shouldLeaveNoThreadBehind() throws Exception {
        Set<Thread> before = new HashSet<>(Thread.getAllStackTraces().keySet());
        deliverOne();

        Awaitility.await().atMost(Duration.ofSeconds(30)).untilAsserted(() -> {
            System.gc(); // until Java 21 this is what ends the thread of an HTTP client
            assertThat(newThreads(before)).isEmpty();
        });
    }

    private static Set<String> newThreads(Set<Thread> before) {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> !before.contains(thread) && thread.isAlive())
                .map(Thread::getName)
                .filter(name -> name.contains("barograph") || name.contains("HttpClient"))
                .collect(Collectors.toSet());
    }

    private static void deliverOne() throws Exception {
        try (ScriptedService service = new ScriptedService(ScriptedService.status(200, "ok"))) {
            ChatChannel channel = new HttpChannel(
                    Settings.of(ChatChannelSettings.Type.SLACK, null, null, null, null, null, Settings.TIMEOUT),
                    Map.of(Settings.VARIABLE, service.url() + "/hooks"),
                    () -> Messages.START);
            try (ChatDelivery delivery = new ChatDelivery(channel, Duration.ofMinutes(1))) {
                assertThat(delivery.send(Messages.of(State.TEST))
                                .get(10, TimeUnit.SECONDS)
                                .isDelivered())
                        .isTrue();
            }
        }
    }
}
