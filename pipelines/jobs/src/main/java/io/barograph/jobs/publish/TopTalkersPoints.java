package io.barograph.jobs.publish;

import io.barograph.influxdb.InfluxPoint;
import io.barograph.influxdb.PointConverter;
import io.barograph.schemas.Talker;
import io.barograph.schemas.TalkerRole;
import io.barograph.schemas.TopTalkers;
import java.util.ArrayList;
import java.util.List;

/**
 * Top talkers as points of measurement {@code top_talkers} at the begin of their minute: tags {@code fs}, {@code role},
 * {@code rank} ({@code 1} to {@code 10}, {@code others}, {@code unattributed}), {@code server} where it is of one of them,
 * and {@code replay}. The shares of all ranks of a minute make the whole; jobs are fields.
 */
final class TopTalkersPoints implements PointConverter<TopTalkers> {
    private final String replay;

    TopTalkersPoints(String replay) {
        this.replay = replay;
    }

    @Override
    public List<InfluxPoint> convert(TopTalkers talkers) {
        if (talkers.getRole() == TalkerRole.UNKNOWN) {
            return List.of();
        }
        List<InfluxPoint> points = new ArrayList<>(talkers.getTalkers().size() + 2);
        int rank = 1;
        for (Talker talker : talkers.getTalkers()) {
            points.add(point(talkers, Integer.toString(rank++), talker, talker.getAmount()));
        }
        points.add(point(talkers, "others", null, talkers.getOthers()));
        points.add(point(talkers, "unattributed", null, talkers.getUnattributed()));
        return points;
    }

    /** @param talker the job of that rank; null for a rank that is not of one job */
    private InfluxPoint point(TopTalkers talkers, String rank, Talker talker, long amount) {
        return InfluxPoint.measurement("top_talkers")
                .tag("fs", talkers.getFileSystem())
                .tag("role", talkers.getRole().name())
                .tag("rank", rank)
                .tag("server", talkers.getServer())
                .tag("replay", replay)
                .field("job_id", talker == null ? "" : talker.getJobId())
                .field("executable", talker == null ? "" : UnknownValues.orEmpty(talker.getExecutable()))
                .field("user_id", talker == null ? "" : UnknownValues.orEmpty(talker.getUser()))
                .field(talkers.getRole() == TalkerRole.OST ? "bytes" : "operations", amount)
                .field("share", UnknownValues.or(share(amount, talkers.getTotal())))
                .field("jobs", (long) talkers.getJobs())
                .field("servers", (long) talkers.getServers())
                .field("missing_servers", (long) talkers.getMissingServers())
                .field("missing_fraction", UnknownValues.or(talkers.getMissingFraction()))
                .at(PointTimes.ofMillis(talkers.getStart()));
    }

    private static Double share(long amount, long total) {
        return total == 0 ? null : (double) amount / total;
    }
}
