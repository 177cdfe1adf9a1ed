package io.barograph.sources.darshan.log;

import com.sun.jna.Memory;
import com.sun.jna.Native;
import com.sun.jna.NativeLibrary;
import com.sun.jna.Pointer;
import com.sun.jna.ptr.IntByReference;
import com.sun.jna.ptr.PointerByReference;
import io.barograph.schemas.FileSystemCatalogue;
import io.barograph.schemas.ModuleUse;
import io.barograph.sources.darshan.log.LogContents.Place;
import io.barograph.sources.darshan.record.DarshanLibraryException;
import io.barograph.sources.darshan.record.HeatMap;
import io.barograph.sources.darshan.record.IoModule;
import io.barograph.sources.darshan.record.LustreRecord;
import io.barograph.sources.darshan.record.RecordLayout;
import io.barograph.sources.darshan.record.RecordValues;
import io.barograph.sources.darshan.record.SummedCounter;
import java.io.IOException;
import java.lang.module.ModuleDescriptor.Version;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;

/**
 * Reads logs through libdarshan-util. May end the process it runs in, and may never return: only {@link ReaderMain}
 * uses it.
 */
final class LogReader {
    private static final int PATH_BYTES = 3015;
    private static final int EXECUTABLE_BYTES = 8192;
    private static final int MODULE_BYTES = 24;
    private static final int NAME_BYTES = 16;
    private static final String LUSTRE = "LUSTRE";

    /** Their records are of files that the other modules have records of, too, or of none. */
    private static final Set<String> MODULES_OF_THE_SAME_FILES =
            Set.of("POSIX", "MPI-IO", "STDIO", LUSTRE, HeatMap.MODULE, "DXT_POSIX", "DXT_MPIIO");

    /** Impossible values that a log of many records quotes, at most. */
    private static final int MAX_IMPOSSIBLE = 10;

    /** The library reads paths as the operating system has them. */
    private static final Charset PATH_CHARSET = Charset.forName(System.getProperty("sun.jnu.encoding", "UTF-8"));

    private final DarshanUtil library;
    private final Map<IoModule, RecordLayout> layouts = new EnumMap<>(IoModule.class);
    private final Set<String> aliases;
    private final MountFileSystems names;

    /** @throws DarshanLibraryException if the library cannot be used */
    LogReader(Path file, FileSystemCatalogue catalogue) {
        this.aliases = JobSummaryFactory.pathAliases(catalogue);
        this.names = new MountFileSystems(catalogue);
        try {
            library = Native.load(file.toString(), DarshanUtil.class);
            NativeLibrary symbols = NativeLibrary.getInstance(file.toString());
            String version = library.darshan_log_get_lib_version();
            if (Version.parse(version).compareTo(Version.parse(DarshanLibrary.OLDEST_VERSION)) < 0) {
                throw new DarshanLibraryException(
                        file + " is version " + version + ", too old: " + DarshanLibrary.OLDEST_VERSION + " is needed");
            }
            for (IoModule module : IoModule.values()) {
                layouts.put(module, new RecordLayout(symbols, module));
            }
        } catch (UnsatisfiedLinkError e) {
            throw new DarshanLibraryException(file + " cannot be used as libdarshan-util: " + e.getMessage(), e);
        }
    }

    private record ListedModule(int index, boolean partial) {}

    /** @throws UnreadableLogException if the library refuses it; what the library printed says why */
    LogContents read(Path path) throws UnreadableLogException {
        Pointer log = library.darshan_log_open((path + "\0").getBytes(PATH_CHARSET));
        if (log == null) {
            throw new UnreadableLogException("the library cannot open it");
        }
        OpenLog reading = new OpenLog(log);
        try {
            return reading.read(path);
        } finally {
            reading.close();
        }
    }

    private final class OpenLog {
        private Pointer log;
        private final List<String> problems = new ArrayList<>();
        private final Map<Place, FileGroupSum> groups = new LinkedHashMap<>();
        private final Map<Long, FileGroupSum> groupOfFile = new HashMap<>();
        private final Set<Long> filesWithoutRecord = new HashSet<>();
        private final HeatMap heatMap = new HeatMap();
        private final Map<String, FileSystemSum> fileSystems = new TreeMap<>();

        /** The module that the values of file systems are of: POSIX if it has records. */
        private IoModule fileSystemModule;

        private RankBounds rankBytes;
        private double runTimeSeconds;

        OpenLog(Pointer log) {
            this.log = log;
        }

