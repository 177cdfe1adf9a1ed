package io.barograph.servers.history;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.Map;

/** Blocks that go through their binary form at each access, as on a state backend that serialises. */
final class InMemoryBlocks<B> implements BlockStore<B> {
    /** Writes a block. */
    interface Writer<B> {
        void write(B block, DataOutputStream out) throws IOException;
    }

    /** Reads a block. */
    interface Reader<B> {
        B read(DataInputStream in) throws IOException;
    }

    private final Map<Long, byte[]> blocks = new HashMap<>();
    private final Writer<B> writer;
    private final Reader<B> reader;

    private InMemoryBlocks(Writer<B> writer, Reader<B> reader) {
        this.writer = writer;
        this.reader = reader;
    }

    static InMemoryBlocks<SlotBlock> ofSlots() {
        return new InMemoryBlocks<>(SlotBlock::writeTo, SlotBlock::readFrom);
    }

    static InMemoryBlocks<SampleBlock> ofSamples() {
        return new InMemoryBlocks<>(SampleBlock::writeTo, SampleBlock::readFrom);
    }

    int size() {
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
