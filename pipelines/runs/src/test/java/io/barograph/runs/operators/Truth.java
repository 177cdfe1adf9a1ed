package io.barograph.runs.operators;

import static org.assertj.core.api.Assertions.assertThat;

import io.barograph.servers.history.HistoryPolicy;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** What the decisions on the runs of a {@link BusySite} have to say, straight from the rule that made the site. */
record Truth(BusySite site, HistoryPolicy policy) {
    private static final long MINUTE = 60_000;

    /**
     * @param decisions all decisions
     * @param oneIn of how many decisions one is compared with all jobs of the site, which takes its time
     */
    void check(List<MeasuredRun.Decision> decisions, int oneIn) {
        Set<Integer> decided = new HashSet<>();
        Set<Integer> revised = new HashSet<>();
        for (int i = 0; i < decisions.size(); i++) {
            MeasuredRun.Decision decision = decisions.get(i);
            Set<Integer> once = decision.revision() == 1 ? decided : revised;
            assertThat(once.add(decision.job()))
                    .as("job %s is decided once", decision.job())
                    .isTrue();
            checkBytes(decision);
            if (i % oneIn == 0) {
                checkConcurrency(decision);
            }
        }
        assertThat(decided).as("jobs with a decision").hasSize(site.summaryCount());
        assertThat(decided).containsAll(revised);
    }

    private void checkBytes(MeasuredRun.Decision decision) {
        int job = decision.job();
        long from = answered(site.firstLabel(job), decision.decidedAt());
        long to = answered(site.endLabel(job), decision.decidedAt());
        boolean tooOld = from < decision.decidedAt() - policy.coarse().toMillis() - MINUTE;
        Long byAll = tooOld ? null : nullIfZero(site.readByAll(from, to));
        Long byUsed = !site.namesServers(job) || tooOld ? byAll : nullIfZero(site.readByUsed(job, from, to));
        assertThat(decision.readByAll())
                .as("bytes of all servers, %s", decision)
                .isEqualTo(byAll);
        assertThat(decision.readByUsed())
                .as("bytes of the job's servers, %s", decision)
                .isEqualTo(byUsed);
    }

    private static Long nullIfZero(long bytes) {
        return bytes == 0 ? null : bytes;
    }

    /** By the sample, then by the minute. */
    private long answered(long edge, long decidedAt) {
        return edge >= decidedAt - policy.fine().toMillis() ? edge : Math.floorDiv(edge, MINUTE) * MINUTE;
    }

    private void checkConcurrency(MeasuredRun.Decision decision) {
        long from = site.startMillis(decision.job());
        long to = site.endMillis(decision.job());
        if (policy.forgetHour(HistoryPolicy.hourOf(from)) <= decision.decidedAt()) {
            return;
        }
        long begin = answered(from, decision.decidedAt());
        boolean byTheMinute = to < decision.decidedAt() - policy.fine().toMillis();
        long end = byTheMinute ? Math.floorDiv(to, MINUTE) * MINUTE + MINUTE : to;
        List<Integer> others =
                site.runningBetween(begin, byTheMinute ? end - 1 : end).boxed().toList();
        assertThat(decision.concurrentJobs())
                .as("jobs, %s", decision)
                .isEqualTo(others.isEmpty() ? null : others.size());
        if (!others.isEmpty()) {
            assertThat(decision.concurrentNodes())
                    .as("nodes, %s", decision)
                    .isEqualTo(others.stream().mapToInt(site::nodes).sum());
            double nodeMillis = others.stream()
                    .mapToDouble(other -> (double) site.nodes(other)
                            * (Math.min(site.endMillis(other), end) - Math.max(site.startMillis(other), begin)))
                    .sum();
            double nodeHours = nodeMillis / BusySite.HOUR;
            assertThat(decision.concurrentNodeHours())
                    .as("node-hours, %s", decision)
                    .isEqualTo(end - begin == to - from ? nodeHours : nodeHours * (to - from) / (end - begin));
        }
    }
}
