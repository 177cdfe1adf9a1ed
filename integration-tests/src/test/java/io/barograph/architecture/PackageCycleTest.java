package io.barograph.architecture;

import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.core.importer.Location;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** No two packages depend on each other, over all modules. Which may depend on which, each module tests itself. */
@AnalyzeClasses(packages = "io.barograph", importOptions = PackageCycleTest.MainClasses.class)
class PackageCycleTest {
    /** Neither tests, nor the jars of tests that other modules use. */
    static final class MainClasses implements ImportOption {
        @Override
        public boolean includes(Location location) {
            return !location.contains("-tests.jar") && !location.contains("/test-classes/");
        }
    }

    @ArchTest
    static final ArchRule packages_have_no_cycles =
            slices().matching("io.barograph.(**)").should().beFreeOfCycles();
}
