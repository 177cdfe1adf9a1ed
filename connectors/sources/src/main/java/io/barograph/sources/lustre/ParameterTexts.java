package io.barograph.sources.lustre;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The texts in what {@code lctl get_param} prints: {@code obdfilter.scratch-OST0001.num_exports=107}, or a name with
 * {@code =} and the value in the lines after it. What {@code grep -H '' /proc/stat /proc/meminfo} prints may stand among
 * them ({@code /proc/stat:cpu 1 2 3}), because {@code lctl} does not know processors and memory. A parameter that is
 * there twice counts as read last.
 *
 * @param texts texts by path with dots instead of slashes, because names of clients have both
 */
record ParameterTexts(NavigableMap<String, ServerText> texts) implements ServerTexts {
    private static final Pattern PARAMETER = Pattern.compile("([A-Za-z_][\\w-]*(?:\\.[^\\s=]+)?)=(.*)");
    private static final Pattern FILE_LINE = Pattern.compile("/(?:proc|sys)/([^\\s:]+):(.*)");

    static ParameterTexts parse(String origin, String content, ParseProblemHandler problems) {
        TreeMap<String, ServerText> texts = new TreeMap<>();
        String path = null;
        int firstLine = 0;
        StringBuilder value = new StringBuilder();
        List<String> lines = content.lines().toList();
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i);
            Matcher parameter = PARAMETER.matcher(line);
            Matcher fileLine = FILE_LINE.matcher(line);
            boolean ofFile = fileLine.matches();
            if (ofFile && filePath(fileLine.group(1)).equals(path)) {
                value.append('\n').append(fileLine.group(2));
            } else if (ofFile || parameter.matches()) {
                put(texts, origin, path, firstLine, value);
                path = ofFile ? filePath(fileLine.group(1)) : parameterPath(parameter.group(1));
                firstLine = i + 1;
                value.setLength(0);
                value.append(ofFile ? fileLine.group(2) : parameter.group(2));
            } else if (path != null) {
                value.append('\n').append(line);
            } else if (!line.isBlank()) {
                problems.report(
                        origin + ":" + (i + 1),
                        "a value without the name of its parameter; use lctl get_param without -n",
                        line);
            }
        }
        put(texts, origin, path, firstLine, value);
        return new ParameterTexts(texts);
    }

    private static void put(
            Map<String, ServerText> texts, String origin, String path, int firstLine, StringBuilder value) {
        if (path != null) {
            texts.put(path, new ServerText(origin, firstLine, value.toString()));
        }
    }

    /** {@code lctl} looks in the folders of LNET, too, and names both alike. */
    private static String parameterPath(String name) {
        return name.equals("stats") || name.equals("routes") ? "lnet." + name : "lustre." + name;
    }

    private static String filePath(String belowProcOrSys) {
        for (String folder : List.of("fs/", "sys/", "kernel/debug/")) {
            String path = belowProcOrSys.startsWith(folder) ? belowProcOrSys.substring(folder.length()) : "";
            if (path.startsWith("lustre/") || path.startsWith("lnet/")) {
                return dotted(path);
            }
        }
        return dotted("proc/" + belowProcOrSys);
    }

    private static String dotted(String path) {
        return path.replace('/', '.');
    }

    boolean isEmpty() {
        return texts.isEmpty();
    }

    @Override
    public SortedSet<String> folders(String folder) {
        String prefix = dotted(folder) + ".";
        SortedSet<String> names = new TreeSet<>();
        for (String path : below(prefix).keySet()) {
            int end = path.indexOf('.', prefix.length());
            if (end > 0) {
                names.add(path.substring(prefix.length(), end));
            }
        }
        return names;
    }

    @Override
    public Optional<ServerText> text(String path) {
        return Optional.ofNullable(texts.get(dotted(path)));
    }

    @Override
    public List<ServerText> textInEach(String folder, String name) {
        List<ServerText> found = new ArrayList<>();
        below(dotted(folder) + ".").forEach((path, text) -> {
            if (path.endsWith("." + name)) {
                found.add(text);
            }
        });
        return found;
    }

    private Map<String, ServerText> below(String prefix) {
        return texts.subMap(prefix, prefix + Character.MAX_VALUE);
    }
}