        LogContents read(Path path) throws UnreadableLogException {
            String format = LogRegions.format(log);
            JobRecord job = JobRecord.read(library, log);
            LogRegions.damage(log, size(path)).ifPresent(problems::add);
            if (LogRegions.partialFlagsUnclear(log)) {
                problems.add("a module ran out of memory while the job ran");
            }
            rankBytes = new RankBounds(job.processes());
            runTimeSeconds = job.runTimeSeconds(format);
            String executable = executable();
            readNames(new PathRoots(mountTypes(), aliases));
            Map<String, ListedModule> listed = modules();
            List<ModuleUse> modules = new ArrayList<>();
            for (IoModule module : IoModule.values()) {
                ListedModule entry = listed.get(module.darshanName());
                if (entry != null) {
                    readModule(module, entry, job.processes()).ifPresent(modules::add);
                }
            }
            if (listed.containsKey(LUSTRE)) {
                readLayouts(listed.get(LUSTRE));
            }
            if (listed.containsKey(HeatMap.MODULE)) {
                forEachRecord(HeatMap.MODULE, listed.get(HeatMap.MODULE).index(), heatMap::add);
            }
            if (!filesWithoutRecord.isEmpty() && MODULES_OF_THE_SAME_FILES.containsAll(listed.keySet())) {
                problems.add(filesWithoutRecord.size() + " files have a name and no record");
            }
            return new LogContents(
                    format,
                    job,
                    executable,
                    runTimeSeconds,
                    modules,
                    groups.values().stream().map(FileGroupSum::result).toList(),
                    fileSystems.values().stream()
                            .map(fileSystem -> fileSystem.result(heatMap))
                            .toList(),
                    rankBytes.result(heatMap, EnumSet.of(IoModule.POSIX, IoModule.STDIO)),
                    problems);
        }

        void close() {
            fileSystems.values().forEach(FileSystemSum::close);
            if (log != null) {
                library.darshan_log_close(log);
            }
        }

        private static long size(Path path) throws UnreadableLogException {
            try {
                return Files.size(path);
            } catch (IOException e) {
                throw new UnreadableLogException("its size cannot be read: " + e);
            }
        }

        private String executable() {
            try (Memory text = new Memory(EXECUTABLE_BYTES)) {
                text.clear();
                if (library.darshan_log_get_exe(log, text) != 0) {
                    problems.add("the executable's name cannot be read");
                }
                String command = text.getString(0, "UTF-8").strip();
                int arguments = command.indexOf(' ');
                return arguments < 0 ? command : command.substring(0, arguments);
            }
        }

        private Map<String, String> mountTypes() {
            PointerByReference array = new PointerByReference();
            IntByReference count = new IntByReference();
            Map<String, String> types = new HashMap<>();
            if (library.darshan_log_get_mounts(log, array, count) != 0) {
                problems.add("the mount table cannot be read");
            } else {
                for (int i = 0; i < count.getValue(); i++) {
                    Pointer mount = array.getValue().share(2L * i * PATH_BYTES);
                    types.putIfAbsent(mount.getString(PATH_BYTES, "UTF-8"), mount.getString(0, "UTF-8"));
                }
            }
            library.darshan_free(array.getValue());
            return types;
        }

        private void readNames(PathRoots roots) throws UnreadableLogException {
            PointerByReference array = new PointerByReference();
            IntByReference count = new IntByReference(-1);
            library.darshan_log_get_name_records(log, array, count);
            if (count.getValue() < 0) {
                // The library has closed the log already.
                log = null;
                throw new UnreadableLogException("its file names cannot be read");
            }
            for (int i = 0; i < count.getValue(); i++) {
                Pointer entry = array.getValue().share((long) i * NAME_BYTES);
                Pointer name = entry.getPointer(Long.BYTES);
                String text = name.getString(0, "UTF-8");
                groupOfFile.put(entry.getLong(0), group(roots.placeOf(text)));
                heatMap.name(entry.getLong(0), text);
                // Standard streams have a name even where nothing used them.
                if (text.startsWith("/")) {
                    filesWithoutRecord.add(entry.getLong(0));
                }
                library.darshan_free(name);
            }
            library.darshan_free(array.getValue());
        }

        private FileGroupSum group(Place place) {
            return groups.computeIfAbsent(place, FileGroupSum::new);
        }

        private Map<String, ListedModule> modules() {
            PointerByReference array = new PointerByReference();
            IntByReference count = new IntByReference();
            library.darshan_log_get_modules(log, array, count);
            Map<String, ListedModule> modules = new HashMap<>();
            for (int i = 0; i < count.getValue(); i++) {
                Pointer entry = array.getValue().share((long) i * MODULE_BYTES);
                Pointer name = entry.getPointer(0);
                if (name != null) {
                    modules.put(name.getString(0), new ListedModule(entry.getInt(16), entry.getInt(20) != 0));
                }
            }
            library.darshan_free(array.getValue());
            return modules;
        }

