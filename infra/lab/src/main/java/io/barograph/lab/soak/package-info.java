/** The whole path for hours, while parts of it break; then it is checked that nothing is missing and nothing is there twice. */
package io.barograph.lab.soak;
