package io.barograph.alerting;

import java.util.List;

/**
 * What a message says of an alert, as far as it is known by now. Texts may hold anything; they are cut to their limits
 * here and escaped where they are sent.
 *
 * @param title what and where, in a few words
 * @param facts how bad, who is suspected, who suffers; at most 8
 * @param page path of the page about it; empty for none
 * @param picture path of a picture; empty for none
 * @param dashboard dashboard, and its variables: {@code barograph-contention?var-fs=scratch}; empty for none
 * @param gist what a reader must learn when it changes; never values
 */
public record AlertDescription(
        String title,
        List<MessageFact> facts,
        List<String> evidence,
        String page,
        String picture,
        String dashboard,
        String gist) {
    /** A story without content. */
    public static final AlertDescription NONE = new AlertDescription("", List.of(), List.of(), "", "", "", "");

    private static final int TITLE = 200;
    private static final int LINE = 300;
    private static final int LINK = 1000;
    private static final int MAX_FACTS = 8;
    private static final int MAX_EVIDENCE = 3;

    /** Cuts what is too long, and leaves out links that are. */
    public AlertDescription {
        title = TextLimits.cut(title, TITLE);
        facts = facts.stream()
                .limit(MAX_FACTS)
                .map(fact -> new MessageFact(TextLimits.cut(fact.name(), LINE), TextLimits.cut(fact.value(), LINE)))
                .toList();
        evidence = evidence.stream()
                .limit(MAX_EVIDENCE)
                .map(line -> TextLimits.cut(line, LINE))
                .toList();
        page = page.length() > LINK ? "" : page;
        picture = picture.length() > LINK ? "" : picture;
        dashboard = dashboard.length() > LINK ? "" : dashboard;
        gist = TextLimits.bounded(gist);
    }

    /** Makes one of what has no picture, and nothing new to learn. */
    public AlertDescription(
            String title, List<MessageFact> facts, List<String> evidence, String page, String dashboard) {
        this(title, facts, evidence, page, "", dashboard, "");
    }
}
