/** Topics as streams: sources with dead letters, transactional sinks. */
package io.barograph.flink.topics;
