package io.barograph.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** The folders show the architecture, and dependencies point one way. */
@AnalyzeClasses(packages = "io.barograph", importOptions = ImportOption.DoNotIncludeTests.class)
class DependencyDirectionTest {
    private static final String SCHEMAS = "io.barograph.schemas..";
    private static final String ANALYTICS = "io.barograph.analytics..";
    private static final String JOBS = "io.barograph.jobs..";
    private static final String COLLECTORS = "io.barograph.collectors..";
    private static final String INFLUXDB = "io.barograph.influxdb..";
    private static final String CHAT = "io.barograph.chat..";
    private static final String UMAMI = "io.barograph.umami..";
    private static final String LIVE = "io.barograph.live..";
    private static final String LOCAL = "io.barograph.local..";
    private static final String FLINK = "org.apache.flink..";
    private static final String KAFKA = "org.apache.kafka..";

    @ArchTest
    static final ArchRule schemas_see_nothing_of_barograph = noClasses()
            .that()
            .resideInAPackage(SCHEMAS)
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(ANALYTICS, JOBS, COLLECTORS, INFLUXDB, CHAT, UMAMI, LIVE, LOCAL, FLINK, KAFKA);

    @ArchTest
    static final ArchRule analytics_are_pure = noClasses()
            .that()
            .resideInAPackage(ANALYTICS)
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                    JOBS,
                    COLLECTORS,
                    INFLUXDB,
                    CHAT,
                    UMAMI,
                    LIVE,
                    LOCAL,
                    FLINK,
                    KAFKA,
                    "java.nio.file..",
                    "java.net..");

    @ArchTest
    static final ArchRule analytics_have_no_clock = noClasses()
            .that()
            .resideInAPackage(ANALYTICS)
            .should()
            .callMethod(System.class, "currentTimeMillis")
            .orShould()
            .callMethod(System.class, "nanoTime")
            .orShould()
            .callMethod(java.time.Instant.class, "now");

    @ArchTest
    static final ArchRule collectors_know_no_flink = noClasses()
            .that()
            .resideInAPackage(COLLECTORS)
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(JOBS, INFLUXDB, CHAT, UMAMI, LIVE, LOCAL, FLINK);

    @ArchTest
    static final ArchRule the_influxdb_sink_stands_alone = noClasses()
            .that()
            .resideInAPackage(INFLUXDB)
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(SCHEMAS, ANALYTICS, JOBS, COLLECTORS, CHAT, UMAMI, LIVE, LOCAL);

    @ArchTest
    static final ArchRule chat_sees_its_settings_only = noClasses()
            .that()
            .resideInAPackage(CHAT)
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(ANALYTICS, JOBS, COLLECTORS, INFLUXDB, UMAMI, LIVE, LOCAL, FLINK, KAFKA);

    @ArchTest
    static final ArchRule only_alerting_knows_chat = noClasses()
            .that()
            .resideInAPackage(JOBS)
            .and()
            .resideOutsideOfPackage("io.barograph.jobs.alerting..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage(CHAT);

    @ArchTest
    static final ArchRule jobs_see_neither_collectors_nor_the_local_stack = noClasses()
            .that()
            .resideInAPackage(JOBS)
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(COLLECTORS, UMAMI, LIVE, LOCAL);

    @ArchTest
    static final ArchRule pictures_are_drawn_from_records = noClasses()
            .that()
            .resideInAPackage(UMAMI)
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                    JOBS, COLLECTORS, INFLUXDB, CHAT, LIVE, LOCAL, FLINK, KAFKA, "java.nio.file..", "java.net..");

    @ArchTest
    static final ArchRule the_live_page_shows_what_it_is_given = noClasses()
            .that()
            .resideInAPackage(LIVE)
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(JOBS, COLLECTORS, CHAT, LOCAL, FLINK, KAFKA);

    @ArchTest
    static final ArchRule only_publishing_knows_influxdb = noClasses()
            .that()
            .resideInAPackage(JOBS)
            .and()
            .resideOutsideOfPackage("io.barograph.jobs.publish..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage(INFLUXDB);

    @ArchTest
    static final ArchRule workflows_know_neither_topics_nor_environment = noClasses()
            .that()
            .haveSimpleNameEndingWith("Workflow")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("io.barograph.jobs.topics..")
            .orShould()
            .dependOnClassesThat()
            .haveSimpleName("StreamExecutionEnvironment");

    @ArchTest
    static final ArchRule operators_read_no_wall_clock = noClasses()
            .that()
            .resideInAPackage("io.barograph.jobs.analysis..")
            .should()
            .callMethod(System.class, "currentTimeMillis")
            .orShould()
            .callMethod(java.time.Instant.class, "now");

    @ArchTest
    static final ArchRule wire_records_are_generated = classes()
            .that()
            .resideInAPackage(SCHEMAS)
            .and()
            .areAssignableTo(org.apache.avro.specific.SpecificRecordBase.class)
            .should()
            .beAnnotatedWith(org.apache.avro.specific.AvroGenerated.class);

    @ArchTest
    static final ArchRule packages_have_no_cycles =
            slices().matching("io.barograph.(*).(**)").should().beFreeOfCycles();
}
