package io.barograph.page;

import java.util.List;

/**
 * What a page shows to one viewer.
 *
 * @param parts its parts from top to bottom; always the same ids
 */
record PageContent(String title, List<PageSection> parts) {}