        private Optional<ModuleUse> readModule(IoModule module, ListedModule listed, long processes)
                throws UnreadableLogException {
            RecordLayout layout = layouts.get(module);
            Set<String> impossible = new TreeSet<>();
            Map<String, Integer> broken = new TreeMap<>();
            IoTotals.Sum sum = new IoTotals.Sum();
            try (DarshanAccumulator accumulator = new DarshanAccumulator(library, listed.index(), processes)) {
                forEachRecord(module.darshanName(), listed.index(), fileRecord -> {
                    RecordValues values = layout.read(fileRecord, value -> {
                        if (impossible.size() < MAX_IMPOSSIBLE) {
                            impossible.add(value);
                        }
                    });
                    layout.rules()
                            .check(
                                    fileRecord,
                                    values.rank(),
                                    processes,
                                    runTimeSeconds,
                                    rule -> broken.merge(rule, 1, Integer::sum));
                    sum.add(values);
                    filesWithoutRecord.remove(values.file());
                    if (!groupOfFile.containsKey(values.file()) && !listed.partial()) {
                        broken.merge("a file without a name", 1, Integer::sum);
                    }
                    FileGroupSum group = groupOfFile.computeIfAbsent(values.file(), nameless -> group(Place.NOWHERE));
                    group.add(module, values);
                    accumulator.add(fileRecord);
                    if (module != IoModule.MPI_IO) {
                        FileSystemSum.addBytes(rankBytes, values, processes);
                        fileSystem(group.place(), module, listed.index(), processes)
                                .ifPresent(fileSystem -> fileSystem.add(values, fileRecord));
                    }
                });
                IoTotals totals = sum.totals();
                if (totals.files() == 0) {
                    problems.add("module " + module.darshanName() + " is listed but has no records");
                    return Optional.empty();
                }
                Optional<String> tooMuch = LogRules.totals(module, totals, processes, runTimeSeconds);
                if (tooMuch.isPresent()) {
                    throw new UnreadableLogException(tooMuch.get());
                }
                impossible.forEach(
                        value -> problems.add("module " + module.darshanName() + " has an impossible " + value));
                broken.forEach((rule, times) ->
                        problems.add("module " + module.darshanName() + " has " + rule + " (" + times + " records)"));
                Set<SummedCounter> recorded = totals.counters().keySet();
                if (!recorded.containsAll(IoModule.ALWAYS_RECORDED)) {
                    problems.add("module " + module.darshanName() + " has only the counters " + recorded);
                }
                if (listed.partial()) {
                    problems.add("module " + module.darshanName() + " ran out of memory while the job ran");
                }
                Optional<DarshanAccumulator.Metrics> metrics = accumulator.result();
                if (metrics.isEmpty()) {
                    problems.add("the library derives no performance of module " + module.darshanName());
                }
                ModuleUse use = new ModuleUse();
                use.setModule(module.darshanName());
                totals.copyTo(use);
                use.setFiles(totals.files());
                use.setPartial(listed.partial());
                metrics.ifPresent(derived -> {
                    use.setSlowestRankSeconds(derived.slowestRankSeconds());
                    use.setPerformanceBytesPerSecond(derived.bytesPerSecond());
                });
                return Optional.of(use);
            }
        }

        private Optional<FileSystemSum> fileSystem(Place place, IoModule module, int index, long processes) {
            if (fileSystemModule == null) {
                fileSystemModule = module;
            }
            if (fileSystemModule != module) {
                return Optional.empty();
            }
            return names.of(place, module == IoModule.POSIX)
                    .map(named -> fileSystems.computeIfAbsent(
                            named.name(),
                            name -> new FileSystemSum(
                                    name, module, processes, new DarshanAccumulator(library, index, processes))));
        }

        private void readLayouts(ListedModule lustre) {
            forEachRecord(LUSTRE, lustre.index(), fileRecord -> {
                LustreRecord layout = LustreRecord.read(fileRecord);
                filesWithoutRecord.remove(layout.file());
                FileGroupSum group = groupOfFile.get(layout.file());
                if (group != null) {
                    group.add(layout);
                    names.of(group.place(), fileSystemModule == IoModule.POSIX)
                            .map(named -> fileSystems.get(named.name()))
                            .ifPresent(fileSystem -> fileSystem.add(layout));
                }
            });
        }

        private void forEachRecord(String module, int index, Consumer<Pointer> action) {
            PointerByReference fileRecord = new PointerByReference();
            int result;
            while ((result = library.darshan_log_get_record(log, index, fileRecord)) > 0) {
                action.accept(fileRecord.getValue());
                library.darshan_free(fileRecord.getValue());
                fileRecord.setValue(null);
            }
            if (result < 0) {
                problems.add("not all records of module " + module + " can be read");
            }
        }
    }
}
