package io.barograph.flink.batches;

import java.io.DataInput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Reads what {@link SharedNamesOutput} wrote. */
final class SharedNamesInput implements DataInput {
    private final DataInput in;
    private final List<String> texts = new ArrayList<>();

    SharedNamesInput(DataInput in) {
        this.in = in;
    }

    @Override
    public String readUTF() throws IOException {
        int number = readNumber();
        if (number < texts.size()) {
            return texts.get(number);
        }
        if (number > texts.size()) {
            throw new IOException("text " + number + " of a batch after " + texts.size() + " texts");
        }
        String text = in.readUTF();
        texts.add(text);
        return text;
    }

    private int readNumber() throws IOException {
        int number = 0;
        int shift = 0;
        int next;
        do {
            next = in.readUnsignedByte();
            number |= (next & 0x7f) << shift;
            shift += 7;
        } while (next >= 0x80);
        return number;
    }

    @Override
    public void readFully(byte[] bytes) throws IOException {
        in.readFully(bytes);
    }

    @Override
    public void readFully(byte[] bytes, int offset, int length) throws IOException {
        in.readFully(bytes, offset, length);
    }

    @Override
    public int skipBytes(int count) throws IOException {
        return in.skipBytes(count);
    }

    @Override
    public boolean readBoolean() throws IOException {
        return in.readBoolean();
    }

    @Override
    public byte readByte() throws IOException {
        return in.readByte();
    }

    @Override
    public int readUnsignedByte() throws IOException {
        return in.readUnsignedByte();
    }

    @Override
    public short readShort() throws IOException {
        return in.readShort();
    }

    @Override
    public int readUnsignedShort() throws IOException {
        return in.readUnsignedShort();
    }

    @Override
    public char readChar() throws IOException {
        return in.readChar();
    }

    @Override
    public int readInt() throws IOException {
        return in.readInt();
    }

    @Override
    public long readLong() throws IOException {
        return in.readLong();
    }

    @Override
    public float readFloat() throws IOException {
        return in.readFloat();
    }

    @Override
    public double readDouble() throws IOException {
        return in.readDouble();
    }

    @Override
    public String readLine() throws IOException {
        return in.readLine();
    }
}
