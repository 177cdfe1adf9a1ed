package io.barograph.containers;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.testcontainers.DockerClientFactory;

/** A test in containers, at length: skipped where no Docker runs, but in CI it fails. */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(NeedsDocker.Condition.class)
@interface NeedsDocker {
    /** Whether Docker answers. */
    final class Condition implements ExecutionCondition {
        @Override
        public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
            if (!"all".equals(System.getProperty("barograph.tests"))) {
                return ConditionEvaluationResult.disabled("./barograph test --all runs it");
            }
            if (DockerClientFactory.instance().isDockerAvailable()) {
                return ConditionEvaluationResult.enabled("Docker answers");
            }
            String reason =
                    "no Docker answers; tests in containers need one (./barograph test --all starts it, DOCKER_HOST names it)";
            if (Boolean.parseBoolean(System.getenv("CI"))) {
                throw new AssertionError(reason);
            }
            return ConditionEvaluationResult.disabled(reason);
        }
    }
}
