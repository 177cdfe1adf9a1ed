package io.barograph.page;

import static j2html.TagCreator.caption;
import static j2html.TagCreator.div;
import static j2html.TagCreator.each;
import static j2html.TagCreator.p;
import static j2html.TagCreator.tbody;
import static j2html.TagCreator.th;
import static j2html.TagCreator.thead;
import static j2html.TagCreator.tr;

import j2html.tags.DomContent;
import java.util.List;

/** Tables with a caption; a wide one scrolls by itself, not the page. */
final class HtmlTables {
    private HtmlTables() {}

    /** @param rows {@code tr} elements */
    static DomContent table(String name, List<String> columns, List<? extends DomContent> rows, String ifEmpty) {
        if (rows.isEmpty()) {
            return p(ifEmpty).withClass("missing");
        }
        return div(j2html.TagCreator.table(
                        caption(name),
                        thead(tr(each(columns, column -> th(column).attr("scope", "col")))),
                        tbody(each(rows, row -> row))))
                .withClass("scrolling")
                .attr("tabindex", "0")
                .attr("role", "region")
                .attr("aria-label", name);
    }
}
