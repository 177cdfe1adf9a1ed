package io.barograph.page;

import static j2html.TagCreator.a;
import static j2html.TagCreator.span;

import io.barograph.page.results.PageViewer;
import io.barograph.pictures.PictureText;
import j2html.tags.DomContent;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Where things are on the page, and what they are called for who looks. */
final class PageLinks {
    private PageLinks() {}

    /** A path of these segments. */
    static String path(String... segments) {
        return Stream.of(segments)
                .map(segment ->
                        "/" + URLEncoder.encode(segment, StandardCharsets.UTF_8).replace("+", "%20"))
                .collect(Collectors.joining());
    }

    /**
     * @param owner its user; null or empty if nobody knows
     * @return a link to its report; for who may not see it, words without a name
     */
    static DomContent job(PageViewer viewer, String jobId, String owner) {
        if (jobId.isEmpty()) {
            return span(LivePageFormat.UNKNOWN);
        }
        if (!viewer.sees(owner)) {
            return span("another job");
        }
        return a((viewer.owns(owner) ? "your job " : "") + PictureText.printable(jobId))
                .withHref(path("jobs", jobId));
    }

    /** A name that only staff and the owner may see; a dash for others and where there is none. */
    static String named(PageViewer viewer, String owner, String name) {
        return name == null || name.isEmpty() || !viewer.sees(owner) ? "-" : PictureText.printable(name);
    }
}
