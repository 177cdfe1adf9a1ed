package io.barograph.influxdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.barograph.influxdb.LineWriter.LineBatchCreator;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.flink.connector.base.sink.writer.RequestEntryWrapper;
import org.junit.jupiter.api.Test;

class InfluxLineTest {
    private static InfluxPoint.Builder weather() {
        return InfluxPoint.measurement("job_weather");
    }

    private static List<String> batch(SendQueue queue, int maxLines, long maxBytes) {
        return new LineBatchCreator(maxBytes)
                .createNextBatch(() -> maxLines, queue).getBatchEntries().stream()
                        .map(InfluxLine::text)
                        .toList();
    }

    private static SendQueue queue(String... lines) {
        SendQueue queue = new SendQueue();
        Stream.of(lines)
                .map(InfluxLine::new)
                .forEach(line -> queue.add(new RequestEntryWrapper<>(line, line.sizeInBytes()), false));
        return queue;
    }

    @Test
    void shouldWriteSortedTagsFieldsAndNanoseconds() {
        InfluxPoint point = weather()
                .tag("replay", "r 1")
                .tag("fs", "scratch=1,2")
                .field("write_bytes", 7L)
                .field("cf_bw", 0.1)
                .field("known", true)
                .field("user", "a \"b\" \\")
                .at(1_518_163_200_000_000_001L);

        assertThat(LineProtocol.write(point).text())
                .isEqualTo("job_weather,fs=scratch\\=1\\,2,replay=r\\ 1 "
                        + "cf_bw=0.1,known=true,user=\"a \\\"b\\\" \\\\\",write_bytes=7i 1518163200000000001");
    }

    @Test
    void shouldReplaceWhatTagsCannotExpress() {
        assertThat(weather().tag("fs", "a\\b\nc\\").field("v", 1L).at(0).tags()).containsEntry("fs", "a/b c/");
    }

    @Test
    void shouldLeaveOutTagsWithoutValue() {
        assertThat(weather()
                        .tag("replay", "")
                        .tag("fs", null)
                        .field("v", 1L)
                        .at(0)
                        .tags())
                .isEmpty();
    }

    @Test
    void shouldRefuseWhatInfluxDbCannotStore() {
        assertThatThrownBy(() -> weather().field("cf_bw", Double.NaN)).hasMessageContaining("NaN in field cf_bw");
        assertThatThrownBy(() -> weather().at(0)).hasMessageContaining("without a field");
    }

    @Test
    void shouldReplaceWhatNamesCannotCarry() {
        InfluxPoint point = InfluxPoint.measurement("#m\\")
                .tag("a\\", "b\\")
                .tag(" ", "c")
                .field("metadata_a\\b_per_s", 1L)
                .field("d\n\ud800", 2L)
                .at(3);

        assertThat(LineProtocol.write(point).text()).isEqualTo("_m_,_=c,a_=b/ d__=2i,metadata_a_b_per_s=1i 3");
    }

    @Test
    void shouldTellPointsApartByMeasurementTagsAndTime() {
        InfluxPoint.Builder point = weather().tag("fs", "a b").field("user", "x y z");
        String identity = LineProtocol.write(point.at(1)).identity();

        assertThat(LineProtocol.write(point.field("user", "other").at(1)).identity())
                .isEqualTo(identity)
                .isEqualTo("job_weather,fs=a\\ b 1");
        assertThat(LineProtocol.write(point.at(2)).identity()).isNotEqualTo(identity);
        assertThat(LineProtocol.write(point.tag("fs", "a c").at(1)).identity()).isNotEqualTo(identity);
    }

    @Test
    void shouldEndABatchAtItsLimits() {
        SendQueue queue = queue("m v=1 1", "m v=1 2", "m v=1 3", "m v=1 4");

        assertThat(batch(queue, 3, 16)).containsExactly("m v=1 1", "m v=1 2");
        assertThat(batch(queue, 1, 16)).containsExactly("m v=1 3");
        assertThat(batch(queue, 3, 1)).containsExactly("m v=1 4");
        assertThat(queue.size()).isZero();
        assertThat(queue.totalSizeInBytes()).isZero();
    }

    @Test
    void shouldNotPutTwoRevisionsOfOnePointInOneBatch() {
        SendQueue queue = queue("m,a=b v=1 1", "m,a=c v=1 1", "m,a=b v=2 1", "m,a=b v=2 2");

        assertThat(batch(queue, 9, 999)).containsExactly("m,a=b v=1 1", "m,a=c v=1 1");
        assertThat(batch(queue, 9, 999)).containsExactly("m,a=b v=2 1", "m,a=b v=2 2");
    }

    @Test
    void shouldHalveARefusedRequestUntilTheBadLineStandsAlone() {
        LineBatchDelivery delivery = new LineBatchDelivery(
                Stream.of("1", "2", "bad", "4", "5").map(InfluxLine::new).toList());
        List<String> written = new ArrayList<>();
        List<String> refused = new ArrayList<>();
        while (!delivery.isDone()) {
            List<String> request =
                    delivery.current().stream().map(InfluxLine::text).toList();
            if (!request.contains("bad")) {
                written.addAll(request);
                delivery.settle();
            } else if (!delivery.split()) {
                refused.addAll(request);
                delivery.settle();
            }
        }
        assertThat(written).containsExactly("1", "2", "4", "5");
        assertThat(refused).containsExactly("bad");
    }

    @Test
    void shouldKeepUnsettledLinesInOrder() {
        LineBatchDelivery delivery = new LineBatchDelivery(
                Stream.of("1", "2", "3", "4").map(InfluxLine::new).toList());
        delivery.split();
        delivery.split();
        delivery.settle();

        assertThat(delivery.remaining()).extracting(InfluxLine::text).containsExactly("2", "3", "4");
    }
}
