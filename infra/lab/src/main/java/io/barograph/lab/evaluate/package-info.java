/** How well the analysis recognises what a simulated site did, measured against the simulator's truth. */
package io.barograph.lab.evaluate;
