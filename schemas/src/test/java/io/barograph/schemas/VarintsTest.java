package io.barograph.schemas;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.util.Arrays;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.apache.avro.io.EncoderFactory;
import org.junit.jupiter.api.Test;

class VarintsTest {
    private static byte[] written(long number) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        Varints.write(number, new DataOutputStream(bytes));
        return bytes.toByteArray();
    }

    private static long read(byte... bytes) throws IOException {
        return Varints.read(new DataInputStream(new ByteArrayInputStream(bytes)));
    }

    @Property
    void shouldWriteAsAvroAndReadItBack(@ForAll long number) throws IOException {
        ByteArrayOutputStream avro = new ByteArrayOutputStream();
        var encoder = EncoderFactory.get().binaryEncoder(avro, null);
        encoder.writeLong(number);
        encoder.flush();
        assertThat(written(number)).isEqualTo(avro.toByteArray());
        assertThat(read(written(number))).isEqualTo(number);
    }

    @Test
    void shouldRefuseWhatIsNoNumber() {
        byte[] endless = new byte[11];
        Arrays.fill(endless, (byte) 0x80);
        assertThatThrownBy(() -> read(endless)).isInstanceOf(IOException.class).hasMessageContaining("ten bytes");
        assertThatThrownBy(() -> read((byte) 0x80)).isInstanceOf(EOFException.class);
    }
}
