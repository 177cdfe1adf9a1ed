package io.barograph.sources.jobstats;

/** What a Lustre job id is made of: the site decides it with {@code jobid_var} and {@code jobid_name}. */
public enum JobIdForm {
    /** The whole id is the job id. */
    WHOLE,
    /** Name of the executable and user id, divided by the last dot: {@code jobid_var=procname_uid}. */
    PROCNAME_UID
}
