/** One answer to why a run, or a file system at some instant, was slow, by rules in a stated order. */
package io.barograph.verdicts.why;
