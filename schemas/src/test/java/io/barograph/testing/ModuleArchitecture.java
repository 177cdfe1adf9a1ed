package io.barograph.testing;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.core.importer.Location;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Stream;

/**
 * Which package may depend on which: {@code schemas <- rules <- operators <- workflows <- jobs}, {@code schemas <-
 * connectors}; infra may see all, and nothing sees infra. Each module applies all rules to its own classes, so that a wrong
 * arrow fails where it is drawn.
 */
public final class ModuleArchitecture {
    private static final String[] FEATURES = {
        "alerting", "contention", "jobstats", "runs", "servers", "slowdown", "verdicts"
    };
    private static final String[] RULES = packages("io.barograph.%s..", FEATURES);
    private static final String[] OPERATORS = packages("io.barograph.%s.operators..", FEATURES);
    private static final String[] SCHEMAS = {"io.barograph.schemas..", "io.barograph.configuration.."};
    private static final String[] FLINK_SUPPORT = {"io.barograph.flink.."};
    private static final String[] JOBS = {"io.barograph.jobs.."};
    private static final String[] SOURCES = {"io.barograph.runtime..", "io.barograph.sources.."};
    private static final String[] INFLUXDB = {"io.barograph.influxdb.."};
    private static final String[] CHAT = {"io.barograph.chat.."};
    private static final String[] PICTURES = {"io.barograph.pictures.."};
    private static final String[] PAGE = {"io.barograph.page.."};
    private static final String[] INFRA = {"io.barograph.stack..", "io.barograph.cli..", "io.barograph.lab.."};
    private static final String[] FLINK = {"org.apache.flink.."};
    private static final String[] KAFKA = {"org.apache.kafka.."};
    private static final String[] INPUT_AND_OUTPUT = {"java.nio.file..", "java.net.."};

    private ModuleArchitecture() {}

    /** The classes that the module under test compiles: neither its tests, nor those of other modules. */
    public static final class OwnClasses implements ImportOption {
        private static final Path FOLDER = Path.of(System.getProperty("basedir", ""), "target", "classes");

        @Override
        public boolean includes(Location location) {
            return location.contains(FOLDER.toAbsolutePath().toString());
        }
    }

    /** Fails where there is nothing to test, which all other rules are content with. */
    @ArchTest
    static final ArchRule the_module_has_classes = classes().should().resideInAPackage("io.barograph..");

    @ArchTest
    static final ArchRule schemas_see_nothing_of_barograph = dependency(
            SCHEMAS, RULES, FLINK_SUPPORT, JOBS, SOURCES, INFLUXDB, CHAT, PICTURES, PAGE, INFRA, FLINK, KAFKA);

    @ArchTest
    static final ArchRule rules_are_pure = noClasses()
            .that()
            .resideInAnyPackage(RULES)
            .and()
            .resideOutsideOfPackages(OPERATORS)
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(all(
                    OPERATORS,
                    FLINK_SUPPORT,
                    JOBS,
                    SOURCES,
                    INFLUXDB,
                    CHAT,
                    PICTURES,
                    PAGE,
                    INFRA,
                    FLINK,
                    KAFKA,
                    INPUT_AND_OUTPUT))
            .allowEmptyShould(true);

    @ArchTest
    static final ArchRule rules_have_no_clock = noClasses()
            .that()
            .resideInAnyPackage(RULES)
            .and()
            .resideOutsideOfPackages(OPERATORS)
            .should()
            .callMethod(System.class, "currentTimeMillis")
            .orShould()
            .callMethod(System.class, "nanoTime")
            .orShould()
            .callMethod(java.time.Instant.class, "now")
            .allowEmptyShould(true);

    @ArchTest
    static final ArchRule operators_read_no_wall_clock = noClasses()
            .that()
            .resideInAnyPackage(OPERATORS)
            .should()
            .callMethod(System.class, "currentTimeMillis")
            .orShould()
            .callMethod(java.time.Instant.class, "now")
            .allowEmptyShould(true);

    @ArchTest
    static final ArchRule operators_see_neither_jobs_nor_what_surrounds_them =
            dependency(all(FLINK_SUPPORT, OPERATORS), JOBS, SOURCES, INFLUXDB, PICTURES, PAGE, INFRA);

    @ArchTest
    static final ArchRule jobs_see_neither_sources_nor_infra = dependency(JOBS, SOURCES, PICTURES, PAGE, INFRA);

    @ArchTest
    static final ArchRule only_publishing_knows_influxdb = noClasses()
            .that()
            .resideInAnyPackage(JOBS)
            .and()
            .resideOutsideOfPackage("io.barograph.jobs.publish..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(INFLUXDB)
            .allowEmptyShould(true);

    @ArchTest
    static final ArchRule only_alerting_knows_chat = noClasses()
            .that()
            .resideInAnyPackage(all(FLINK_SUPPORT, RULES, JOBS))
            .and()
            .resideOutsideOfPackage("io.barograph.alerting.operators..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(CHAT)
            .allowEmptyShould(true);

    @ArchTest
    static final ArchRule sources_know_no_flink =
            dependency(SOURCES, RULES, FLINK_SUPPORT, JOBS, INFLUXDB, CHAT, PICTURES, PAGE, INFRA, FLINK);

    @ArchTest
    static final ArchRule the_influxdb_sink_stands_alone =
            dependency(INFLUXDB, SCHEMAS, RULES, FLINK_SUPPORT, JOBS, SOURCES, CHAT, PICTURES, PAGE, INFRA);

    @ArchTest
    static final ArchRule chat_sees_its_settings_only =
            dependency(CHAT, RULES, FLINK_SUPPORT, JOBS, SOURCES, INFLUXDB, PICTURES, PAGE, INFRA, FLINK, KAFKA);

    @ArchTest
    static final ArchRule pictures_are_drawn_from_records = dependency(
            PICTURES,
            OPERATORS,
            FLINK_SUPPORT,
            JOBS,
            SOURCES,
            INFLUXDB,
            CHAT,
            PAGE,
            INFRA,
            FLINK,
            KAFKA,
            INPUT_AND_OUTPUT);

    @ArchTest
    static final ArchRule the_page_shows_what_it_is_given =
            dependency(PAGE, OPERATORS, FLINK_SUPPORT, JOBS, SOURCES, CHAT, INFRA, FLINK, KAFKA);

    @ArchTest
    static final ArchRule the_command_line_needs_no_lab = dependency(
            new String[] {"io.barograph.stack..", "io.barograph.cli.."}, new String[] {"io.barograph.lab.."});

    @ArchTest
    static final ArchRule workflows_know_neither_topics_nor_environment = noClasses()
            .that()
            .haveSimpleNameEndingWith("Workflow")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("io.barograph.flink.topics..")
            .orShould()
            .dependOnClassesThat()
            .haveSimpleName("StreamExecutionEnvironment")
            .allowEmptyShould(true);

    @ArchTest
    static final ArchRule wire_records_are_generated = classes()
            .that()
            .areAssignableTo(org.apache.avro.specific.SpecificRecordBase.class)
            .should()
            .beAnnotatedWith(org.apache.avro.specific.AvroGenerated.class)
            .allowEmptyShould(true);

    private static ArchRule dependency(String[] from, String[]... to) {
        return noClasses()
                .that()
                .resideInAnyPackage(from)
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(all(to))
                .allowEmptyShould(true);
    }

    private static String[] all(String[]... packages) {
        return Stream.of(packages).flatMap(Arrays::stream).toArray(String[]::new);
    }

    private static String[] packages(String pattern, String[] names) {
        return Stream.of(names).map(pattern::formatted).toArray(String[]::new);
    }
}
