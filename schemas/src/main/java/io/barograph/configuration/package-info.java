/** The configuration of an installation: one YAML file, each of whose sections is bound to a record. */
package io.barograph.configuration;
