package io.barograph.stack;

import io.barograph.runtime.PrivateFolder;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.spec.ECGenParameterSpec;
import java.util.Base64;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.SecurityOptions;

/**
 * One key and its certificate, made at each start, that Flink's listeners have and ask of whoever connects: who can read
 * the folder may, and nobody else.
 */
final class FlinkKeys {
    private static final String ALIAS = "barograph";

    /** It opens at once, which Flink does half a dozen times; others spend thousands of iterations on each password. */
    private static final String TYPE = "JKS";

    /** Of TLS 1.2, which Flink speaks; its own default is for RSA keys. */
    private static final String CIPHERS =
            "TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256,TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384";

    private final Path store;
    private final String password;
    private final KeyStore keys;

    private FlinkKeys(Path store, String password, KeyStore keys) {
        this.store = store;
        this.password = password;
        this.keys = keys;
    }

    /**
     * @param folder where they are kept: {@code keys.jks}, and the same key and certificate as text in {@code client.pem}
     * @return new keys; those of an earlier start are void
     */
    static FlinkKeys makeIn(Path folder) throws IOException {
        PrivateFolder.create(folder);
        Path store = folder.resolve("keys.jks");
        String password = GeneratedPasswords.random();
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("EC"); // RSA takes a second
            generator.initialize(new ECGenParameterSpec("secp256r1"));
            KeyPair pair = generator.generateKeyPair();
            Certificate[] chain = {SelfSignedCertificate.of(pair, "Barograph on this machine")};
            KeyStore keys = KeyStore.getInstance(TYPE);
            keys.load(null, null);
            keys.setKeyEntry(ALIAS, pair.getPrivate(), password.toCharArray(), chain);
            ByteArrayOutputStream content = new ByteArrayOutputStream();
            keys.store(content, password.toCharArray());
            PrivateFolder.write(store, content.toByteArray());
            FlinkKeys made = new FlinkKeys(store, password, keys);
            PrivateFolder.write(folder.resolve("client.pem"), made.text());
            return made;
        } catch (GeneralSecurityException e) {
            throw unusable(e);
        }
    }

    /** @param options options of a cluster; TLS in both directions is added for all its listeners */
    void addTo(Configuration options) {
        options.set(SecurityOptions.SSL_ALGORITHMS, CIPHERS);
        options.set(SecurityOptions.SSL_INTERNAL_ENABLED, true);
        options.set(SecurityOptions.SSL_INTERNAL_KEYSTORE_TYPE, TYPE);
        options.set(SecurityOptions.SSL_INTERNAL_KEYSTORE, store.toString());
        options.set(SecurityOptions.SSL_INTERNAL_KEYSTORE_PASSWORD, password);
        options.set(SecurityOptions.SSL_INTERNAL_KEY_PASSWORD, password);
        options.set(SecurityOptions.SSL_INTERNAL_TRUSTSTORE_TYPE, TYPE);
        options.set(SecurityOptions.SSL_INTERNAL_TRUSTSTORE, store.toString());
        options.set(SecurityOptions.SSL_INTERNAL_TRUSTSTORE_PASSWORD, password);
        options.set(SecurityOptions.SSL_REST_ENABLED, true);
        options.set(SecurityOptions.SSL_REST_AUTHENTICATION_ENABLED, true);
        options.set(SecurityOptions.SSL_REST_KEYSTORE_TYPE, TYPE);
        options.set(SecurityOptions.SSL_REST_KEYSTORE, store.toString());
        options.set(SecurityOptions.SSL_REST_KEYSTORE_PASSWORD, password);
        options.set(SecurityOptions.SSL_REST_KEY_PASSWORD, password);
        options.set(SecurityOptions.SSL_REST_TRUSTSTORE_TYPE, TYPE);
        options.set(SecurityOptions.SSL_REST_TRUSTSTORE, store.toString());
        options.set(SecurityOptions.SSL_REST_TRUSTSTORE_PASSWORD, password);
    }

    /** @return TLS of a client that Flink answers */
    SSLContext client() {
        try {
            KeyManagerFactory own = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            own.init(keys, password.toCharArray());
            KeyStore trusted = KeyStore.getInstance(TYPE);
            trusted.load(null, null);
            trusted.setCertificateEntry(ALIAS, keys.getCertificate(ALIAS));
            TrustManagerFactory others = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            others.init(trusted);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(own.getKeyManagers(), others.getTrustManagers(), null);
            return context;
        } catch (GeneralSecurityException | IOException e) {
            throw unusable(e);
        }
    }

    private String text() throws GeneralSecurityException {
        return pem("PRIVATE KEY", keys.getKey(ALIAS, password.toCharArray()).getEncoded())
                + pem("CERTIFICATE", keys.getCertificate(ALIAS).getEncoded());
    }

    private static String pem(String what, byte[] content) {
        Base64.Encoder lines = Base64.getMimeEncoder(64, new byte[] {'\n'});
        return "-----BEGIN " + what + "-----\n" + lines.encodeToString(content) + "\n-----END " + what + "-----\n";
    }

    private static CommandFailedException unusable(Exception cause) {
        return new CommandFailedException(
                "the key made for Flink cannot be used: " + cause.getMessage(), "Check that Java is whole.", cause);
    }
}
