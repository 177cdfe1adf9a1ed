package io.barograph.servers.counters;

import io.barograph.servers.history.SlotBlock;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.Map;

/** Blocks that go through their binary form at each access, as on a state backend that serialises. */
public final class InMemoryBlocks<B> implements BlockStore<B> {
    /** Writes a block. */
    public interface Writer<B> {
        void write(B block, DataOutputStream out) throws IOException;
    }

    /** Reads a block. */
    public interface Reader<B> {
        B read(DataInputStream in) throws IOException;
    }

    private final Map<Long, byte[]> blocks = new HashMap<>();
    private final Writer<B> writer;
    private final Reader<B> reader;

    private InMemoryBlocks(Writer<B> writer, Reader<B> reader) {
        this.writer = writer;
        this.reader = reader;
    }

    public static InMemoryBlocks<SlotBlock> ofSlots() {
        return new InMemoryBlocks<>(SlotBlock::writeTo, SlotBlock::readFrom);
    }

    public static InMemoryBlocks<SampleBlock> ofSamples() {
        return new InMemoryBlocks<>(SampleBlock::writeTo, SampleBlock::readFrom);
    }

    public int size() {
        return blocks.size();
    }

    @Override
    public B get(long number) {
        byte[] bytes = blocks.get(number);
        if (bytes == null) {
            return null;
        }
        try {
            return reader.read(new DataInputStream(new ByteArrayInputStream(bytes)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void put(long number, B block) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try {
            writer.write(block, new DataOutputStream(bytes));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        blocks.put(number, bytes.toByteArray());
    }

    @Override
    public void remove(long number) {
        blocks.remove(number);
    }
}
