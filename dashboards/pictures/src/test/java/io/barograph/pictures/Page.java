package io.barograph.pictures;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.w3c.dom.Element;

/** A report, to look into its drawings. */
final class Page {
    private static final Pattern DRAWING = Pattern.compile("<svg.*?</svg>", Pattern.DOTALL);

    private final List<Element> drawings = new ArrayList<>();

    Page(String html) throws Exception {
        Matcher matcher = DRAWING.matcher(html);
        while (matcher.find()) {
            drawings.add(SvgDocument.of(matcher.group()).root());
        }
    }

    /** Parts of a class in all drawings. */
    List<Element> parts(String name) {
        return drawings.stream()
                .flatMap(drawing -> SvgDocument.parts(drawing, name).stream())
                .toList();
    }

    /** The only such part whose attribute has that value. */
    Element part(String name, String attribute, String value) {
        List<Element> found = parts(name).stream()
                .filter(part -> part.getAttribute(attribute).equals(value))
                .toList();
        if (found.size() != 1) {
            throw new AssertionError(found.size() + " parts " + name + " with " + attribute + "=" + value);
        }
        return found.get(0);
    }
}
