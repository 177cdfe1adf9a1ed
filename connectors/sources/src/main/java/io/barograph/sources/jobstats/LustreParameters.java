package io.barograph.sources.jobstats;

import io.barograph.runtime.DeadLetterCounter;
import io.barograph.runtime.RereadableText;
import io.barograph.runtime.TextLineReader;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Lustre parameters from what {@code lctl get_param} printed, or from the files that it reads. */
final class LustreParameters {
    private static final Pattern HEADER = Pattern.compile("([A-Za-z0-9_][A-Za-z0-9_.@:*-]*)=(.*)");

    /** Where {@code lctl} looks; a parameter that is in several places is taken from the first. */
    private static final List<String> PLACES = List.of("sys/fs/lustre", "sys/kernel/debug/lustre", "proc/fs/lustre");

    private LustreParameters() {}

    /**
     * @param text {@code name=value}, or {@code name=} and the lines of the value
     * @throws IOException if the text breaks off; the parameter it breaks off in does not end
     */
    static void ofLctl(TextLineReader text, LineHandlers sections) throws IOException {
        LineHandler current = null;
        for (String line = text.next(); line != null; line = text.next()) {
            Matcher header = HEADER.matcher(line);
            if (!header.matches()) {
                if (current != null) {
                    current.line(line, text);
                } else if (!line.isBlank()) {
                    text.refuse("it comes before the first name=; is this the output of lctl get_param -n?", line);
                }
                continue;
            }
            if (current != null) {
                current.end();
            }
            current = sections.open(header.group(1));
            if (!header.group(2).isBlank()) {
                current.line(header.group(2), text);
            }
        }
        if (current != null) {
            current.end();
        }
    }

    /**
     * @param root folder that holds {@code proc} and {@code sys}
     * @param sections takes the job statistics, after the counters of their target
     * @throws IOException if a file is there and cannot be read
     */
    static void ofTree(Path root, LineHandlers sections, DeadLetterCounter refusals) throws IOException {
        read(root, "jobid_var", "jobid_var", sections, refusals);
        readTargets(root, "obdfilter", List.of("stats", "job_stats"), sections, refusals);
        readTargets(root, "mdt", List.of("md_stats", "job_stats"), sections, refusals);
    }

    private static void readTargets(
            Path root, String kind, List<String> files, LineHandlers sections, DeadLetterCounter refusals)
            throws IOException {
        TreeMap<String, Path> targets = new TreeMap<>();
        for (String place : PLACES) {
            Path folder = root.resolve(place).resolve(kind);
            if (Files.isDirectory(folder)) {
                try (DirectoryStream<Path> children = Files.newDirectoryStream(folder, Files::isDirectory)) {
                    children.forEach(child -> targets.put(child.getFileName().toString(), child));
                }
            }
        }
        for (String target : targets.keySet()) {
            for (String file : files) {
                read(root, kind + "/" + target + "/" + file, kind + "." + target + "." + file, sections, refusals);
            }
        }
    }

    private static void read(
            Path root, String relative, String parameter, LineHandlers sections, DeadLetterCounter refusals)
            throws IOException {
        for (String place : PLACES) {
            Path file = root.resolve(place).resolve(relative);
            try (TextLineReader text = new TextLineReader(
                    file.toString(), RereadableText.file(file).open(), refusals)) {
                LineHandler section = sections.open(parameter);
                for (String line = text.next(); line != null; line = text.next()) {
                    section.line(line, text);
                }
                section.end();
                return;
            } catch (NoSuchFileException e) {
                // not at this place, or the target has just been unmounted
            }
        }
    }

    @FunctionalInterface
    interface LineHandler {
        void line(String line, TextLineReader text);

        /** The parameter is complete. A text that breaks off does not come to this. */
        default void end() {}
    }

    /** Decides what becomes of a Lustre parameter. */
    @FunctionalInterface
    interface LineHandlers {
        /**
         * @param parameter name as {@code lctl get_param} prints it, for instance {@code obdfilter.lustre-OST0000.job_stats}
         */
        LustreParameters.LineHandler open(String parameter);
    }
}
