/** The command {@code doctor}: tests everything that a configuration names. */
package io.barograph.cli.doctor;
