/** Single calls of parsers and analytics, measured with JMH. */
package io.barograph.lab.bench.micro;
