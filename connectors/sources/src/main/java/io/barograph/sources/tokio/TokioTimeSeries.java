package io.barograph.sources.tokio;

import io.barograph.runtime.DeadLetterCounter;
import io.barograph.runtime.OrderedMerge;
import io.barograph.runtime.SampleRecording;
import io.barograph.runtime.UnreadableSourceException;
import io.barograph.schemas.CatalogueFileSystem;
import io.barograph.schemas.DeadLetter;
import io.barograph.schemas.ServerSample;
import io.barograph.schemas.Topic;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Consumer;
import org.apache.avro.Schema;

/**
 * A TOKIO time-series file (HDF5, format version 1) as samples.
 *
 * <table>
 * <caption>Groups</caption>
 * <tr><th>group</th><th>becomes</th></tr>
 * <tr><td>datatargets/{readbytes,writebytes} or {readrates,writerates}</td>
 *     <td>read and write counters of OSTs; of NSDs where the names are not those of Lustre OSTs</td></tr>
 * <tr><td>fullness/{bytes,bytestotal,inodes,inodestotal}</td><td>space and inodes of the same targets</td></tr>
 * <tr><td>dataservers/{cpuload,memused}</td><td>OSS</td></tr>
 * <tr><td>mdtargets/opens, closes, ...</td><td>operation counters (open, close, ...) of MDTs; TOKIO calls an MDT by the
 *     name of its host</td></tr>
 * <tr><td>mdservers/{cpuload,memused}</td><td>in the same MDT samples; MDS where mdtargets has no such name</td></tr>
 * </table>
 *
 * <p><b>Times.</b> A row of amounts is labelled with the start of its interval and closes one interval later, so the
 * amount of row t is in the sample of t + interval. A row of gauges (fullness, CPU, memory) was taken at t and is in the
 * sample of t.
 *
 * <p><b>Amounts</b> become counters again: 0 at the start of a target's first known row, then the running sum. The name
 * of a dataset says what it holds: {@code *bytes} are bytes per interval even where the attribute {@code units} says
 * bytes/sec, {@code *rates} are bytes per second. Where a file has both, the bytes are taken.
 *
 * <p><b>Missing</b> values, -0.0 or NaN, are left out: if only one of read and write is missing, the sample has the other;
 * if all values of a server are missing there is no sample. TOKIO books the bytes of a gap in the row after it, and so do
 * the counters; the traffic in a gap of rates is unknown and not counted.
 *
 * <p>A dataset that is not in the table or has an unexpected unit or shape, and a value that cannot be (negative,
 * infinite), becomes a dead letter and counts as missing.
 */
public final class TokioTimeSeries implements SampleRecording {
    private final Path path;
    private final Hdf5File file;
    private final DeadLetterCounter refusals;
    private final Map<String, TokioGroup> groups = new LinkedHashMap<>();
    private final CatalogueFileSystem fileSystem;

    /**
     * @param path file; the file system's name is taken from its targets' names, else from the file's name
     * @throws UnreadableSourceException if it is no TOKIO time series, or is damaged
     */
    public TokioTimeSeries(Path path, Consumer<DeadLetter> letters) {
        this(path, null, letters);
    }

    /**
     * @param fileSystemName name of the file system; null: as {@link #TokioTimeSeries(Path, Consumer)}
     * @throws UnreadableSourceException if it is no TOKIO time series, or is damaged
     */
    public TokioTimeSeries(Path path, String fileSystemName, Consumer<DeadLetter> letters) {
        this.path = path;
        this.file = new Hdf5File(path);
        this.refusals = DeadLetterCounter.ofFile(letters, Topic.SERVER_POLLS, "collector tokio", path);
        try {
            file.groups().forEach((name, node) -> TokioGroup.open(file, name, node, refusals)
                    .ifPresent(group -> groups.put(name, group)));
            if (groups.isEmpty()) {
                throw new UnreadableSourceException(
                        path.toString(),
                        "no TOKIO time series: it has none of the groups " + TokioGroup.NAMES + " with data",
                        "a file with FSStepsGroup is H5LMT and should be named .h5lmt");
            }
            this.fileSystem = new CatalogueFileSystem(
                    fileSystemName == null ? LustreNames.fileSystem(targets(), path) : fileSystemName,
                    Set.of(),
                    groups.values().iterator().next().axis().step(),
                    0);
        } catch (UnreadableSourceException e) {
            file.close();
            throw e;
        }
    }

    private List<String> targets() {
        TokioGroup group = groups.getOrDefault(TokioGroup.DATA_TARGETS, groups.get(TokioGroup.FULLNESS));
        return group == null ? List.of() : List.copyOf(group.servers());
    }

    @Override
    public String name() {
        return path.toString();
    }

    @Override
    public List<CatalogueFileSystem> fileSystems() {
        return List.of(fileSystem);
    }

    @Override
    public OptionalLong expectedSamples() {
        long expected = 0;
        for (Map.Entry<String, TokioGroup> entry : groups.entrySet()) {
            TokioGroup group = entry.getValue();
            long rows = (long) group.axis().rows() * group.servers().size();
            switch (entry.getKey()) {
                case TokioGroup.FULLNESS -> expected += groups.containsKey(TokioGroup.DATA_TARGETS) ? 0 : rows;
                case TokioGroup.MD_SERVERS -> expected += groups.containsKey(TokioGroup.MD_TARGETS) ? 0 : rows;
                case TokioGroup.DATA_SERVERS -> expected += rows;
                default -> expected += rows + group.servers().size();
            }
        }
        return OptionalLong.of(expected);
    }

    @Override
    public long refused() {
        return refusals.count();
    }

    @Override
    public Iterator<ServerSample> samples() {
        TokioPass pass = new TokioPass(fileSystem.name(), groups, path, refusals);
        return new SampleCombiner(new OrderedMerge(pass.groups()));
    }

    @Override
    public void close() {
        file.close();
    }

    /** Makes one sample of those that different groups of a file have for one server and instant. */
    static final class SampleCombiner implements Iterator<ServerSample> {
        private final Iterator<ServerSample> samples;
        private ServerSample ahead;

        SampleCombiner(Iterator<ServerSample> samples) {
            this.samples = samples;
            this.ahead = samples.hasNext() ? samples.next() : null;
        }

        @Override
        public boolean hasNext() {
            return ahead != null;
        }

        @Override
        public ServerSample next() {
            ServerSample sample = ahead;
            if (sample == null) {
                throw new NoSuchElementException();
            }
            ahead = samples.hasNext() ? samples.next() : null;
            while (ahead != null && SampleRecording.ORDER.compare(sample, ahead) == 0) {
                fillGaps(sample, ahead);
                ahead = samples.hasNext() ? samples.next() : null;
            }
            return sample;
        }

        private static void fillGaps(ServerSample sample, ServerSample other) {
            for (Schema.Field field : sample.getSchema().getFields()) {
                if (sample.get(field.pos()) == null) {
                    sample.put(field.pos(), other.get(field.pos()));
                }
            }
        }
    }
}
