package io.barograph.influxdb;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.apache.flink.connector.base.sink.writer.AsyncSinkWriterStateSerializer;
import org.apache.flink.connector.base.sink.writer.BufferedRequestState;

/** Buffered lines in checkpoints. Version 1: per line its length in bytes (int) and its text in UTF-8. */
final class LineStateSerializer extends AsyncSinkWriterStateSerializer<InfluxLine> {
    private static final int VERSION = 1;

    @Override
    public int getVersion() {
        return VERSION;
    }

    @Override
    public BufferedRequestState<InfluxLine> deserialize(int version, byte[] serialized) throws IOException {
        if (version != VERSION) {
            throw new IOException("the checkpoint holds InfluxDB lines in state version " + version
                    + ", this program reads version " + VERSION + ": restore it with the program that wrote it");
        }
        return super.deserialize(version, serialized);
    }

    @Override
    protected void serializeRequestToStream(InfluxLine line, DataOutputStream out) throws IOException {
        byte[] text = line.text().getBytes(StandardCharsets.UTF_8);
        out.writeInt(text.length);
        out.write(text);
    }

    @Override
    protected InfluxLine deserializeRequestFromStream(long requestSize, DataInputStream in) throws IOException {
        byte[] text = new byte[in.readInt()];
        in.readFully(text);
        return new InfluxLine(new String(text, StandardCharsets.UTF_8));
    }
}
