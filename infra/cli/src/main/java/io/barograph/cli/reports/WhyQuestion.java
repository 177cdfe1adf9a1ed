package io.barograph.cli.reports;

import io.barograph.schemas.ContentionEvent;
import io.barograph.schemas.JobWeather;
import io.barograph.schemas.Slowdown;
import io.barograph.verdicts.why.SlownessExplanation;

/** A question that takes what concerns it from records shown one by one, and then has an answer. */
interface WhyQuestion {
    void add(JobWeather weather);

    void add(ContentionEvent event);

    void add(Slowdown slowdown);

    /** @return the answer, of what has been shown so far */
    SlownessExplanation answer();
}
