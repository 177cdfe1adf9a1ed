package io.barograph.configuration;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ThisHostNamesTest {
    @ParameterizedTest
    @ValueSource(
            strings = {"localhost", "LOCALHOST:8095", "127.0.0.1", "127.0.0.1:8095", "127.1.2.3", "[::1]:1", "Login1:80"
            })
    void shouldKnowTheNamesOfThisHost(String host) {
        assertThat(ThisHostNames.include(host, "login1")).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "evil.example",
                "evil.example:8095",
                "localhost.evil.example",
                "127.0.0.1.evil.example",
                "10.0.0.1",
                "[2001:db8::1]",
                "evil.example@",
                "a_b",
                "127.0.0.1@evil.example"
            })
    void shouldKnowNoOthers(String host) {
        assertThat(ThisHostNames.include(host, "login1")).isFalse();
    }

    @Test
    void shouldTakeARequestWithoutAHost() {
        assertThat(ThisHostNames.include(null, "127.0.0.1")).isTrue();
    }
}
