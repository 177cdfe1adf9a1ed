/** The demonstration: a simulated site, live, through the whole path. */
package io.barograph.lab.demo;
