package io.barograph.sources.jobstats;

import io.barograph.configuration.Setting;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** Where the job statistics are and how to read them. */
public record JobStatsOptions(
        @Setting("Folder that holds proc and sys of a Lustre server; without lctlFile and command it is /") Path root,
        @Setting("Saved text of lctl get_param, read once") Path lctlFile,
        @Setting("Shell command that prints lctl get_param of jobid_var, obdfilter.*.stats, mdt.*.md_stats,"
                        + " obdfilter.*.job_stats and mdt.*.job_stats; {host} stands for the host")
                String command,
        @Setting("Hosts to ask with the command") List<String> hosts,
        @Setting(
                        value = "What a job id is made of: whole, or procname_uid (divided at the last dot)",
                        defaultValue = "whole")
                JobIdForm jobIdForm,
        @Setting("File system of all targets; without it, by the name of each target") String fileSystem,
        @Setting(value = "Time between two polls", defaultValue = "10s") Duration interval,
        @Setting(value = "Time that a host has to answer; not longer than the interval", defaultValue = "8s")
                Duration timeLimit,
        @Setting(value = "Hosts asked at a time", defaultValue = "16") int parallel) {
    public JobStatsOptions {
        int sources = (root == null ? 0 : 1) + (lctlFile == null ? 0 : 1) + (command == null ? 0 : 1);
        if (sources > 1) {
            throw new IllegalArgumentException("give only one of root, lctlFile and command");
        }
        hosts = hosts == null ? List.of() : List.copyOf(hosts);
        if (!hosts.isEmpty() && (command == null || !command.contains("{host}"))) {
            throw new IllegalArgumentException(
                    "hosts: give a command that holds {host}, for instance ssh {host} lctl get_param ...");
        }
        for (String host : hosts) {
            if (!host.matches("[A-Za-z0-9][A-Za-z0-9._@:%-]*")) {
                throw new IllegalArgumentException("hosts: \"" + host + "\" is no host name");
            }
        }
        if (sources == 0) {
            root = Path.of("/");
        }
        if (interval.isNegative() || interval.isZero()) {
            throw new IllegalArgumentException("interval must be positive");
        }
        if (timeLimit.isNegative() || timeLimit.isZero() || timeLimit.compareTo(interval) > 0) {
            throw new IllegalArgumentException("timeLimit must be positive and not longer than interval");
        }
        if (parallel < 1) {
            throw new IllegalArgumentException("parallel must be at least 1");
        }
    }
}
