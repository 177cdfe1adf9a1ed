package io.barograph.flink.batches;

import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Writes each text once; where it comes again, its number. */
final class SharedNamesOutput implements DataOutput {
    private final DataOutput out;
    private final Map<String, Integer> numbers = new HashMap<>();
    private final List<String> texts = new ArrayList<>();
    private int next;

    SharedNamesOutput(DataOutput out) {
        this.out = out;
    }

    /** The number of the text in the order of their first use; a new one is followed by the text. */
    @Override
    public void writeUTF(String text) throws IOException {
        // Elements of a batch have the same names in the same order: that is found without a hash.
        if (next < texts.size() && texts.get(next).equals(text)) {
            writeKnown(next);
            return;
        }
        Integer known = numbers.get(text);
        if (known == null) {
            int number = texts.size();
            numbers.put(text, number);
            texts.add(text);
            writeKnown(number);
            out.writeUTF(text);
        } else {
            writeKnown(known);
        }
    }

    private void writeKnown(int number) throws IOException {
        next = number + 1 < texts.size() ? number + 1 : 0;
        writeNumber(number);
    }

    /** Seven bits a byte, the lowest first. */
    private void writeNumber(int number) throws IOException {
        int rest = number;
        while (rest >= 0x80) {
            out.writeByte(rest | 0x80);
            rest >>>= 7;
        }
        out.writeByte(rest);
    }

    @Override
    public void write(int b) throws IOException {
        out.write(b);
    }

    @Override
    public void write(byte[] bytes) throws IOException {
        out.write(bytes);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        out.write(bytes, offset, length);
    }

    @Override
    public void writeBoolean(boolean value) throws IOException {
        out.writeBoolean(value);
    }

    @Override
    public void writeByte(int value) throws IOException {
        out.writeByte(value);
    }

    @Override
    public void writeShort(int value) throws IOException {
        out.writeShort(value);
    }

    @Override
    public void writeChar(int value) throws IOException {
        out.writeChar(value);
    }

    @Override
    public void writeInt(int value) throws IOException {
        out.writeInt(value);
    }

    @Override
    public void writeLong(long value) throws IOException {
        out.writeLong(value);
    }

    @Override
    public void writeFloat(float value) throws IOException {
        out.writeFloat(value);
    }

    @Override
    public void writeDouble(double value) throws IOException {
        out.writeDouble(value);
    }

    @Override
    public void writeBytes(String text) throws IOException {
        out.writeBytes(text);
    }

    @Override
    public void writeChars(String text) throws IOException {
        out.writeChars(text);
    }
}
