package io.barograph.runs.operators;

import io.barograph.runs.CoverageTotalsByDay;
import io.barograph.runs.DailyCoverageTotals;
import io.barograph.runs.DailyCoverageTotals.Amount;
import io.barograph.schemas.JobWeather;
import io.barograph.schemas.Quality;
import io.barograph.schemas.WeatherRecordKind;
import java.util.EnumMap;
import java.util.Map;
import org.apache.flink.api.common.functions.FlatMapFunction;
import org.apache.flink.util.Collector;

/**
 * What the first decision of a run with a log adds to the evidence: its bytes, spread evenly over its time, and the run
 * itself on the day of its end.
 */
final class DecisionCoverageTotals implements FlatMapFunction<JobWeather, CoverageContribution> {
    @Override
    public void flatMap(JobWeather weather, Collector<CoverageContribution> out) {
        if (weather.getRecordKind() != WeatherRecordKind.RUN || weather.getRevision() != 1) {
            return;
        }
        long start = weather.getStartTime().toEpochMilli();
        long end = Math.max(start, weather.getEndTime().toEpochMilli());
        Map<Amount, Long> bytes = new EnumMap<>(Amount.class);
        bytes.put(Amount.DARSHAN_READ_BYTES, weather.getJobReadBytes());
        bytes.put(Amount.DARSHAN_WRITE_BYTES, weather.getJobWriteBytes());
        out.collect(new CoverageContribution(
                weather.getFileSystem(),
                weather.getDecidedAt().toEpochMilli(),
                CoverageTotalsByDay.spread(start, end, bytes)
                        .plus(CoverageTotalsByDay.at(
                                end, DailyCoverageTotals.of(Map.of(runs(weather.getQuality()), 1L)))),
                CoverageContribution.NO_TRAFFIC));
    }

    static Amount runs(Quality quality) {
        return switch (quality) {
            case OK -> Amount.RUNS_OK;
            case PARTIAL -> Amount.RUNS_PARTIAL;
            case EDGES -> Amount.RUNS_EDGES;
            case COARSE -> Amount.RUNS_COARSE;
            case MISSING -> Amount.RUNS_MISSING;
            case IMPLAUSIBLE -> Amount.RUNS_IMPLAUSIBLE;
            case TOO_OLD -> Amount.RUNS_TOO_OLD;
            case NO_SERVER_DATA -> Amount.RUNS_NO_SERVER_DATA;
        };
    }
}
