package io.barograph.stack;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.SecureRandom;
import java.security.Signature;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;

/**
 * A certificate of this machine's loopback address that its own elliptic-curve key signs, in DER as RFC 5280, section 4.1,
 * lays it out. It is valid at all times, as it ends with the process that made it.
 *
 * <p>Java makes such certificates in its program keytool only, which takes half a second to start.
 */
final class SelfSignedCertificate {
    private static final int INTEGER = 0x02;
    private static final int BIT_STRING = 0x03;
    private static final int OCTET_STRING = 0x04;
    private static final int OBJECT_IDENTIFIER = 0x06;
    private static final int UTF8_STRING = 0x0c;
    private static final int UTC_TIME = 0x17;
    private static final int GENERALIZED_TIME = 0x18;
    private static final int SEQUENCE = 0x30;
    private static final int SET = 0x31;
    private static final int IP_ADDRESS = 0x87;
    private static final int VERSION = 0xa0;
    private static final int EXTENSIONS = 0xa3;

    private static final byte[] LOOPBACK = {127, 0, 0, 1};
    private static final byte[] VERSION_3 = {2};

    /** 1.2.840.10045.4.3.2. */
    private static final byte[] ECDSA_WITH_SHA256 = {0x2a, (byte) 0x86, 0x48, (byte) 0xce, 0x3d, 4, 3, 2};

    /** 2.5.4.3. */
    private static final byte[] COMMON_NAME = {0x55, 4, 3};

    /** 2.5.29.17. */
    private static final byte[] SUBJECT_ALTERNATIVE_NAME = {0x55, 0x1d, 0x11};

    /** What RFC 5280 has for no end. */
    private static final String NEVER = "99991231235959Z";

    private SelfSignedCertificate() {}

    /**
     * @param keys of an elliptic curve
     * @param name common name of subject and issuer
     */
    static Certificate of(KeyPair keys, String name) throws GeneralSecurityException {
        byte[] algorithm = element(SEQUENCE, element(OBJECT_IDENTIFIER, ECDSA_WITH_SHA256));
        byte[] content = content(keys, algorithm, name);
        Signature signature = Signature.getInstance("SHA256withECDSA");
        signature.initSign(keys.getPrivate());
        signature.update(content);
        byte[] certificate = element(SEQUENCE, content, algorithm, bits(signature.sign()));
        return CertificateFactory.getInstance("X.509").generateCertificate(new ByteArrayInputStream(certificate));
    }

    private static byte[] content(KeyPair keys, byte[] algorithm, String name) {
        byte[] serial = new BigInteger(Long.SIZE, new SecureRandom()).toByteArray();
        byte[] commonName = element(
                SEQUENCE,
                element(
                        SET,
                        element(
                                SEQUENCE,
                                element(OBJECT_IDENTIFIER, COMMON_NAME),
                                element(UTF8_STRING, name.getBytes(StandardCharsets.UTF_8)))));
        byte[] always = element(
                SEQUENCE,
                element(UTC_TIME, "700101000000Z".getBytes(StandardCharsets.US_ASCII)),
                element(GENERALIZED_TIME, NEVER.getBytes(StandardCharsets.US_ASCII)));
        byte[] address = element(
                SEQUENCE,
                element(OBJECT_IDENTIFIER, SUBJECT_ALTERNATIVE_NAME),
                element(OCTET_STRING, element(SEQUENCE, element(IP_ADDRESS, LOOPBACK))));
        return element(
                SEQUENCE,
                element(VERSION, element(INTEGER, VERSION_3)),
                element(INTEGER, serial),
                algorithm,
                commonName,
                always,
                commonName,
                keys.getPublic().getEncoded(),
                element(EXTENSIONS, element(SEQUENCE, address)));
    }

    private static byte[] bits(byte[] octets) {
        byte[] noneUnused = {0};
        return element(BIT_STRING, noneUnused, octets);
    }

    private static byte[] element(int tag, byte[]... parts) {
        int length = 0;
        for (byte[] part : parts) {
            length += part.length;
        }
        ByteArrayOutputStream element = new ByteArrayOutputStream();
        element.write(tag);
        if (length < 0x80) {
            element.write(length);
        } else {
            byte[] digits = BigInteger.valueOf(length).toByteArray();
            int leading = digits[0] == 0 ? 1 : 0;
            element.write(0x80 | (digits.length - leading));
            element.write(digits, leading, digits.length - leading);
        }
        for (byte[] part : parts) {
            element.writeBytes(part);
        }
        return element.toByteArray();
    }
}
