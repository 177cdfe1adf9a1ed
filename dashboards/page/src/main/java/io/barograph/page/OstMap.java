package io.barograph.page;

import static j2html.TagCreator.div;
import static j2html.TagCreator.li;
import static j2html.TagCreator.p;
import static j2html.TagCreator.span;
import static j2html.TagCreator.tag;
import static j2html.TagCreator.ul;

import io.barograph.page.results.SiteHistory.Ost;
import io.barograph.pictures.PictureText;
import j2html.tags.DomContent;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

/** A cell for each OST of a file system, by name from left to right: how busy it is, and whether it is slow. */
final class OstMap {
    /** Below it an OST is idle, whatever the others do. */
    private static final double IDLE_BYTES_PER_SECOND = 1e6;

    private static final int CELL = 10;
    private static final int GAP = 2;

    /** Width / height of the whole map. */
    private static final double ASPECT = 4;

    private static final int NAMED = 3;

    /** What a cell says; the order of the key. */
    private enum Cell {
        SLOW("slow"),
        BUSY("above half of the busiest"),
        LOADED("up to half of it"),
        LIGHT("up to a tenth of it"),
        IDLE("below 1 MB/s"),
        UNKNOWN("unknown");

        private final String text;

        Cell(String text) {
            this.text = text;
        }
    }

    private OstMap() {}

    /** @param slowServers names of servers with an open event of harm */
    static DomContent of(List<Ost> osts, Set<String> slowServers) {
        if (osts.isEmpty()) {
            return p("No OST has been heard of in the last minutes.").withClass("missing");
        }
        double busiest = osts.stream()
                .map(Ost::bytesPerSecond)
                .filter(Objects::nonNull)
                .mapToDouble(Double::doubleValue)
                .max()
                .orElse(0);
        int columns = (int) Math.ceil(Math.sqrt(osts.size() * ASPECT));
        int rows = (osts.size() + columns - 1) / columns;
        int side = CELL - GAP;
        // One path for each kind of cell: a tenth of the bytes of as many elements.
        Map<Cell, List<String>> paths = new EnumMap<>(Cell.class);
        for (int i = 0; i < osts.size(); i++) {
            paths.computeIfAbsent(cell(osts.get(i), busiest, slowServers), any -> new ArrayList<>())
                    .add("M" + i % columns * CELL + " " + i / columns * CELL + "h" + side + "v" + side + "h-" + side
                            + "z");
        }
        Map<Cell, String> counts = new EnumMap<>(Cell.class);
        paths.forEach((cell, path) -> counts.put(cell, path.size() + " " + cell.text));
        return div(
                        tag("svg")
                                .withClass("osts")
                                .attr("viewBox", "0 0 " + columns * CELL + " " + rows * CELL)
                                .attr("role", "img")
                                .attr("aria-label", osts.size() + " OSTs: " + String.join(", ", counts.values()))
                                .with(paths.entrySet().stream().map(path -> tag("path")
                                        .withClass(name(path.getKey()))
                                        .attr("d", String.join("", path.getValue())))),
                        p().with(counts.entrySet().stream().map(count -> span(count.getValue())
                                        .withClass("ost-key " + name(count.getKey()))))
                                .withClass("keys"),
                        ul().with(notable(osts, slowServers).stream().map(line -> li(PictureText.printable(line))))
                                .withClass("notable"))
                .withClass("ost-map");
    }

    private static String name(Cell cell) {
        return "ost-" + cell.name().toLowerCase(Locale.ROOT);
    }

    private static Cell cell(Ost ost, double busiest, Set<String> slowServers) {
        if (isSlow(ost, slowServers)) {
            return Cell.SLOW;
        }
        if (ost.bytesPerSecond() == null) {
            return Cell.UNKNOWN;
        }
        if (ost.bytesPerSecond() < IDLE_BYTES_PER_SECOND) {
            return Cell.IDLE;
        }
        double part = ost.bytesPerSecond() / busiest;
        return part > 0.5 ? Cell.BUSY : part > 0.1 ? Cell.LOADED : Cell.LIGHT;
    }

    private static boolean isSlow(Ost ost, Set<String> slowServers) {
        return slowServers.contains(ost.name()) || (ost.slowdown() != null && ost.slowdown() >= FileSystemState.SLOW);
    }

    private static List<String> notable(List<Ost> osts, Set<String> slowServers) {
        List<String> lines = new ArrayList<>();
        List<Ost> slow = osts.stream().filter(ost -> isSlow(ost, slowServers)).toList();
        if (!slow.isEmpty()) {
            lines.add("slow: "
                    + slow.stream()
                            .limit(NAMED)
                            .map(ost -> ost.name()
                                    + (ost.slowdown() == null
                                            ? ""
                                            : " (" + LivePageFormat.ratio(ost.slowdown()) + " times as long)"))
                            .collect(Collectors.joining(", "))
                    + (slow.size() > NAMED ? " and " + (slow.size() - NAMED) + " more" : ""));
        }
        osts.stream()
                .filter(ost -> ost.bytesPerSecond() != null && ost.bytesPerSecond() >= IDLE_BYTES_PER_SECOND)
                .max(Comparator.comparing(Ost::bytesPerSecond))
                .ifPresent(ost -> lines.add(
                        "busiest: " + ost.name() + ", " + LivePageFormat.bytesPerSecond(ost.bytesPerSecond())));
        osts.stream()
                .filter(ost -> ost.usedFraction() != null)
                .max(Comparator.comparing(Ost::usedFraction))
                .ifPresent(ost -> lines.add(
                        "fullest: " + ost.name() + ", " + LivePageFormat.percent(ost.usedFraction()) + " used"));
        return lines;
    }
}
