/** How Flink carries and keeps Barograph's values: by versioned binary formats, never by reflection or Kryo. */
package io.barograph.flink.state;
