package io.barograph.chat;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/** What every payload must keep to, and the vocabulary of the rules of each service. */
abstract class PayloadRules {
    private static final JsonMapper STRICT = JsonMapper.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    /** Mentions of users and groups, as any of the services would find them. */
    private static final Pattern MENTION = Pattern.compile("(^|[^\\p{L}\\p{N}])@[\\p{L}\\p{N}]|<[!@#]");

    /**
     * @param payload a request's body
     * @throws AssertionError if it breaks a published rule of the service
     */
    final void check(byte[] payload) {
        JsonNode json;
        try {
            json = STRICT.readTree(payload);
        } catch (IOException e) {
            throw new AssertionError("no JSON", e);
        }
        for (String text : texts(json)) {
            assertThat(text.codePoints())
                    .as("characters of %s", text)
                    .allMatch(c -> c == '\n' || !(Character.isISOControl(c) || (c >= 0xD800 && c <= 0xDFFF)));
        }
        checkForm(json, payload.length);
    }

    abstract void checkForm(JsonNode json, int bytes);

    static void assertNoMention(String text) {
        assertThat(MENTION.matcher(text).find()).as("mention in %s", text).isFalse();
    }

    static void assertKeys(JsonNode object, Set<String> required, Set<String> optional) {
        Set<String> keys = new TreeSet<>();
        object.fieldNames().forEachRemaining(keys::add);
        assertThat(keys).containsAll(required);
        keys.removeAll(required);
        assertThat(keys).isSubsetOf(optional);
    }

    static void assertText(JsonNode text, int most) {
        assertThat(text.isTextual()).isTrue();
        assertThat(text.asText()).isNotBlank().hasSizeLessThanOrEqualTo(most);
    }

    static void assertWebAddress(JsonNode address) {
        assertThat(URI.create(address.asText()).getScheme()).isIn("http", "https");
        assertThat(address.asText().chars()).allMatch(c -> c > ' ' && c < 0x7F);
    }

    static List<String> texts(JsonNode json) {
        List<String> texts = new ArrayList<>();
        if (json.isTextual()) {
            texts.add(json.asText());
        }
        json.forEach(child -> texts.addAll(texts(child)));
        return texts;
    }
}
