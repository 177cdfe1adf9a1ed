package io.barograph.pictures;

import static org.assertj.core.api.Assertions.assertThat;

import java.awt.Color;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class PictureStyleTest {
    /** Eyes and what they make of linear red, green, blue (Machado et al., 2009, full severity). */
    private enum Eyes {
        ALL_COLOURS(1, 0, 0, 0, 1, 0, 0, 0, 1),
        NO_RED(0.152286, 1.052583, -0.204868, 0.114503, 0.786281, 0.099216, -0.003882, -0.048116, 1.051998),
        NO_GREEN(0.367322, 0.860646, -0.227968, 0.280085, 0.672501, 0.047413, -0.011820, 0.042940, 0.968881),
        NO_BLUE(1.255528, -0.076749, -0.178779, -0.078411, 0.930809, 0.147602, 0.004733, 0.691367, 0.303900);

        @SuppressWarnings("ImmutableEnumChecker") // nobody writes to it
        private final double[] matrix;

        Eyes(double... matrix) {
            this.matrix = matrix;
        }

        /** L*, a*, b* of the colour that is seen. */
        double[] lab(Color colour) {
            double[] linear = {linear(colour.getRed()), linear(colour.getGreen()), linear(colour.getBlue())};
            double[] seen = new double[3];
            for (int i = 0; i < 3; i++) {
                for (int j = 0; j < 3; j++) {
                    seen[i] += matrix[3 * i + j] * linear[j];
                }
                seen[i] = Math.max(0, Math.min(1, seen[i]));
            }
            double x = f((0.4124 * seen[0] + 0.3576 * seen[1] + 0.1805 * seen[2]) / 0.9505);
            double y = f(0.2126 * seen[0] + 0.7152 * seen[1] + 0.0722 * seen[2]);
            double z = f((0.0193 * seen[0] + 0.1192 * seen[1] + 0.9505 * seen[2]) / 1.089);
            return new double[] {116 * y - 16, 500 * (x - y), 200 * (y - z)};
        }

        private static double linear(int component) {
            double value = component / 255.0;
            return value <= 0.04045 ? value / 12.92 : Math.pow((value + 0.055) / 1.055, 2.4);
        }

        private static double f(double t) {
            return t > 0.008856 ? Math.cbrt(t) : 7.787 * t + 16.0 / 116;
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldTellQuartilesApartForAllEyes(Eyes eyes) {
        for (int a = 1; a <= 4; a++) {
            for (int b = a + 1; b <= 4; b++) {
                double[] one = eyes.lab(PictureStyle.quartile(a));
                double[] other = eyes.lab(PictureStyle.quartile(b));
                double difference = Math.sqrt(Math.pow(one[0] - other[0], 2)
                        + Math.pow(one[1] - other[1], 2)
                        + Math.pow(one[2] - other[2], 2));
                // 2.3 is just noticeable.
                assertThat(difference).as("quartiles %d and %d", a, b).isGreaterThan(20);
            }
        }
    }
}
