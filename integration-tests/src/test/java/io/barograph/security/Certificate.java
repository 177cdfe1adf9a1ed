package io.barograph.security;

import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/**
 * A certificate of the loopback that vouches for itself, made by Java's own keytool, in the forms that servers and
 * clients take.
 *
 * @param keyStore the certificate with its key, PKCS 12
 * @param pem the certificate, PEM
 * @param pemWithKey the certificate and its key, PEM
 * @param trustStore a trust store that holds nothing else, PKCS 12, with the password {@value #TRUST_STORE_PASSWORD}
 */
record Certificate(Path keyStore, Path pem, Path pemWithKey, Path trustStore) {
    static final String TRUST_STORE_PASSWORD = "changeit";

    static Certificate make(Path folder, String password) throws Exception {
        Path keyStore = folder.resolve("server.p12");
        Path pem = folder.resolve("ca.pem");
        Path trustStore = folder.resolve("ca.p12");
        keytool(
                folder,
                List.of(
                        "-genkeypair",
                        "-alias",
                        "server",
                        "-keyalg",
                        "RSA",
                        "-keysize",
                        "2048",
                        "-dname",
                        "CN=127.0.0.1",
                        "-ext",
                        "san=ip:127.0.0.1",
                        "-ext",
                        "bc=ca:true",
                        "-keystore",
                        keyStore.toString(),
                        "-storepass",
                        password));
        keytool(
                folder,
                List.of(
                        "-exportcert",
                        "-rfc",
                        "-alias",
                        "server",
                        "-keystore",
                        keyStore.toString(),
                        "-storepass",
                        password,
                        "-file",
                        pem.toString()));
        keytool(
                folder,
                List.of(
                        "-importcert",
                        "-noprompt",
                        "-alias",
                        "site-ca",
                        "-file",
                        pem.toString(),
                        "-keystore",
                        trustStore.toString(),
                        "-storepass",
                        TRUST_STORE_PASSWORD));
        KeyStore keys = load(keyStore, password);
        String key = Base64.getMimeEncoder(64, "\n".getBytes(StandardCharsets.US_ASCII))
                .encodeToString(keys.getKey("server", password.toCharArray()).getEncoded());
        Path pemWithKey = Files.writeString(
                folder.resolve("server.pem"),
                Files.readString(pem) + "-----BEGIN PRIVATE KEY-----\n" + key + "\n-----END PRIVATE KEY-----\n");
        return new Certificate(keyStore, pem, pemWithKey, trustStore);
    }

    private static void keytool(Path folder, List<String> arguments) throws Exception {
        Path log = folder.resolve("keytool.log");
        List<String> command = new java.util.ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
        command.addAll(arguments);
        Process keytool = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        if (!keytool.waitFor(1, TimeUnit.MINUTES) || keytool.exitValue() != 0) {
            throw new AssertionError("keytool failed: " + Files.readString(log));
        }
    }

    private static KeyStore load(Path file, String password) throws Exception {
        KeyStore keys = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(file)) {
            keys.load(in, password.toCharArray());
        }
        return keys;
    }

    /** A TLS context that trusts this certificate only. */
    SSLContext context() throws Exception {
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(load(trustStore, TRUST_STORE_PASSWORD));
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, trust.getTrustManagers(), null);
        return context;
    }
}
