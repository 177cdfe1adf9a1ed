package io.barograph.page;

import io.barograph.configuration.LivePageSettings;
import io.barograph.configuration.ThisHostNames;
import io.barograph.page.results.PageViewer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.HexFormat;
import org.eclipse.jetty.http.HttpCookie;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Request;

/** Who may look, and as whom. */
final class PageAuthentication {
    private static final String COOKIE = "barograph";
    private static final int MIN_TOKEN = 16;

    private final LivePageSettings settings;
    private final String token;
    private final String session;

    /** @throws IOException if the token cannot be read, or is too short to be one */
    PageAuthentication(LivePageSettings settings) throws IOException {
        this.settings = settings;
        this.token = settings.tokenFile() == null ? null : read(settings);
        // Not the token: what a browser stores opens the page until it restarts, and nothing else.
        byte[] random = new byte[32];
        new SecureRandom().nextBytes(random);
        this.session = HexFormat.of().formatHex(random);
    }

    private static String read(LivePageSettings settings) throws IOException {
        String token;
        try {
            token = Files.readString(settings.tokenFile())
                    .lines()
                    .findFirst()
                    .orElse("")
                    .strip();
        } catch (IOException e) {
            throw new IOException(
                    "cannot read livePage.tokenFile " + settings.tokenFile() + " ("
                            + e.getClass().getSimpleName() + "); put the token in its first line",
                    e);
        }
        if (token.length() < MIN_TOKEN) {
            throw new IOException("livePage.tokenFile " + settings.tokenFile() + " holds no token of at least "
                    + MIN_TOKEN + " characters; for instance: openssl rand -hex 32 > FILE");
        }
        return token;
    }

    boolean isProtected() {
        return token != null;
    }

    boolean isToken(String text) {
        return same(token, text == null ? "" : text.strip());
    }

    /** The cookie for who has shown the token. */
    HttpCookie cookie(boolean secure) {
        return HttpCookie.build(COOKIE, session)
                .path("/")
                .httpOnly(true)
                .secure(secure)
                .sameSite(HttpCookie.SameSite.LAX)
                .build();
    }

    boolean isAllowed(Request request) {
        if (token == null) {
            return isForThisHost(request);
        }
        String authorization = request.getHeaders().get(HttpHeader.AUTHORIZATION);
        if (authorization != null && authorization.startsWith("Bearer ")) {
            return isToken(authorization.substring("Bearer ".length()));
        }
        return Request.getCookies(request).stream()
                .anyMatch(cookie -> cookie.getName().equals(COOKIE) && same(session, cookie.getValue()));
    }

    /** Without a token the page is for browsers on this host. A reverse proxy passes on names of its own. */
    private boolean isForThisHost(Request request) {
        return settings.userHeader() != null
                || ThisHostNames.include(request.getHeaders().get(HttpHeader.HOST), settings.address());
    }

    PageViewer viewer(Request request) {
        if (settings.audience() == LivePageSettings.Audience.STAFF) {
            return PageViewer.STAFF;
        }
        String user =
                settings.userHeader() == null ? null : request.getHeaders().get(settings.userHeader());
        return PageViewer.user(user == null ? "" : user.strip());
    }

    /** In a time that does not depend on where they differ, nor on their lengths. */
    private static boolean same(String secret, String text) {
        return MessageDigest.isEqual(hash(secret), hash(text));
    }

    private static byte[] hash(String text) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java runtime has SHA-256", e);
        }
    }
}
