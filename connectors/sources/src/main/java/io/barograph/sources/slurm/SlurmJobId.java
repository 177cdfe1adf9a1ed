package io.barograph.sources.slurm;

import io.barograph.runtime.RefusedRecordException;
import io.barograph.schemas.JobEvent;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A job id as {@code sacct} writes it.
 *
 * @param text id of the job as users write it: {@code 123}, {@code 123_4}, {@code 123_[5-9%2]} for the tasks of an
 *     array that wait, {@code 123+1} for a component of a heterogeneous job
 * @param arrayTask index in an array; null if it is none, or several that wait
 * @param array true if the job is an array or a task of one
 * @param component offset in a heterogeneous job; null if it is none
 * @param step the step of it ({@code 0}, {@code batch}, {@code extern}); null if it is the job itself
 */
record SlurmJobId(String text, long number, Long arrayTask, boolean array, Integer component, String step) {
    private static final Pattern ID = Pattern.compile(
            "(?<job>(?<number>\\d{1,18})(?:_(?<task>\\d{1,18})|_(?<waiting>\\[[0-9,:%-]{1,4096}(?:\\.\\.\\.)?])|\\+(?<component>\\d{1,9}))?)"
                    + "(?:\\.(?<step>[A-Za-z0-9_+-]{1,64}))?");

    static SlurmJobId parse(String text) throws RefusedRecordException {
        Matcher id = ID.matcher(text.strip());
        if (!id.matches()) {
            throw new RefusedRecordException("\"" + TextShortener.of(text) + "\" is no job id");
        }
        String task = id.group("task");
        String component = id.group("component");
        return new SlurmJobId(
                id.group("job"),
                Long.parseLong(id.group("number")),
                task == null ? null : Long.valueOf(task),
                task != null || id.group("waiting") != null,
                component == null ? null : Integer.valueOf(component),
                id.group("step"));
    }

    /** @return an event that says which job it is of, and nothing else */
    JobEvent.Builder event() {
        return JobEvent.newBuilder()
                .setJobId(text)
                .setArrayJobId(array ? Long.valueOf(number) : null)
                .setArrayTaskId(arrayTask)
                .setHetJobOffset(component);
    }
}
