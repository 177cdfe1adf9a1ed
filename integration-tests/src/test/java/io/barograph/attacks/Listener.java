package io.barograph.attacks;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * A TCP port that a process listens on, as the kernel shows it: what {@code ss -ltnp} shows.
 *
 * @param program main class or program of the process
 * @param address address that it is bound to
 * @param port the port
 */
record Listener(String program, String address, int port) {
    private static final String LISTENING = "0A";

    /** @return those of a process and of all that it has started */
    static List<Listener> of(ProcessHandle root) throws IOException {
        Map<String, String> programs = new HashMap<>(); // by inode of the socket
        for (ProcessHandle process :
                Stream.concat(Stream.of(root), root.descendants()).toList()) {
            String program = program(process.pid());
            sockets(process.pid()).forEach(inode -> programs.put(inode, program));
        }
        List<Listener> listeners = new ArrayList<>();
        for (String table : List.of("tcp", "tcp6")) {
            for (String line : Files.readAllLines(Path.of("/proc", Long.toString(root.pid()), "net", table))) {
                String[] fields = line.strip().split("\\s+", -1);
                if (fields[3].equals(LISTENING) && programs.containsKey(fields[9])) {
                    String[] local = fields[1].split(":", -1);
                    listeners.add(
                            new Listener(programs.get(fields[9]), address(local[0]), Integer.parseInt(local[1], 16)));
                }
            }
        }
        return listeners;
    }

    private static String program(long pid) throws IOException {
        String command = Files.readString(Path.of("/proc", Long.toString(pid), "cmdline"));
        return command.contains("kafka.Kafka")
                ? "Kafka broker"
                : command.contains("influxd") ? "InfluxDB" : "barograph";
    }

    private static List<String> sockets(long pid) throws IOException {
        try (Stream<Path> files = Files.list(Path.of("/proc", Long.toString(pid), "fd"))) {
            return files.map(Listener::target)
                    .filter(target -> target.startsWith("socket:["))
                    .map(target -> target.substring("socket:[".length(), target.length() - 1))
                    .toList();
        }
    }

    private static String target(Path link) {
        try {
            return Files.readSymbolicLink(link).toString();
        } catch (IOException e) {
            return ""; // closed meanwhile
        }
    }

    /** The kernel writes words of four bytes as the processor has them; all that Barograph runs on is little-endian. */
    private static String address(String hex) {
        byte[] bytes = HexFormat.of().parseHex(hex);
        byte[] inOrder = new byte[bytes.length];
        for (int i = 0; i < bytes.length; i++) {
            inOrder[i] = bytes[i / 4 * 4 + 3 - i % 4];
        }
        try {
            return InetAddress.getByAddress(inOrder).getHostAddress();
        } catch (UnknownHostException e) {
            throw new UncheckedIOException(e);
        }
    }
}
