package io.barograph.testing;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** Takes too long for every build, or needs Docker: runs with {@code ./barograph test --all}. */
@Target({ElementType.METHOD, ElementType.TYPE})
@Retention(RetentionPolicy.RUNTIME)
@EnabledIfSystemProperty(named = "barograph.tests", matches = "all", disabledReason = "./barograph test --all runs it")
public @interface AtLength {}
