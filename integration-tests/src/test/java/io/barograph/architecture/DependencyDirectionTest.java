package io.barograph.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.util.Arrays;
import java.util.stream.Stream;

/** The folders show the architecture, and dependencies point one way. */
@AnalyzeClasses(packages = "io.barograph", importOptions = ImportOption.DoNotIncludeTests.class)
class DependencyDirectionTest {
    private static final String[] CONTRACTS = {
        "io.barograph.schemas.activity",
        "io.barograph.schemas.admission",
        "io.barograph.schemas.motif",
        "io.barograph.schemas",
        "io.barograph.configuration"
    };
    private static final String[] RULES = {
        "io.barograph.alerting",
        "io.barograph.verdicts.causes",
        "io.barograph.servers.character",
        "io.barograph.verdicts.climate",
        "io.barograph.contention",
        "io.barograph.verdicts.correlation",
        "io.barograph.servers.counters",
        "io.barograph.runs",
        "io.barograph.verdicts.explanation",
        "io.barograph.jobstats",
        "io.barograph.slowdown",
        "io.barograph.slowdown",
        "io.barograph.servers.history",
        "io.barograph.servers.rates",
        "io.barograph.verdicts.why"
    };
    private static final String[] FLINK_BASIS = {
        "io.barograph.flink.batches",
        "io.barograph.flink",
        "io.barograph.flink.quarantine",
        "io.barograph.flink.topics",
        "io.barograph.flink.state"
    };
    private static final String[] OPERATORS = {
        "io.barograph.alerting.operators",
        "io.barograph.verdicts.operators",
        "io.barograph.contention.operators",
        "io.barograph.runs.operators",
        "io.barograph.jobstats.operators",
        "io.barograph.slowdown.operators",
        "io.barograph.servers.operators"
    };
    private static final String[] JOBS = {
        "io.barograph.jobs.analysis",
        "io.barograph.jobs.archive",
        "io.barograph.jobs.publish",
        "io.barograph.jobs.replay"
    };
    private static final String[] COLLECTORS = {
        "io.barograph.sources.canary",
        "io.barograph.sources.capacity",
        "io.barograph.runtime",
        "io.barograph.sources.darshan",
        "io.barograph.sources.gpfs",
        "io.barograph.sources.jobstats",
        "io.barograph.sources.lmt",
        "io.barograph.sources.lustre",
        "io.barograph.sources.note",
        "io.barograph.sources.probe",
        "io.barograph.runtime.runner",
        "io.barograph.sources.slurm",
        "io.barograph.sources.tokio"
    };
    private static final String[] INFRA = {
        "io.barograph.lab.simulator",
        "io.barograph.cli",
        "io.barograph.cli.alert",
        "io.barograph.cli.archive",
        "io.barograph.lab.bench",
        "io.barograph.lab.bench.micro",
        "io.barograph.cli.collect",
        "io.barograph.cli.command",
        "io.barograph.lab.demo",
        "io.barograph.cli.doctor",
        "io.barograph.lab.evaluate",
        "io.barograph.cli.export",
        "io.barograph.cli.init",
        "io.barograph.lab",
        "io.barograph.cli.note",
        "io.barograph.cli.replay",
        "io.barograph.cli.run",
        "io.barograph.cli.serve",
        "io.barograph.lab.soak",
        "io.barograph.stack",
        "io.barograph.cli.reports"
    };
    private static final String[] INFLUXDB = {"io.barograph.influxdb.."};
    private static final String[] CHAT = {"io.barograph.chat.."};
    private static final String[] PICTURES = {"io.barograph.pictures"};
    private static final String[] PAGE = {"io.barograph.page"};
    private static final String[] FLINK = {"org.apache.flink.."};
    private static final String[] KAFKA = {"org.apache.kafka.."};
    private static final String[] INPUT_AND_OUTPUT = {"java.nio.file..", "java.net.."};

    private static String[] all(String[]... packages) {
        return Stream.of(packages).flatMap(Arrays::stream).toArray(String[]::new);
    }

    private static ArchRule dependency(String[] from, String[]... to) {
        return noClasses()
                .that()
                .resideInAnyPackage(from)
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(all(to));
    }

    @ArchTest
    static final ArchRule contracts_see_nothing_of_barograph = dependency(
            CONTRACTS,
            RULES,
            FLINK_BASIS,
            OPERATORS,
            JOBS,
            COLLECTORS,
            INFLUXDB,
            CHAT,
            PICTURES,
            PAGE,
            INFRA,
            FLINK,
            KAFKA);

