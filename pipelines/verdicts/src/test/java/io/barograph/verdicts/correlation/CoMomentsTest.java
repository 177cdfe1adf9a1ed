package io.barograph.verdicts.correlation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.apache.commons.math3.stat.correlation.PearsonsCorrelation;
import org.apache.commons.math3.stat.correlation.SpearmansCorrelation;

class CoMomentsTest {
    @Provide
    static Arbitrary<List<double[]>> pairs() {
        return Arbitraries.doubles()
                .between(-1_000, 1_000)
                .ofScale(2)
                .array(double[].class)
                .ofSize(2)
                .list()
                .ofMinSize(3)
                .ofMaxSize(60);
    }

    private static CoMoments of(List<double[]> pairs, double factor) {
        CoMoments moments = new CoMoments();
        pairs.forEach(pair -> moments.add(pair[0], pair[1] * factor));
        return moments;
    }

    private static double[] column(List<double[]> pairs, int column) {
        return pairs.stream().mapToDouble(pair -> pair[column]).toArray();
    }

    private static void assertSame(CorrelationCoefficient actual, double expected) {
        if (Double.isNaN(expected)) {
            assertThat(actual.isKnown()).isFalse();
        } else {
            assertThat(actual.coefficient()).isCloseTo(expected, within(1e-9));
        }
    }

    @Property
    void shouldAgreeWithTheCorrelationOfAllPairsAtOnce(@ForAll("pairs") List<double[]> pairs) {
        double expected = new PearsonsCorrelation().correlation(column(pairs, 0), column(pairs, 1));

        assertSame(of(pairs, 1).pearson(), expected);
    }

    @Property
    void shouldMergeIntoWhatAllPairsGive(@ForAll("pairs") List<double[]> pairs, @ForAll @IntRange(max = 60) int at) {
        int cut = Math.min(at, pairs.size());
        CoMoments merged = of(pairs.subList(0, cut), 1);
        merged.merge(of(pairs.subList(cut, pairs.size()), 1), 1);

        assertThat(merged.count()).isEqualTo(pairs.size());
        assertSame(merged.pearson(), new PearsonsCorrelation().correlation(column(pairs, 0), column(pairs, 1)));
    }

    @Property
    void shouldScaleOneQuantityAfterwardsAsWellAsBefore(@ForAll("pairs") List<double[]> pairs) {
        CoMoments before = of(pairs, 0.25);
        CoMoments after = new CoMoments();
        after.merge(of(pairs, 1), 0.25);
        before.merge(of(pairs, 1), 1);
        after.merge(of(pairs, 1), 1);

        assertSame(after.pearson(), before.pearson().coefficient());
    }

    @Property
    void shouldRankAsTheLibraryDoes(@ForAll("pairs") List<double[]> pairs) {
        List<double[]> withTies = pairs.stream()
                // + 0.0: the library ranks -0.0 below 0.0
                .map(pair -> new double[] {Math.rint(pair[0] / 200) + 0.0, Math.rint(pair[1] / 200) + 0.0})
                .toList();
        double expected = new SpearmansCorrelation().correlation(column(withTies, 0), column(withTies, 1));

        assertSame(new RankCorrelation(column(withTies, 1)).with(column(withTies, 0)), expected);
    }

    @Example
    void shouldRankOnlyThePairsThatAreKnownAndEachSetOfThemAnew() {
        RankCorrelation y = new RankCorrelation(new double[] {1, 2, 3, 40, 5});

        assertThat(y.with(new double[] {1, 2, 3, Double.NaN, 4}).coefficient()).isCloseTo(1, within(1e-12));
        assertThat(y.with(new double[] {5, Double.NaN, 4, 1, 3}).coefficient()).isCloseTo(-1, within(1e-12));
        assertThat(y.with(new double[] {1, 2, 3, 5, 4})).satisfies(all -> {
            assertThat(all.coefficient()).isCloseTo(1, within(1e-12));
            assertThat(all.pairs()).isEqualTo(5);
        });
    }

    @Example
    void shouldNotLoseDigitsWhereValuesLieFarFromZero() {
        CoMoments moments = new CoMoments();
        double[] x = new double[1_000];
        double[] y = new double[1_000];
        for (int i = 0; i < x.length; i++) {
            x[i] = Math.sin(i);
            y[i] = Math.sin(i) + 0.5 * Math.cos(3 * i);
            moments.add(1e9 + x[i], 1e9 + y[i]);
        }

        assertThat(moments.pearson().coefficient())
                .isCloseTo(new PearsonsCorrelation().correlation(x, y), within(1e-6));
    }

    @Example
    void shouldNotKnowTheCorrelationOfAConstantOrOfTwoPairs() {
        CoMoments constant = new CoMoments();
        CoMoments two = new CoMoments();
        for (int i = 0; i < 10; i++) {
            constant.add(i, 0.1);
        }
        two.add(1, 2);
        two.add(2, 3);

        assertThat(constant.pearson().isKnown()).isFalse();
        assertThat(two.pearson().isKnown()).isFalse();
        assertThat(two.pearson().pairs()).isEqualTo(2);
    }

    @Example
    void shouldGiveTheSignificanceOfStudentsDistribution() {
        // t = r sqrt(n - 2) / sqrt(1 - r^2) with 6 degrees of freedom; reference value of SciPy's pearsonr
        assertThat(CorrelationCoefficient.of(-0.840767463893647, 8).p()).isCloseTo(0.008926347547818014, within(1e-12));
        assertThat(CorrelationCoefficient.of(1, 8).p()).isZero();
        assertThat(CorrelationCoefficient.of(0, 8).p()).isCloseTo(1, within(1e-12));
    }

    @Example
    void shouldReadWhatItWrote() throws IOException {
        CoMoments moments = of(List.of(new double[] {1, 2}, new double[] {3, 5}, new double[] {4, 4}), 1);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        moments.writeTo(new DataOutputStream(bytes));
        CoMoments read = CoMoments.readFrom(new DataInputStream(new ByteArrayInputStream(bytes.toByteArray())));

        assertThat(read.pearson()).isEqualTo(moments.pearson());
    }
}
