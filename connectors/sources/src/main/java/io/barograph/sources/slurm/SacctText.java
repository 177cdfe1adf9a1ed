package io.barograph.sources.slurm;

import io.barograph.runtime.RefusedRecordException;
import io.barograph.schemas.JobEvent;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Lines of {@code sacct --parsable2}, after its header: fields separated by {@code |}, found by the names in the header
 * whatever their order. A {@code |} in the name of a job cannot be distinguished from a separator, except in the last column.
 */
record SacctText(Map<String, Integer> columns, int count, SlurmTime times) {
    /** Fields that a poll asks for; the last one may hold the separator. */
    static final List<String> FIELDS = List.of(
            "JobID",
            "JobIDRaw",
            "Cluster",
            "Partition",
            "Account",
            "User",
            "State",
            "ExitCode",
            "Submit",
            "Start",
            "End",
            "NNodes",
            "NodeList",
            "Restarts",
            "JobName");

    private static final List<String> NEEDED = List.of("JobID", "State", "Start", "End");
    private static final String LAST = "jobname";

    /** @throws RefusedRecordException if it is no header, or a column is missing */
    static SacctText ofHeader(String header, ZoneId zone) throws RefusedRecordException {
        String[] names = header.split("\\|", -1);
        Map<String, Integer> columns = new HashMap<>();
        for (int column = 0; column < names.length; column++) {
            columns.putIfAbsent(names[column].strip().toLowerCase(Locale.ROOT), column);
        }
        List<String> missing = new ArrayList<>(NEEDED);
        missing.removeIf(name -> columns.containsKey(name.toLowerCase(Locale.ROOT)));
        if (!missing.isEmpty()) {
            throw new RefusedRecordException(
                    "the header \"" + TextShortener.of(header) + "\" lacks the columns " + missing);
        }
        return new SacctText(columns, names.length, new SlurmTime(zone));
    }

    /**
     * @return what it says of the job, as {@link JobEventFactory} takes it; empty if the line is about a step of a job
     * @throws RefusedRecordException if it cannot be understood
     */
    Optional<JobEvent.Builder> job(String line) throws RefusedRecordException {
        boolean nameIsLast = columns.getOrDefault(LAST, -1) == count - 1;
        String[] fields = line.split("\\|", nameIsLast ? count : -1);
        if (fields.length != count) {
            throw new RefusedRecordException("it has " + fields.length + " fields, the header has " + count
                    + (fields.length > count ? "; if a job's name holds a |, ask for JobName as the last field" : ""));
        }
        SlurmJobId id = SlurmJobId.parse(text(fields, "JobID"));
        if (id.step() != null) {
            return Optional.empty();
        }
        String nodeList = known(fields, "NodeList");
        Long rawId = number(fields, "JobIDRaw");
        return Optional.of(id.event()
                .setRawJobId(rawId != null || id.array() || id.component() != null ? rawId : Long.valueOf(id.number()))
                .setHetJobId(id.component() == null ? null : Long.valueOf(id.number()))
                .setState(SlurmState.parse(text(fields, "State")).name())
                .setExitCode(known(fields, "ExitCode"))
                .setSubmitTime(times.parse("Submit", text(fields, "Submit")))
                .setStartTime(times.parse("Start", text(fields, "Start")))
                .setEndTime(times.parse("End", text(fields, "End")))
                .setUser(known(fields, "User"))
                .setAccount(known(fields, "Account"))
                .setPartition(known(fields, "Partition"))
                .setCluster(known(fields, "Cluster"))
                .setJobName(known(fields, "JobName"))
                .setNodes(integer(fields, "NNodes"))
                .setNodeNames(
                        columns.containsKey("nodelist") ? Hostlist.expand(nodeList == null ? "" : nodeList) : null)
                .setRestarts(Optional.ofNullable(integer(fields, "Restarts")).orElse(0)));
    }

    /** Empty where the text does not have the column. */
    private String text(String[] fields, String column) {
        Integer index = columns.get(column.toLowerCase(Locale.ROOT));
        return index == null ? "" : fields[index].strip();
    }

    private String known(String[] fields, String column) {
        String text = text(fields, column);
        return text.isEmpty() ? null : text;
    }

    private Long number(String[] fields, String column) throws RefusedRecordException {
        String text = known(fields, column);
        return text == null ? null : number(column, text);
    }

    /** @throws RefusedRecordException if the text is no whole number */
    static Long number(String column, String text) throws RefusedRecordException {
        if (!text.matches("\\d{1,18}")) {
            throw new RefusedRecordException(column + " = \"" + TextShortener.of(text) + "\" is no whole number");
        }
        return Long.valueOf(text);
    }

    private Integer integer(String[] fields, String column) throws RefusedRecordException {
        return small(column, number(fields, column));
    }

    /** @throws RefusedRecordException if the field is too large for an integer; null stays null */
    static Integer small(String column, Long number) throws RefusedRecordException {
        if (number != null && number > Integer.MAX_VALUE) {
            throw new RefusedRecordException(column + " = " + number + " is too large");
        }
        return number == null ? null : Integer.valueOf(number.intValue());
    }
}
