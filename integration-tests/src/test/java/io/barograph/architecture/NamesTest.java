package io.barograph.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Names of classes and identifiers follow docs/glossary.md; read from the sources, tests included. */
class NamesTest {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final List<String> FOLDERS =
            List.of("schemas", "connectors", "pipelines", "dashboards", "infra", "integration-tests");

    /** Comments and literals, which are no identifiers. */
    private static final Pattern NO_CODE = Pattern.compile(
            "//[^\n]*+" //
                    + "|/\\*[\\s\\S]*?\\*/"
                    + "|\"\"\"[\\s\\S]*?\"\"\""
                    + "|\"[^\"\\\\\n]*+(?:\\\\.[^\"\\\\\n]*+)*+\""
                    + "|'(?:\\\\[^']*+|[^'\\\\])'");

    private static final Pattern TYPE = Pattern.compile("\\b(?:class|record|enum|interface) ([A-Z]\\w*)");
    private static final Pattern IDENTIFIER = Pattern.compile("\\b[A-Za-z]\\w*\\b");
    private static final Pattern WORD = Pattern.compile("[A-Z]+(?![a-z])|[A-Z]?[a-z]+");

    /** Names that say no role. */
    private static final Set<String> NO_CLASS_NAMES = Set.of("Told", "Story", "Asked", "Part", "Gathered", "Answer");

    /** A constant says MAX_, MIN_, _TIMEOUT or _INTERVAL. */
    private static final Pattern NO_CONSTANT = Pattern.compile(
            "(?:MOST|LONGEST|LARGEST|LEAST|FEWEST|SHORTEST|SMALLEST|BETWEEN)_[A-Z_]+|PATIENCE\\w*|[A-Z_]+_WITHIN(?:_\\w+)?");

    /** Operators emit. */
    private static final Set<String> NO_VERBS = Set.of("told", "tell", "tells", "telling", "untold");

    private static final Pattern NO_METHOD = Pattern.compile("(?:giveOut|handOut)\\w*");

    @Test
    void shouldNameEachClassOnce() {
        Map<String, List<String>> files = new TreeMap<>();
        for (Path file : sources()) {
            String name = file.getFileName().toString().replace(".java", "");
            if (!name.equals("package-info")) {
                files.computeIfAbsent(name, unused -> new ArrayList<>())
                        .add(ROOT.relativize(file).toString());
            }
        }
        files.values().removeIf(paths -> paths.size() == 1);

        assertThat(files).isEmpty();
    }

    @Test
    void shouldNameClassesByTheirRole() {
        assertThat(findings(TYPE, name -> NO_CLASS_NAMES.contains(name))).isEmpty();
    }

    @Test
    void shouldUseTheWordsOfTheGlossary() {
        assertThat(findings(IDENTIFIER, NamesTest::isAgainstTheGlossary)).isEmpty();
    }

    private static boolean isAgainstTheGlossary(String identifier) {
        if (NO_CONSTANT.matcher(identifier).matches()
                || NO_METHOD.matcher(identifier).matches()) {
            return true;
        }
        return !identifier.startsWith("should")
                && WORD.matcher(identifier).results().anyMatch(word -> NO_VERBS.contains(lower(word.group())));
    }

    private static String lower(String word) {
        return word.toLowerCase(Locale.ROOT);
    }

    private static List<String> findings(Pattern names, Predicate<String> isWrong) {
        List<String> findings = new ArrayList<>();
        for (Path file : sources()) {
            Matcher matcher = names.matcher(code(file));
            while (matcher.find()) {
                String name = matcher.groupCount() > 0 ? matcher.group(1) : matcher.group();
                if (isWrong.test(name)) {
                    findings.add(ROOT.relativize(file) + ": " + name);
                }
            }
        }
        return findings;
    }

    private static String code(Path file) {
        try {
            return NO_CODE.matcher(Files.readString(file)).replaceAll(" ");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<Path> sources() {
        List<Path> sources = new ArrayList<>();
        for (String folder : FOLDERS) {
            try (Stream<Path> files = Files.walk(ROOT.resolve(folder))) {
                files.filter(file -> file.toString().endsWith(".java")
                                && file.toString().contains("/src/"))
                        .filter(file -> !file.toString().contains("/target/")
                                && !file.toString().contains("/node_modules/"))
                        .forEach(sources::add);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        assertThat(sources).as("sources below " + ROOT).hasSizeGreaterThan(1_000);
        return sources;
    }
}
