package io.barograph.jobs.publish;

import io.barograph.schemas.AvroCodec;
import io.barograph.schemas.Capacity;
import io.barograph.schemas.ChanceOfQuiet;
import io.barograph.schemas.CpuLoad;
import io.barograph.schemas.FullnessOfTargets;
import io.barograph.schemas.OstHosts;
import io.barograph.schemas.RateOfQuantity;
import io.barograph.schemas.RateOfServer;
import io.barograph.schemas.RatesOfServers;
import io.barograph.schemas.ServerRates;
import io.barograph.schemas.ServerRole;
import io.barograph.schemas.Span;
import io.barograph.schemas.SpectrogramOfDay;
import io.barograph.schemas.SpectrogramRow;
import io.barograph.schemas.SpectrumOfPeriod;
import io.barograph.schemas.TrafficDirection;
import io.barograph.schemas.VolumeOfPeriod;
import io.barograph.schemas.WorkloadCharacter;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/** Weather of a file system for tests. */
final class ServerRatesFixtures {
    static {
        AvroCodec.of(ServerRates.class); // Avro builds no record of a class that the codec has not made it trust
    }

    private ServerRatesFixtures() {}

    private static ServerRates.Builder span(Span span, Instant from, Duration length) {
        return ServerRates.newBuilder()
                .setFileSystem("scratch")
                .setSpan(span)
                .setFrom(from)
                .setTo(from.plus(length))
                .setObservedTo(from.plus(length))
                .setIntervalMillis(5_000);
    }

    private static RateOfQuantity rate(double perSecond) {
        return RateOfQuantity.newBuilder()
                .setTotal((long) (5 * perSecond))
                .setPerSecond(perSecond)
                .setSmallestPerSecond(perSecond / 2)
                .setLargestPerSecond(perSecond * 2)
                .setZeroFraction(0.25)
                .setServers(2)
                .setLargestServerPerSecond(perSecond * 0.75)
                .setMaximumOverMean(1.5)
                .setGini(0.25)
                .build();
    }

    /** A minute or interval with everything known. */
    static ServerRates.Builder complete(Span span, Instant from, Duration length) {
        return span(span, from, length)
                .setData(RatesOfServers.newBuilder()
                        .setExpectedServers(2)
                        .setExpectedSamples(2)
                        .setSamples(1)
                        .setMissingFraction(0.5)
                        .setSilentServers(List.of("ost1"))
                        .setQuantities(Map.of("readBytes", rate(100), "writeBytes", rate(200)))
                        .build())
                .setMetadata(RatesOfServers.newBuilder()
                        .setExpectedServers(1)
                        .setExpectedSamples(1)
                        .setSamples(1)
                        .setMissingFraction(0.0)
                        .setQuantities(Map.of("open", rate(3), "close", rate(4)))
                        .build())
                .setOssCpu(new CpuLoad(2, 10.0, 15.0, "oss1", List.of()))
                .setHosts(new OstHosts(1, 2.0, 2, 1, List.of("oss1")))
                .setOstCapacity(new Capacity(new FullnessOfTargets(2, 0.5, 0.6, "ost1", 0.1, 12.5, "ost1"), null))
                .setServers(List.of(
                        RateOfServer.newBuilder()
                                .setServer("ost0")
                                .setRole(ServerRole.DATA)
                                .setMissingFraction(0)
                                .setReadBytesPerSecond(75.0)
                                .setWriteBytesPerSecond(150.0)
                                .setUsedBytesFraction(0.4)
                                .build(),
                        RateOfServer.newBuilder()
                                .setServer("oss1")
                                .setRole(ServerRole.DATA_HOST)
                                .setMissingFraction(0)
                                .setCpuPercent(15.0)
                                .build()));
    }

    /** The same span with nothing known. */
    static ServerRates.Builder empty(Span span, Instant from, Duration length) {
        return span(span, from, length).setRevision(2);
    }

    /** A day of writing. */
    static ServerRates.Builder day(Instant from) {
        return span(Span.DAY, from, Duration.ofDays(1))
                .setDirection(TrafficDirection.WRITE)
                .setVolume(new VolumeOfPeriod(86_400L, 172_800L, 10L, 1L))
                .setCharacter(WorkloadCharacter.newBuilder()
                        .setSpectrum(SpectrumOfPeriod.newBuilder()
                                .setUpperEdgeBytes(2.5e9)
                                .setObservations(Collections.nCopies(101, 3L))
                                .setBytes(Collections.nCopies(101, 30L))
                                .setFilledObservations(Collections.nCopies(101, 1L))
                                .setFilledBytes(Collections.nCopies(101, 10L))
                                .setCentroidBin(50)
                                .setCentroidBytes(1.26e9)
                                .build())
                        .setLagSeconds(List.of(0, 5, 10))
                        .setCorrelation(List.of(1.0, 0.4, Double.NaN))
                        .setLagBelowHalfSeconds(5.0)
                        .setQuietBelowPerSecond(7.0)
                        .setQuietChances(List.of(new ChanceOfQuiet(2, 10L, 0.5), new ChanceOfQuiet(10, 0L, null)))
                        .build())
                .setSpectrogram(new SpectrogramOfDay(
                        List.of(3600.0, 1800.0),
                        List.of(
                                new SpectrogramRow(from, 0.0, List.of(1.5f, 2.5f)),
                                new SpectrogramRow(from.plusSeconds(900), 0.5, List.of()))));
    }
}
