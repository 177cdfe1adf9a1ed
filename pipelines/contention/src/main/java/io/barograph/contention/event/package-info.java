/** Events as they are tracked: span, kind, servers, and the policy of when slowness, load and lack of space are events. */
package io.barograph.contention.event;
