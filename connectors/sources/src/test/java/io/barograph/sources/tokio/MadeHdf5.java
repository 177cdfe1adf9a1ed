package io.barograph.sources.tokio;

import io.jhdf.HdfFile;
import io.jhdf.WritableHdfFile;
import io.jhdf.api.WritableDataset;
import io.jhdf.api.WritableGroup;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/** Writes small HDF5 files for what the recordings do not show. */
final class MadeHdf5 implements AutoCloseable {
    private final WritableHdfFile file;
    private final Map<String, WritableGroup> groups = new HashMap<>();

    MadeHdf5(Path path) {
        this.file = HdfFile.write(path);
    }

    MadeHdf5 data(String group, String name, Object data) {
        dataset(group, name, data);
        return this;
    }

    MadeHdf5 data(String group, String name, Object data, String namesAttribute, String[] names, String units) {
        WritableDataset dataset = dataset(group, name, data);
        dataset.putAttribute(namesAttribute, names);
        dataset.putAttribute("units", units);
        return this;
    }

    private WritableDataset dataset(String group, String name, Object data) {
        return groups.computeIfAbsent(group, file::putGroup).putDataset(name, data);
    }

    @Override
    public void close() {
        file.close();
    }
}
