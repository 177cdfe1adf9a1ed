package io.barograph.cli.command;

import io.barograph.stack.CommandFailedException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Stands for {@code ./barograph test} in the help: the launcher runs it without this program, which it may not have. */
@Command(
        name = "test",
        description = {
            "Builds everything and runs the tests. On Debian it first installs what they use, as root or with sudo.",
            "Ends with what was skipped, why, and the counts."
        },
        footer = {
            "  ./barograph test",
            "  ./barograph test --all",
            "  ./barograph test -pl schemas -Dtest=AvroCodecTest -Dsurefire.failIfNoSpecifiedTests=false"
        })
public final class TestCommand implements Runnable {
    @Option(
            names = "--all",
            description = "Everything at full length, faults and attacks in containers included: over an hour.")
    @SuppressWarnings("UnusedVariable") // as below
    private boolean all;

    @Parameters(paramLabel = "MAVEN_ARGUMENT", arity = "0..*", description = "Handed to \"mvn verify\".")
    @SuppressWarnings("UnusedVariable") // only the help shows it: the launcher has read it
    private String[] mavenArguments;

    @Override
    public void run() {
        throw new CommandFailedException(
                "the launcher runs the tests, not the program behind it", "Run ./barograph test in the source folder.");
    }
}
