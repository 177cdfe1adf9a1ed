package io.barograph.servers.operators;

import io.barograph.servers.character.PowerSpectrum;
import io.barograph.servers.counters.QuantityAmounts;
import io.barograph.servers.rates.IntervalIncrement;
import io.barograph.servers.rates.PeriodVolume;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/** Volume and power spectra of a period, measured and filled apart. Additive: a month is the sum of its days. */
final class PeriodTraffic {
    private final PeriodVolume volume;
    private final DirectionSpectra read;
    private final DirectionSpectra write;
    private long observedTo;

    PeriodTraffic(double upperEdge) {
        this(
                new PeriodVolume(),
                new DirectionSpectra(new PowerSpectrum(upperEdge), new PowerSpectrum(upperEdge)),
                new DirectionSpectra(new PowerSpectrum(upperEdge), new PowerSpectrum(upperEdge)),
                Long.MIN_VALUE);
    }

    private PeriodTraffic(PeriodVolume volume, DirectionSpectra read, DirectionSpectra write, long observedTo) {
        this.volume = volume;
        this.read = read;
        this.write = write;
        this.observedTo = observedTo;
    }

    /**
     * The spectra of one direction.
     *
     * @param measured observations between two samples that follow each other
     * @param filled observations that are even shares of a gap
     */
    record DirectionSpectra(PowerSpectrum measured, PowerSpectrum filled) {
        private void merge(DirectionSpectra other) {
            measured.merge(other.measured);
            filled.merge(other.filled);
        }

        PowerSpectrum all() {
            PowerSpectrum all = measured.copy();
            all.merge(filled);
            return all;
        }
    }

    void add(IntervalIncrement part) {
        volume.add(part);
        observe(read, part.moved().get(QuantityAmounts.READ_BYTES), part);
        observe(write, part.moved().get(QuantityAmounts.WRITE_BYTES), part);
        observedTo = Math.max(observedTo, part.label());
    }

    private static void observe(DirectionSpectra spectra, long bytes, IntervalIncrement part) {
        (part.filled() ? spectra.filled : spectra.measured).add(bytes, part.sign());
    }

    void merge(PeriodTraffic other) {
        volume.merge(other.volume);
        read.merge(other.read);
        write.merge(other.write);
        observedTo = Math.max(observedTo, other.observedTo);
    }

    PeriodVolume volume() {
        return volume;
    }

    DirectionSpectra read() {
        return read;
    }

    DirectionSpectra write() {
        return write;
    }

    long observedTo() {
        return observedTo;
    }

    PeriodTraffic copy() {
        PeriodTraffic copy = new PeriodTraffic(read.measured.upperEdge());
        copy.merge(this);
        return copy;
    }

    void writeTo(DataOutput out) throws IOException {
        volume.writeTo(out);
        for (DirectionSpectra spectra : new DirectionSpectra[] {read, write}) {
            spectra.measured.writeTo(out);
            spectra.filled.writeTo(out);
        }
        out.writeLong(observedTo);
    }

    static PeriodTraffic readFrom(DataInput in) throws IOException {
        return new PeriodTraffic(
                PeriodVolume.readFrom(in),
                new DirectionSpectra(PowerSpectrum.readFrom(in), PowerSpectrum.readFrom(in)),
                new DirectionSpectra(PowerSpectrum.readFrom(in), PowerSpectrum.readFrom(in)),
                in.readLong());
    }
}
