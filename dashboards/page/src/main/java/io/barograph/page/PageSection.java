package io.barograph.page;

import j2html.tags.DomContent;

/**
 * A part of a page that is brought up to date by itself while the page is open.
 *
 * @param held true: left as it is while the reader is in it with keyboard or selection, because links in it change
 *     place
 */
record PageSection(String id, boolean held, DomContent content) {}
