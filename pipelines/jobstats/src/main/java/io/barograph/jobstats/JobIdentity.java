package io.barograph.jobstats;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * A job as the job statistics name it.
 *
 * <p>Sites choose what identifies a job ({@code jobid_var}, {@code jobid_name}). Its id here is the number with which the
 * server's id begins, if what follows is no part of a word ({@code 4711}, {@code 4711.ior.1001}, {@code 4711.pbs01}): that
 * is the number that Darshan and the scheduler have. An id made of program and user ({@code procname_uid}) stays as it is
 * and stands for all jobs of that program and user. Any other id stays as it is, too.
 *
 * @param id id of the job; empty for processes without a job
 * @param executable name of the program where the id has one, else empty
 * @param user user id where the id has one, else empty
 */
public record JobIdentity(String id, String executable, String user) {
    /** The kernel cuts the name of a process there. */
    private static final int MAX_PROCESS_NAME = 15;

    /** @param executable name of the program, or null where the id has none */
    public static JobIdentity of(String entryId, String executable, String user) {
        if (executable != null && user != null) {
            return new JobIdentity(entryId, executable, user);
        }
        return new JobIdentity(numberOf(entryId), "", "");
    }

    /**
     * @param jobId a job id of Darshan, of the scheduler, or of a server
     * @return the number that it begins with, or itself
     */
    public static String numberOf(String jobId) {
        int end = 0;
        while (end < jobId.length() && isDigit(jobId.charAt(end))) {
            end++;
        }
        boolean isNumber = end > 0 && (end == jobId.length() || isNoPartOfAWord(jobId.charAt(end)));
        return isNumber ? jobId.substring(0, end) : jobId;
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    private static boolean isNoPartOfAWord(char c) {
        boolean isLetter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
        return !isLetter && !isDigit(c) && c != '_' && c != '[';
    }

    /**
     * @param executable path of a program, as Darshan has it
     * @return the id that {@code procname_uid} makes of them
     */
    public static String idOfProgram(String executable, String user) {
        String command = executable.strip();
        int blank = command.indexOf(' ');
        String path = blank < 0 ? command : command.substring(0, blank);
        String name = path.substring(path.lastIndexOf('/') + 1);
        return name.substring(0, Math.min(MAX_PROCESS_NAME, name.length())) + '.' + user;
    }

    /** @return true for processes that belong to no job */
    boolean isNobody() {
        return id.isEmpty();
    }

    public void writeTo(DataOutput out) throws IOException {
        out.writeUTF(id);
        out.writeUTF(executable);
        out.writeUTF(user);
    }

    public static JobIdentity readFrom(DataInput in) throws IOException {
        return new JobIdentity(in.readUTF(), in.readUTF(), in.readUTF());
    }
}
