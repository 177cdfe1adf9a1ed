package io.barograph.pictures;

import static j2html.TagCreator.body;
import static j2html.TagCreator.document;
import static j2html.TagCreator.each;
import static j2html.TagCreator.figcaption;
import static j2html.TagCreator.figure;
import static j2html.TagCreator.h1;
import static j2html.TagCreator.h2;
import static j2html.TagCreator.head;
import static j2html.TagCreator.html;
import static j2html.TagCreator.main;
import static j2html.TagCreator.meta;
import static j2html.TagCreator.p;
import static j2html.TagCreator.rawHtml;
import static j2html.TagCreator.section;
import static j2html.TagCreator.style;
import static j2html.TagCreator.title;

import j2html.tags.DomContent;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** What all reports are made of: pages that need nothing else, no script, no font, no network. */
final class ReportHtml {
    private ReportHtml() {}

    static String page(String name, List<DomContent> sections) {
        String clean = PictureText.printable(name);
        return document(html(
                        head(
                                meta().withCharset("utf-8"),
                                meta().withName("viewport").withContent("width=device-width, initial-scale=1"),
                                title(clean),
                                style(rawHtml(css()))),
                        body(main(h1(clean), each(sections, section -> section))))
                .attr("lang", "en"));
    }

    static String css() {
        try (InputStream in = ReportHtml.class.getResourceAsStream("report.css")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException("reading report.css of the program", e);
        }
    }

    static DomContent titled(String heading, DomContent content) {
        return section(h2(heading), content);
    }

    /** A drawing with what it shows, in words. */
    static DomContent drawing(Picture picture, String idPrefix, String caption) {
        return figure(rawHtml(PictureRenderer.svg(picture, idPrefix)), figcaption(PictureText.printable(caption)));
    }

    /** What stands in the place of something that is not known. */
    static DomContent missing(String why) {
        return p(PictureText.printable(why)).withClass("missing");
    }
}
