/** The live page: what results say at this moment, for people, in a browser. */
package io.barograph.page;
