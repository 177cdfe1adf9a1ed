/** What all collectors share: publishing to topics, dead letters, recordings, positions. */
package io.barograph.runtime;
