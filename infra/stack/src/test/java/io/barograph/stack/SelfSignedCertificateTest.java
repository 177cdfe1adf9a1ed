package io.barograph.stack;

import static org.assertj.core.api.Assertions.assertThat;

import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SelfSignedCertificateTest {
    /** With lengths of one octet, two and three. */
    @ParameterizedTest
    @ValueSource(ints = {1, 100, 127, 128, 200, 255, 256, 400})
    void shouldBeSignedByItsKeyAndNameTheLoopback(int length) throws Exception {
        KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
        generator.initialize(new ECGenParameterSpec("secp256r1"));
        KeyPair keys = generator.generateKeyPair();
        String name = "n".repeat(length);

        X509Certificate certificate = (X509Certificate) SelfSignedCertificate.of(keys, name);

        certificate.verify(keys.getPublic());
        certificate.checkValidity();
        assertThat(certificate.getPublicKey()).isEqualTo(keys.getPublic());
        assertThat(certificate.getVersion()).isEqualTo(3);
        assertThat(certificate.getSerialNumber()).isPositive();
        assertThat(certificate.getSubjectX500Principal().getName()).isEqualTo("CN=" + name);
        assertThat(certificate.getIssuerX500Principal()).isEqualTo(certificate.getSubjectX500Principal());
        assertThat(certificate.getSubjectAlternativeNames()).containsExactly(List.of(7, "127.0.0.1"));
    }
}
