package io.barograph.configuration;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Describes one component of a record that configuration is bound to. The same record gives the keys of the YAML file
 * ({@code logRoot}), the options of the command line ({@code --log-root}) and the table in the docs.
 *
 * <p>A component may be a {@code String}, {@code int}, {@code long}, {@code double}, {@code boolean} (or its boxed form),
 * {@code Duration} ({@code 5s}, {@code 10m}, {@code 4h}, {@code 30d}), {@code Instant}, {@code ZoneId}, {@code Path},
 * {@code URI}, an enum, another such record, a {@code List} or a {@code Map<String, ...>} of these. What is not given and
 * has no default is null, or empty for a list or map. The record's compact constructor checks ranges and throws {@code
 * IllegalArgumentException} with a message that names the key and the remedy.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.RECORD_COMPONENT)
public @interface Setting {
    /** @return one sentence for the user, with the unit */
    String value();

    /** @return the default as it would stand in the YAML file; empty if there is none */
    String defaultValue() default "";

    /** @return true if there is no default and the key must be given */
    boolean required() default false;
}
