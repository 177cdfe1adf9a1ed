package io.barograph.pictures;

import static j2html.TagCreator.caption;
import static j2html.TagCreator.div;
import static j2html.TagCreator.each;
import static j2html.TagCreator.p;
import static j2html.TagCreator.table;
import static j2html.TagCreator.tbody;
import static j2html.TagCreator.td;
import static j2html.TagCreator.th;
import static j2html.TagCreator.thead;
import static j2html.TagCreator.tr;

import j2html.TagCreator;
import j2html.tags.DomContent;
import j2html.tags.specialized.DivTag;
import j2html.tags.specialized.TrTag;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** A table with a row for each of some things; a wide one scrolls by itself, not the page. */
public final class HtmlTable<T> {
    private final List<T> things;
    private final List<Column<T>> columns = new ArrayList<>();
    private final Map<String, Function<T, String>> attributes = new LinkedHashMap<>();

    private record Column<T>(String name, Function<T, DomContent> cell) {}

    public HtmlTable(List<T> things) {
        this.things = List.copyOf(things);
    }

    /** Adds a column; the first one holds the headings of the rows. */
    public HtmlTable<T> column(String name, Function<T, DomContent> content) {
        return columns.isEmpty()
                ? cell(name, thing -> th(content.apply(thing)).attr("scope", "row"))
                : cell(name, thing -> td(content.apply(thing)));
    }

    /** As {@link #column}, of words. */
    public HtmlTable<T> text(String name, Function<T, String> words) {
        return column(name, thing -> TagCreator.text(PictureText.printable(words.apply(thing))));
    }

    /** As {@link #column}, with attributes of its own. */
    public HtmlTable<T> cell(String name, Function<T, DomContent> cell) {
        columns.add(new Column<>(name, cell));
        return this;
    }

    /** Adds an attribute of each row. */
    HtmlTable<T> attribute(String name, Function<T, String> value) {
        attributes.put(name, value);
        return this;
    }

    /** @return the table; in place of one without rows these words */
    public DomContent captioned(String caption, String ifEmpty) {
        return things.isEmpty()
                ? p(ifEmpty).withClass("missing")
                : scrolling(table(caption(caption), head(), rows()))
                        .attr("role", "region")
                        .attr("aria-label", caption);
    }

    DomContent plain() {
        return scrolling(table(head(), rows()));
    }

    DomContent styled(String style) {
        return scrolling(table(head(), rows()).withClass(style));
    }

    private static DivTag scrolling(DomContent table) {
        return div(table).withClass("scrolling").attr("tabindex", "0");
    }

    private DomContent head() {
        return thead(tr(each(columns, column -> th(column.name()).attr("scope", "col"))));
    }

    private DomContent rows() {
        return tbody(each(things, this::row));
    }

    private DomContent row(T thing) {
        TrTag row = tr(each(columns, column -> column.cell().apply(thing)));
        attributes.forEach((name, value) -> row.attr(name, PictureText.printable(value.apply(thing))));
        return row;
    }
}
