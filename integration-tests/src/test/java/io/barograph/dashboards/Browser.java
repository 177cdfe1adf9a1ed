package io.barograph.dashboards;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.logging.Level;
import java.util.stream.Collectors;
import org.openqa.selenium.By;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;

/** Debian's Chromium without a screen. */
final class Browser implements AutoCloseable {
    private static final Path CHROMIUM = Path.of("/usr/bin/chromium");
    private static final Path DRIVER = Path.of("/usr/bin/chromedriver");
    private static final ObjectMapper JSON = new ObjectMapper();

    private final ChromeDriver driver;
    private final String axe;

    /** Without Chromium the test is skipped; in CI it fails. */
    static Browser start() throws IOException {
        boolean there = Files.isExecutable(CHROMIUM) && Files.isExecutable(DRIVER);
        String remedy = "There is no Chromium here, so the live page is not looked at; on Debian: apt-get install"
                + " chromium chromium-driver";
        if (System.getenv("CI") != null) {
            assertThat(there).as(remedy).isTrue();
        }
        assumeTrue(there, remedy);
        return new Browser();
    }

    private Browser() throws IOException {
        LoggingPreferences logs = new LoggingPreferences();
        logs.enable(LogType.BROWSER, Level.ALL);
        ChromeOptions options = new ChromeOptions();
        options.setBinary(CHROMIUM.toFile());
        // No sandbox: builds run as root. No shared memory: there is little of it in containers.
        options.addArguments("--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu");
        options.setCapability("goog:loggingPrefs", logs);
        ChromeDriverService service = new ChromeDriverService.Builder()
                .usingDriverExecutable(DRIVER.toFile())
                .build();
        driver = new ChromeDriver(service, options);
        try (InputStream in = Browser.class.getResourceAsStream("/axe.min.js")) {
            axe = new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    void open(URI page) {
        driver.get(page.toString());
    }

    /** Window of that many CSS pixels, in light or dark. */
    void look(int width, int height, boolean dark) {
        driver.executeCdpCommand(
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", false));
        driver.executeCdpCommand(
                "Emulation.setEmulatedMedia",
                Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", dark ? "dark" : "light"))));
    }

    Object run(String script) {
        return driver.executeScript(script);
    }

    List<String> texts(String selector) {
        return all(selector).stream().map(WebElement::getText).toList();
    }

    List<WebElement> all(String selector) {
        return driver.findElements(By.cssSelector(selector));
    }

    WebElement first(String selector) {
        return driver.findElement(By.cssSelector(selector));
    }

    URI address() {
        return URI.create(driver.getCurrentUrl());
    }

    /** @return errors on the console since the last call */
    List<String> errors() {
        return driver.manage().logs().get(LogType.BROWSER).getAll().stream()
                .filter(entry -> entry.getLevel().intValue() >= Level.SEVERE.intValue())
                .map(LogEntry::getMessage)
                .toList();
    }

    /** @return faults of accessibility that axe calls serious or critical */
    List<String> faults() throws IOException {
        driver.executeScript(axe);
        Object found = driver.executeAsyncScript("const done = arguments[arguments.length - 1];"
                + "axe.run(document, {resultTypes: ['violations']}).then(r => done(JSON.stringify(r.violations)));");
        JsonNode violations = JSON.readTree((String) found);
        List<JsonNode> all = new ArrayList<>();
        violations.forEach(all::add);
        return all.stream()
                .filter(fault -> List.of("serious", "critical")
                        .contains(fault.path("impact").asText()))
                .map(fault -> fault.path("id").asText() + ": "
                        + fault.path("nodes").findValuesAsText("html").stream()
                                .limit(3)
                                .collect(Collectors.joining(" | ")))
                .toList();
    }

    byte[] picture() {
        return driver.getScreenshotAs(OutputType.BYTES);
    }

    @Override
    public void close() {
        driver.quit();
    }
}
