package io.barograph.security;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/** Passwords, tokens and addresses that are recognised wherever they turn up. */
final class Secrets {
    private static final String MARK = "5ecret";

    private final Map<String, String> words = new ConcurrentHashMap<>();

    /** The secret of that name. */
    String of(String name) {
        return words.computeIfAbsent(name, any -> MARK + "-of-" + any + "-0815");
    }

    /**
     * @param text output, page, message
     * @return the first secret that it holds, as it is or as a login header has it
     */
    Optional<String> in(String text) {
        return patterns().filter(text::contains).findFirst();
    }

    /**
     * @param folder folder whose files are searched
     * @param except folder in it that is left out
     * @return file and secret, for each file that holds one
     */
    List<String> inFiles(Path folder, Path except) throws IOException {
        List<String> found = new ArrayList<>();
        try (Stream<Path> files = Files.walk(folder)) {
            files.filter(file -> !file.startsWith(except) && Files.isRegularFile(file))
                    .forEach(file -> in(content(file)).ifPresent(secret -> found.add(file + ": " + secret)));
        }
        return found;
    }

    /** One character a byte, so that binary files are searched, too. */
    private static String content(Path file) {
        try {
            return new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Stream<String> patterns() {
        // Base64 of "user:secret" differs in three ways, by how many bytes stand before the secret.
        return Stream.concat(Stream.of(MARK), Stream.of("", "x", "xx").map(Secrets::encoded));
    }

    private static String encoded(String before) {
        String all = Base64.getEncoder().encodeToString((before + MARK + "-of").getBytes(StandardCharsets.UTF_8));
        return all.substring(before.isEmpty() ? 0 : before.length() + 1, 10);
    }
}
