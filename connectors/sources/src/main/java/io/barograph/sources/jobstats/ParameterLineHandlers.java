package io.barograph.sources.jobstats;

/** Decides what becomes of a Lustre parameter. */
@FunctionalInterface
interface ParameterLineHandlers {
    /**
     * @param parameter name as {@code lctl get_param} prints it, for instance {@code obdfilter.lustre-OST0000.job_stats}
     */
    ParameterLineHandler open(String parameter);
}
