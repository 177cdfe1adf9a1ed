/** GlusterFS: what each brick of a volume did and how full it is, from the {@code gluster} command. */
package io.barograph.sources.gluster;
