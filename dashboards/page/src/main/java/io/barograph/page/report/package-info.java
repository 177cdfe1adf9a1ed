/** Reports of jobs, rendered apart from the requests for them. */
package io.barograph.page.report;
