/** What all collectors share: publishing to topics, dead letters, positions. */
package io.barograph.collectors.core;
