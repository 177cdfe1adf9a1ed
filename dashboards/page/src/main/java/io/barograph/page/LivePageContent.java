package io.barograph.page;

import io.barograph.page.results.PageViewer;
import java.util.Map;

/** A page that is up to date as long as it is open. */
interface LivePageContent {
    PageContent content(PageViewer viewer, Map<String, String> query) throws InterruptedException;
}
