package io.barograph.pictures;

import java.awt.Color;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.geom.Rectangle2D;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Colours of groups: those with most members have one of their own, the others share grey. */
final class GroupLegend {
    /** Okabe and Ito's palette, distinguishable also by eyes that lack a colour. */
    private static final List<Color> COLOURS = List.of(
            new Color(0x0072b2),
            new Color(0xd55e00),
            new Color(0x009e73),
            new Color(0xcc79a7),
            new Color(0xe69f00),
            new Color(0x56b4e9),
            new Color(0x000000));

    private static final Color OTHERS = new Color(0x9a9a9a);

    private final Map<String, Color> colours = new LinkedHashMap<>();
    private final boolean others;

    private GroupLegend(List<String> groups) {
        for (int i = 0; i < Math.min(groups.size(), COLOURS.size()); i++) {
            colours.put(groups.get(i), COLOURS.get(i));
        }
        others = groups.size() > COLOURS.size();
    }

    /** Of the groups of all members, one entry a member. */
    static GroupLegend of(Collection<String> members) {
        Map<String, Long> sizes = members.stream()
                .collect(Collectors.groupingBy(Function.identity(), TreeMap::new, Collectors.counting()));
        return new GroupLegend(sizes.entrySet().stream()
                .sorted(Map.Entry.<String, Long>comparingByValue(Comparator.reverseOrder())
                        .thenComparing(Map.Entry.comparingByKey()))
                .map(Map.Entry::getKey)
                .toList());
    }

    Color colour(String group) {
        return colours.getOrDefault(group, OTHERS);
    }

    void draw(Graphics2D graphics, double left, double baseline, double width) {
        Map<String, Color> shown = new LinkedHashMap<>(colours);
        if (others) {
            shown.put("others", OTHERS);
        }
        double room = width / Math.max(1, shown.size());
        double x = left;
        graphics.setFont(PictureText.font(Font.PLAIN, 12));
        for (Map.Entry<String, Color> entry : shown.entrySet()) {
            graphics.setPaint(entry.getValue());
            graphics.fill(new Rectangle2D.Double(x, baseline - 10, 12, 12));
            graphics.setPaint(PictureStyle.TEXT);
            PictureText.draw(graphics, entry.getKey(), x + 18, baseline, Math.min(room, 220) - 26);
            x += Math.min(room, 220);
        }
    }
}
