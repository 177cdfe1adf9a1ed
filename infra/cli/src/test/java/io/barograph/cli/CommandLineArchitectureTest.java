package io.barograph.cli;

import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.junit.ArchTests;
import io.barograph.testing.ModuleArchitecture;

@AnalyzeClasses(packages = "io.barograph", importOptions = ModuleArchitecture.OwnClasses.class)
class CommandLineArchitectureTest {
    @ArchTest
    static final ArchTests RULES = ArchTests.in(ModuleArchitecture.class);
}
