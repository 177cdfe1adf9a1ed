package io.barograph.jobs.analysis.coverage;

import io.barograph.analytics.volume.FileSystemHistory;
import io.barograph.analytics.volume.HistoryPolicy;
import io.barograph.analytics.volume.SlotBlock;
import io.barograph.analytics.volume.Volume;
import io.barograph.schemas.FileSystemCatalogue;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.state.MapState;
import org.apache.flink.api.common.state.MapStateDescriptor;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.functions.co.KeyedCoProcessFunction;
import org.apache.flink.util.Collector;

/**
 * Keeps the aggregate curve of one file system and answers every run from it, at the event time of its decision and,
 * where samples were missing or the run names its servers, at that of its revision. Keyed by file system.
 *
 * <p>State per file system: 1.4 KiB a minute for 6 h, 1.4 KiB an hour for 7 days, some bytes a server, the runs that
 * wait.
 */
final class FileSystemCurveFunction extends KeyedCoProcessFunction<String, CurveChange, Run, Answer> {
    private static final long serialVersionUID = 1L;

    private final HistoryPolicy policy;
    private final FileSystemCatalogue catalogue;
    private transient MapState<Long, SlotBlock> minutes;
    private transient MapState<Long, SlotBlock> hours;
    private transient ValueState<FileSystemIndex> index;
    private transient MapState<Long, List<Run>> waiting;

    FileSystemCurveFunction(HistoryPolicy policy, FileSystemCatalogue catalogue) {
        this.policy = policy;
        this.catalogue = catalogue;
    }

    @Override
    public void open(OpenContext context) {
        minutes =
                getRuntimeContext().getMapState(new MapStateDescriptor<>("minutes", Types.LONG, HistoryFormats.SLOTS));
        hours = getRuntimeContext().getMapState(new MapStateDescriptor<>("hours", Types.LONG, HistoryFormats.SLOTS));
        index = getRuntimeContext().getState(new ValueStateDescriptor<>("index", FileSystemIndex.TYPE));
        waiting =
                getRuntimeContext().getMapState(new MapStateDescriptor<>("waiting", Types.LONG, Types.LIST(Run.TYPE)));
    }

    @Override
    public void processElement1(CurveChange change, Context context, Collector<Answer> out) throws Exception {
        FileSystemIndex known = indexOrNew();
        long hour = HistoryPolicy.hourOf(change.change().label());
        boolean newHour = !hours.contains(hour);
        if (!change.server().isEmpty()) {
            known.noteServer(change.server(), hour);
        }
        history(known).add(change.change());
        index.update(known);
        if (newHour && hours.contains(hour)) {
            context.timerService().registerEventTimeTimer(policy.forgetMinutesOf(hour));
            context.timerService().registerEventTimeTimer(policy.forgetHour(hour));
        }
    }

    @Override
    public void processElement2(Run run, Context context, Collector<Answer> out) throws Exception {
        wait(run.decidedAt(), run, context);
    }

    private void wait(long time, Run run, Context context) throws Exception {
        List<Run> runs = waiting.get(time);
        List<Run> more = runs == null ? new ArrayList<>(1) : new ArrayList<>(runs);
        more.add(run);
        waiting.put(time, more);
        context.timerService().registerEventTimeTimer(time);
    }

    @Override
    public void onTimer(long time, OnTimerContext context, Collector<Answer> out) throws Exception {
        FileSystemIndex known = indexOrNew();
        FileSystemHistory history = history(known);
        List<Run> runs = waiting.get(time);
        if (runs != null) {
            for (Run run : runs) {
                answer(time, run, known, history, context, out);
            }
            waiting.remove(time);
        }
        if (index.value() != null) {
            forget(time, known, history);
        }
    }

    private void answer(
            long time,
            Run run,
            FileSystemIndex known,
            FileSystemHistory history,
            Context context,
            Collector<Answer> out)
            throws Exception {
        Revision revision = time == run.decidedAt() ? Revision.FIRST : Revision.SECOND;
        int expected = catalogue.orDefault(run.fileSystem()).expectedServers();
        int servers = expected > 0
                ? expected
                : known.servers(HistoryPolicy.hourOf(run.window(revision, time).to()));
        Volume volume = history.volume(run.window(revision, time), run.intervalMillis(), servers);
        out.collect(new Answer(run, revision, true, volume));
        if (revision == Revision.FIRST && (run.namesServers() || volume.missingSamples() > 0)) {
            wait(time + policy.revisionDelay().toMillis(), run, context);
        }
    }

    private void forget(long time, FileSystemIndex known, FileSystemHistory history) throws Exception {
        long hour = policy.hourWhoseMinutesAreForgottenAt(time);
        if (hour != HistoryPolicy.NO_HOUR) {
            history.forgetMinutes(hour);
            index.update(known);
        }
        hour = policy.hourForgottenAt(time);
        if (hour != HistoryPolicy.NO_HOUR) {
            known.forgetServersSilentSince(hour);
            if (history.forgetHour(hour)) {
                index.clear();
            } else {
                index.update(known);
            }
        }
    }

    private FileSystemIndex indexOrNew() throws Exception {
        FileSystemIndex known = index.value();
        return known == null ? new FileSystemIndex() : known;
    }

    private FileSystemHistory history(FileSystemIndex known) {
        return new FileSystemHistory(policy, new MapStateBlocks<>(minutes), new MapStateBlocks<>(hours), known.curve());
    }
}
