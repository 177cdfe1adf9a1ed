package io.barograph.stack;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Starts a main class of the tests in a process of its own, with the class path and Java options of the tests. */
final class JavaProgram {
    private JavaProgram() {}

    /**
     * @param main class with a main method
     * @param arguments its arguments
     * @return the process; its errors go where those of the tests go
     */
    static Process start(Class<?> main, String... arguments) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(option -> option.startsWith("--add-"))
                .forEach(command::add);
        command.add(main.getName());
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT);
        builder.environment().put("CLASSPATH", System.getProperty("java.class.path"));
        return builder.start();
    }
}
