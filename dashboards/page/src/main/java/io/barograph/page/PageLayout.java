package io.barograph.page;

import static j2html.TagCreator.a;
import static j2html.TagCreator.body;
import static j2html.TagCreator.button;
import static j2html.TagCreator.div;
import static j2html.TagCreator.document;
import static j2html.TagCreator.each;
import static j2html.TagCreator.footer;
import static j2html.TagCreator.form;
import static j2html.TagCreator.h1;
import static j2html.TagCreator.head;
import static j2html.TagCreator.header;
import static j2html.TagCreator.html;
import static j2html.TagCreator.iff;
import static j2html.TagCreator.input;
import static j2html.TagCreator.li;
import static j2html.TagCreator.link;
import static j2html.TagCreator.main;
import static j2html.TagCreator.meta;
import static j2html.TagCreator.nav;
import static j2html.TagCreator.p;
import static j2html.TagCreator.script;
import static j2html.TagCreator.title;
import static j2html.TagCreator.ul;

import io.barograph.pictures.PictureText;
import j2html.tags.DomContent;
import java.util.List;

/** What all pages have around them. */
final class PageLayout {
    private static final List<Entry> ENTRIES = List.of(
            new Entry("Now", "/"),
            new Entry("Jobs", "/jobs"),
            new Entry("Events", "/events"),
            new Entry("Slowdown", "/slowdown"));

    private record Entry(String name, String path) {}

    private PageLayout() {}

    /** @return an HTML document that keeps itself up to date */
    static String live(PageContent content, String path, String stream) {
        DomContent parts = each(
                content.parts(),
                part -> div(part.content()).withId(part.id()).attr("data-part").condAttr(part.held(), "data-held", ""));
        return page(
                content.title(),
                path,
                each(
                        p("This page is no longer up to date: the connection is lost.")
                                .withId("lost")
                                .attr("role", "alert")
                                .attr("hidden"),
                        parts),
                stream,
                false,
                0);
    }

    static String still(String title, DomContent content) {
        return again(title, content, 0);
    }

    /** @param seconds after which the browser asks for it again; 0 for never */
    static String again(String title, DomContent content, int seconds) {
        return page(title, "", content, null, false, seconds);
    }

    /** @return an HTML document without updates and without script */
    static String report(String jobId, DomContent content) {
        return page("Job " + jobId, "", content, null, true, 0);
    }

    private static String page(
            String title, String path, DomContent content, String stream, boolean report, int againSeconds) {
        String name = PictureText.printable(title);
        return document(html(
                        head(
                                meta().withCharset("utf-8"),
                                meta().withName("viewport").withContent("width=device-width, initial-scale=1"),
                                iff(
                                        againSeconds > 0,
                                        meta().attr("http-equiv", "refresh").withContent(String.valueOf(againSeconds))),
                                title(name + " - Barograph"),
                                iff(report, link().withRel("stylesheet").withHref("/assets/report.css")),
                                iff(stream != null, link().withRel("stylesheet").withHref("/assets/uplot.css")),
                                link().withRel("stylesheet").withHref("/assets/live.css"),
                                link().withRel("icon").withHref("/assets/icon.svg"),
                                iff(
                                        stream != null,
                                        script().withSrc("/assets/uplot.js").isDefer()),
                                iff(stream != null, script().withType("module").withSrc("/assets/live.js"))),
                        body(
                                        a("Skip to content")
                                                .withHref("#content")
                                                .withClass("skip"),
                                        header(
                                                nav(ul(each(ENTRIES, entry -> entry(entry, path))))
                                                        .attr("aria-label", "Pages"),
                                                search()),
                                        main(iff(!report, h1(name)), content).withId("content"),
                                        footer(p("Barograph. All times are UTC.")))
                                .condAttr(stream != null, "data-stream", stream == null ? "" : stream))
                .withLang("en"));
    }

    private static DomContent search() {
        return form(
                        input().withType("search")
                                .withName("q")
                                .withPlaceholder("Job, application or user")
                                .attr("aria-label", "Search for a job, an application or a user"),
                        button("Search").withType("submit"))
                .withMethod("get")
                .withAction("/jobs")
                .attr("role", "search");
    }

    private static DomContent entry(Entry entry, String path) {
        return li(a(entry.name()).withHref(entry.path()).condAttr(entry.path().equals(path), "aria-current", "page"));
    }
}