    @ArchTest
    static final ArchRule rules_are_pure = dependency(
            RULES,
            FLINK_BASIS,
            OPERATORS,
            JOBS,
            COLLECTORS,
            INFLUXDB,
            CHAT,
            PICTURES,
            PAGE,
            INFRA,
            FLINK,
            KAFKA,
            INPUT_AND_OUTPUT);

    @ArchTest
    static final ArchRule rules_have_no_clock = noClasses()
            .that()
            .resideInAnyPackage(RULES)
            .should()
            .callMethod(System.class, "currentTimeMillis")
            .orShould()
            .callMethod(System.class, "nanoTime")
            .orShould()
            .callMethod(java.time.Instant.class, "now");

    @ArchTest
    static final ArchRule collectors_know_no_flink =
            dependency(COLLECTORS, RULES, FLINK_BASIS, OPERATORS, JOBS, INFLUXDB, CHAT, PICTURES, PAGE, INFRA, FLINK);

    @ArchTest
    static final ArchRule the_influxdb_sink_stands_alone = dependency(
            INFLUXDB, CONTRACTS, RULES, FLINK_BASIS, OPERATORS, JOBS, COLLECTORS, CHAT, PICTURES, PAGE, INFRA);

    @ArchTest
    static final ArchRule chat_sees_its_settings_only = dependency(
            CHAT, RULES, FLINK_BASIS, OPERATORS, JOBS, COLLECTORS, INFLUXDB, PICTURES, PAGE, INFRA, FLINK, KAFKA);

    @ArchTest
    static final ArchRule operators_see_neither_jobs_nor_collectors_nor_infra =
            dependency(all(FLINK_BASIS, OPERATORS), JOBS, COLLECTORS, INFLUXDB, PICTURES, PAGE, INFRA);

    @ArchTest
    static final ArchRule jobs_see_neither_collectors_nor_infra = dependency(JOBS, COLLECTORS, PICTURES, PAGE, INFRA);

    @ArchTest
    static final ArchRule only_alerting_knows_chat = noClasses()
            .that()
            .resideInAnyPackage(all(FLINK_BASIS, OPERATORS, JOBS))
            .and()
            .resideOutsideOfPackage("io.barograph.alerting.operators")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(CHAT);

    @ArchTest
    static final ArchRule only_publishing_knows_influxdb = noClasses()
            .that()
            .resideInAnyPackage(JOBS)
            .and()
            .resideOutsideOfPackage("io.barograph.jobs.publish")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(INFLUXDB);

    @ArchTest
    static final ArchRule pictures_are_drawn_from_records = dependency(
            PICTURES,
            FLINK_BASIS,
            OPERATORS,
            JOBS,
            COLLECTORS,
            INFLUXDB,
            CHAT,
            PAGE,
            INFRA,
            FLINK,
            KAFKA,
            INPUT_AND_OUTPUT);

    @ArchTest
    static final ArchRule the_live_page_shows_what_it_is_given =
            dependency(PAGE, FLINK_BASIS, OPERATORS, JOBS, COLLECTORS, CHAT, INFRA, FLINK, KAFKA);

    @ArchTest
    static final ArchRule workflows_know_neither_topics_nor_environment = noClasses()
            .that()
            .haveSimpleNameEndingWith("Workflow")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("io.barograph.flink.topics")
            .orShould()
            .dependOnClassesThat()
            .haveSimpleName("StreamExecutionEnvironment");

    @ArchTest
    static final ArchRule operators_read_no_wall_clock = noClasses()
            .that()
            .resideInAnyPackage(OPERATORS)
            .should()
            .callMethod(System.class, "currentTimeMillis")
            .orShould()
            .callMethod(java.time.Instant.class, "now");

    @ArchTest
    static final ArchRule wire_records_are_generated = classes()
            .that()
            .resideInAnyPackage(CONTRACTS)
            .and()
            .areAssignableTo(org.apache.avro.specific.SpecificRecordBase.class)
            .should()
            .beAnnotatedWith(org.apache.avro.specific.AvroGenerated.class);

    @ArchTest
    static final ArchRule packages_have_no_cycles =
            slices().matching("io.barograph.(**)").should().beFreeOfCycles();
}
