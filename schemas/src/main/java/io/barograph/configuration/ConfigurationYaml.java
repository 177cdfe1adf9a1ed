package io.barograph.configuration;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLParser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Reads YAML as a tree that knows its lines. {@code ${NAME}} in a value is replaced by the environment variable of that
 * name. Keys that stand twice are refused, as are anchors and aliases.
 */
public final class ConfigurationYaml {
    private static final Pattern VARIABLE = Pattern.compile("\\$\\{([A-Za-z_][A-Za-z0-9_]*)}");
    private static final Pattern LINE = Pattern.compile("line (\\d+)");
    private static final long MAX_BYTES = 1024 * 1024;
    private static final YAMLFactory FACTORY = new YAMLFactory();

    private final String name;
    private final Path folder;
    private final UnaryOperator<String> environment;

    private ConfigurationYaml(String name, Path folder, UnaryOperator<String> environment) {
        this.name = name;
        this.folder = folder;
        this.environment = environment;
    }

    /**
     * @param file YAML file; relative paths in it start from its folder
     * @throws ConfigurationException if it cannot be read, is no YAML, or is no mapping
     */
    public static ConfigurationNode.Mapping read(Path file) {
        return read(file, System::getenv);
    }

    static ConfigurationNode.Mapping read(Path file, UnaryOperator<String> environment) {
        String text;
        try {
            if (Files.size(file) > MAX_BYTES) {
                throw new ConfigurationException(
                        file + ": is longer than " + MAX_BYTES / 1024 + " KiB; a configuration is not, check its name");
            }
            text = Files.readString(file);
        } catch (NoSuchFileException e) {
            throw new ConfigurationException(file + ": there is no such file; check its name", e);
        } catch (IOException e) {
            throw new ConfigurationException(file + ": cannot be read (" + e + "); check its permissions", e);
        }
        ConfigurationNode node =
                new ConfigurationYaml(file.toString(), file.toAbsolutePath().getParent(), environment).parse(text, "");
        if (node instanceof ConfigurationNode.Mapping mapping) {
            return mapping;
        }
        throw node.refused("the file should consist of keys and values, as in \"kafka:\"");
    }

    /**
     * @param place what to call the text in messages
     * @param key key that it is the value of
     * @param text YAML, usually on one line: {@code [a, b]}, <code>{name: a}</code>
     * @throws ConfigurationException if it is no YAML
     */
    public static ConfigurationNode parse(String place, String key, String text, Path folder) {
        return new ConfigurationYaml(place, folder, null).parse(text, key);
    }

    private ConfigurationNode parse(String text, String key) {
        try (YAMLParser parser = FACTORY.createParser(text)) {
            if (parser.nextToken() == null) {
                return new ConfigurationNode.Mapping(place(parser), key, Map.of(), folder);
            }
            ConfigurationNode root = node(parser, key, place(parser));
            if (parser.nextToken() != null) {
                throw new ConfigurationException(place(parser) + ": a second document begins; one is expected");
            }
            return root;
        } catch (JsonProcessingException e) {
            throw noYaml(e);
        } catch (IOException e) {
            throw new ConfigurationException(name + ": " + e.getMessage(), e);
        }
    }

    /** The parser says what it was doing, what was wrong, and in the text of its message the line of the latter. */
    private ConfigurationException noYaml(JsonProcessingException cause) {
        String message = cause.getOriginalMessage();
        Matcher line = LINE.matcher(message);
        String place = name;
        while (environment != null && line.find()) {
            place = name + ":" + line.group(1);
        }
        String problem = message.lines()
                .takeWhile(text -> !text.strip().startsWith("in "))
                .map(String::strip)
                .collect(Collectors.joining(", "));
        return new ConfigurationException(place + ": no YAML: " + problem + "; check indentation and quotes", cause);
    }

    private String place(JsonParser parser) {
        return environment == null
                ? name
                : name + ":" + parser.currentTokenLocation().getLineNr();
    }

    /** Where the value begins is the line of its key, also if it stands below it. */
    private ConfigurationNode node(YAMLParser parser, String key, String place) throws IOException {
        if (parser.isCurrentAlias()) {
            throw new ConfigurationException(place + ": " + key + ": aliases (*name) are not supported; write it out");
        }
        return switch (parser.currentToken()) {
            case START_OBJECT -> mapping(parser, key, place);
            case START_ARRAY -> sequence(parser, key, place);
            case VALUE_NULL -> new ConfigurationNode.Scalar(place, key, null);
            default -> new ConfigurationNode.Scalar(place, key, replaceVariables(parser.getText(), key, place));
        };
    }

    private ConfigurationNode mapping(YAMLParser parser, String key, String place) throws IOException {
        Map<String, ConfigurationNode> entries = new LinkedHashMap<>();
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            String entry = parser.currentName();
            String at = place(parser);
            parser.nextToken();
            ConfigurationNode value = node(parser, key.isEmpty() ? entry : key + "." + entry, at);
            ConfigurationNode first = entries.putIfAbsent(entry, value);
            if (first != null) {
                throw value.refused("the key stands here and at " + first.place() + "; leave one");
            }
        }
        return new ConfigurationNode.Mapping(place, key, entries, folder);
    }

    private ConfigurationNode sequence(YAMLParser parser, String key, String place) throws IOException {
        List<ConfigurationNode> values = new ArrayList<>();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            values.add(node(parser, key + "[" + values.size() + "]", place(parser)));
        }
        return new ConfigurationNode.Sequence(place, key, values);
    }

    private String replaceVariables(String text, String key, String place) {
        if (environment == null) {
            return text;
        }
        Matcher matcher = VARIABLE.matcher(text);
        StringBuilder replaced = new StringBuilder();
        while (matcher.find()) {
            String value = environment.apply(matcher.group(1));
            if (value == null) {
                throw new ConfigurationException(place + ": " + key + ": the environment variable " + matcher.group(1)
                        + " is not set; set it or write the value");
            }
            matcher.appendReplacement(replaced, Matcher.quoteReplacement(value));
        }
        return matcher.appendTail(replaced).toString();
    }
}
